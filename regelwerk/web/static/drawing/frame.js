// The frame around a map or board: its drawing, larger and smaller, and the same in words.
import { html, useEffect, useRef, useState } from '../base.js';
import { say } from '../words.js';

const STEPS = ['fit', 'half', 'twice', 'thrice'];
const SCALE = 1.6; // pixels for a unit at most: a map with little on it does not fill the screen
const SMALL = 620; // units across from which on a telephone shows a part, large enough to read

export function Frame({ title, name, box, rows, columns, below, children, zooms = true }) {
  const [x, y, width, height] = box, view = useRef(null);
  const [size, resize] = useState(width > SMALL && matchMedia('(max-width: 40rem)').matches ? 2 : 0);
  useEffect(() => { // of a part, that is shown where something can be done
    const frame = view.current, first = frame.querySelector('.spot, .pawn')?.getBoundingClientRect(), all = frame.getBoundingClientRect();
    if (first && frame.scrollWidth > frame.clientWidth) frame.scrollLeft += first.x + first.width / 2 - all.x - all.width / 2;
  }, [size]);
  return html`<section class="picture" aria-label=${name}>
    ${title && html`<h2>${title}</h2>`}
    <div ref=${view} class=${`scrolls zoom-${STEPS[size]}`} tabindex=${size ? 0 : undefined} role=${size ? 'group' : undefined} aria-label=${size ? name : undefined}>
      <svg viewBox=${`${x} ${y} ${width} ${height}`} width=${Math.round(width * SCALE)} role="group" aria-label=${name}>${children}</svg>
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
