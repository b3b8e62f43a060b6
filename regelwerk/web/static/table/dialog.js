// Dialogs: about a thing, about what is not possible, and the hand-over of the screen.
import { html, useEffect, useRef, useState } from '../base.js';
import { Picture } from '../drawing/pictures.js';
import { Tile, squareWords } from '../drawing/squares.js';
import { get } from '../server.js';
import { say } from '../words.js';

export function Dialog({ title, close, children }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.showModal();
  }, []);
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${close} onClick=${(event) => event.target === box.current && close()}>
    <div class="dialog"><h2 id="dialog-title">${title}</h2>${children}
      <p class="buttons"><button type="button" class="main" onClick=${close}>${say('Close')}</button></p></div></dialog>`;
}

const places = (cites) => [...new Set((cites || []).map((cite) => cite.place || cite.title || cite.id).filter(Boolean))];

// Where the rulebook says it.
export const Cites = ({ cites, place }) => {
  const said = place ? [place] : places(cites);
  return said.length > 0 && html`<span class="cite">${say('In the rulebook')}: ${said.join('; ')}</span>`;
};

// The place in the rulebook; a click tells what stands there.
export function Rule({ cites }) {
  const [open, setOpen] = useState(false), said = places(cites);
  if (!said.length) return null;
  const told = cites.map((cite) => cite.title || cite.id).filter((text) => text !== said[0]);
  if (!told.length) return html` <small class="cite" title=${say('In the rulebook')}>(${said[0]})</small>`;
  return html` <button type="button" class="line cite" aria-expanded=${open} title=${say('In the rulebook')} onClick=${() => setOpen(!open)}>(${said[0]})</button>
    ${open && told.map((text) => html`<q class="rule">${text}</q>`)}`;
}

// What is not possible now, each with its sentence and the place in the rulebook.
export function Refused({ table, seat, close }) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    get(`/api/tables/${table}/refused`, seat).then((data) => setFound(data), (error) => setFound([{ title: '', text: error.message }]));
  }, []);
  return html`<${Dialog} title=${say('Not possible now')} close=${close}>
    ${!found ? html`<p aria-busy="true">…</p>` : found.length === 0 ? html`<p>${say('Everything is possible.')}</p>`
    : html`<dl class="reasons">${found.map((each) => html`<dt>${each.title}</dt><dd>${each.text} <${Cites} cites=${each.cites} place=${each.place} /></dd>`)}</dl>`}
  <//>`;
}

// A card or place: what it says, and why it cannot be picked now.
export function About({ table, seat, thing, asks, close }) {
  const [told, setTold] = useState(null), [why, setWhy] = useState(null);
  useEffect(() => {
    const id = encodeURIComponent(thing.id);
    get(`/api/tables/${table}/card?id=${id}`, seat).then(setTold, () => setTold({}));
    if (asks) get(`/api/tables/${table}/why?about=${id}`, seat).then(setWhy, () => setWhy({ text: '' }));
  }, []);
  const text = [told?.text].flat().filter(Boolean), lines = [...(thing.square ? squareWords(thing.square).filter(Boolean) : []), ...(told?.lines || [])];
  return html`<${Dialog} title=${told?.title || thing.title || thing.id} close=${close}>
    ${!told && html`<p aria-busy="true">…</p>`}
    ${thing.picture && html`<p class="pictured"><${Picture} name=${thing.picture} /></p>`}
    ${thing.square && html`<p class="pictured"><${Tile} cell=${thing.square} /></p>`}
    ${text.map((line) => html`<p>${line}</p>`)}
    ${lines.length > 0 && html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`}
    ${asks && why && html`<h3>${say('Why not?')}</h3>
      <p>${why.text || say('Nothing to decide about it now.')} <${Cites} cites=${why.cites} place=${why.place} /></p>
      ${(why.lines || []).length > 1 && html`<ul>${why.lines.map((line) => html`<li>${line}</li>`)}</ul>`}`}
  <//>`;
}

// Nothing is to be seen until the next person sits there.
export function HandOver({ name, take }) {
  const button = useRef(null);
  useEffect(() => button.current?.focus(), [name]);
  return html`<main class="hand-over"><h1>${say('Hand the screen to {name}', { name })}</h1>
    <p>${say('Nobody else should look.')}</p>
    <p><button type="button" class="main" ref=${button} onClick=${take}>${say('I am {name}', { name })}</button></p></main>`;
}
