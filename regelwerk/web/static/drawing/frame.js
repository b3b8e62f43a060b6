// The frame around a map or board: its drawing, larger and smaller, and the same in words.
import { html, useState } from '../base.js';
import { say } from '../words.js';

const STEPS = ['fit', 'half', 'twice', 'thrice'];

export function Frame({ title, name, box, rows, columns, below, children, zooms = true }) {
  const [size, resize] = useState(0);
  const [x, y, width, height] = box;
  return html`<section class="picture" aria-label=${title || name}>
    ${title && html`<h2>${title}</h2>`}
    <div class=${`scrolls zoom-${STEPS[size]}`} tabindex=${size ? 0 : undefined} role=${size ? 'group' : undefined} aria-label=${size ? name : undefined}>
      <svg viewBox=${`${x} ${y} ${width} ${height}`} class=${width > height * 1.6 ? 'wide' : 'tall'} role="group" aria-label=${name}>${children}</svg>
    </div>
    <div class="under">
      ${below}
      ${zooms && html`<span class="zoom">
        <button type="button" class="small" disabled=${size === 0} onClick=${() => resize(size - 1)} aria-label=${say('Smaller')}>−</button>
        <button type="button" class="small" disabled=${size === STEPS.length - 1} onClick=${() => resize(size + 1)} aria-label=${say('Larger')}>+</button>
      </span>`}
    </div>
    ${rows.length > 0 && html`<details class="spoken"><summary>${say('In words')}</summary>
      <table><thead><tr>${columns.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => (i ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody></table>
    </details>`}
  </section>`;
}

// The number of an option where it leads; a list of them is told by the first.
export const Number = ({ numbers, x, y, r = 9 }) =>
  html`<g class="number" transform=${`translate(${x} ${y})`}><circle r=${r} /><text y=${r * 0.38} font-size=${r * 1.15}>${numbers.length === 1 ? numbers[0] : '…'}</text></g>`;
