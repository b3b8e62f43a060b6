// What others did since one's last turn, told and shown step by step; and the whole log.
import { html, useEffect, useState } from '../base.js';
import { say } from '../words.js';
import { Rule } from './dialog.js';
import { ScoreSheet } from './result.js';

const STEP = 1300; // milliseconds that a step is shown
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Story({ entries, light, fresh }) {
  const [at, setAt] = useState(entries.length - 1), [running, setRunning] = useState(false);
  const first = entries[0]?.n;
  useEffect(() => {
    setAt(still() || !fresh ? entries.length - 1 : 0);
    setRunning(!still() && fresh && entries.length > 1);
  }, [first, entries.length]);
  useEffect(() => {
    light(entries[at]?.things || []);
    if (!running) return undefined;
    const timer = setTimeout(() => (at + 1 < entries.length ? setAt(at + 1) : (setRunning(false), light([]))), STEP);
    return () => clearTimeout(timer);
  }, [at, running, first, entries.length]);
  useEffect(() => () => light([]), []);
  if (!entries.length) return null;
  const step = (to) => {
    setRunning(false);
    setAt(Math.max(0, Math.min(entries.length - 1, to)));
  };
  const shown = Math.min(at, entries.length - 1);
  return html`<section class="story" aria-label=${say('Since your last turn')}>
    <h2>${say('Since your last turn')}</h2>
    <p class="told">${entries[shown].text}</p>
    <p class="steps"><button type="button" class="small" disabled=${shown === 0} onClick=${() => step(shown - 1)} aria-label=${say('Step back')}>◀</button>
      <span>${say('Step {number} of {all}', { number: shown + 1, all: entries.length })}</span>
      <button type="button" class="small" disabled=${shown === entries.length - 1} onClick=${() => step(shown + 1)} aria-label=${say('Next step')}>▶</button>
      <button type="button" class="small" onClick=${() => { setAt(0); setRunning(!still()); }}>${say('Show it again')}</button></p>
  </section>`;
}

export function Log({ entries, light }) {
  return html`<details class="log" open><summary>${say('What happened')}</summary>
    <div class="scrolls" tabindex="0" role="group" aria-label=${say('What happened')}>
    ${entries.length === 0 && html`<p>${say('Nothing has happened yet.')}</p>`}
    <ol reversed>${[...entries].reverse().map((entry) => html`<li key=${`${entry.n} ${entry.kind}`} class=${`by-${entry.kind}`}>
      ${entry.things?.length ? html`<button type="button" class="line" title=${say('Show on the table')} onClick=${() => light(entry.things)}
        onMouseEnter=${() => light(entry.things)} onMouseLeave=${() => light([])} onBlur=${() => light([])}>${entry.text}</button>` : !entry.sheet && html`<span>${entry.text}</span>`}
      <${Rule} cites=${entry.cites} />
      ${entry.sheet && html`<${ScoreSheet} sheet=${entry.sheet} />`}
    </li>`)}</ol></div></details>`;
}
