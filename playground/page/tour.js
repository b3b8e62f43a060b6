// The tutorial beside the editor: one step after the other, and each can be carried out by a click.
import { html, useEffect, useState } from '../table/base.js';
import { fetched } from './documents.js';
import { say } from './words.js';

export function Tour({ open }) {
  const [steps, setSteps] = useState(null), [at, setAt] = useState(0);
  useEffect(() => {
    fetched('page/tour.json').then((answer) => answer.json()).then(setSteps, () => setSteps([]));
  }, []);
  if (!steps) return html`<section class="pane"><p>…</p></section>`;
  const step = steps[at];
  return html`<section class="pane tour" aria-labelledby="tour-title"><h2 id="tour-title">${step.title}</h2>
    ${step.parts.map((part) => (part.markup !== undefined ? html`<div dangerouslySetInnerHTML=${{ __html: part.markup }}></div>`
      : html`<p><button type="button" onClick=${() => open({ game: '', overlays: [], rulings: {}, files: part.files }, part.file, part.pane)}>${part.say}</button></p>`))}
    <nav class="buttons" aria-label=${say('Steps of the tour')}><button type="button" disabled=${at === 0} onClick=${() => setAt(at - 1)}>${say('Back')}</button><span>${say('{number} of {all}', { number: at + 1, all: steps.length })}</span>
      <button type="button" class="main" disabled=${at === steps.length - 1} onClick=${() => setAt(at + 1)}>${say('Next')}</button></nav></section>`;
}
