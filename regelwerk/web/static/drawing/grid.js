// A board of cells with one thing on each.
import { classes, html } from '../base.js';
import { say } from '../words.js';
import { Frame, Number } from './frame.js';
import { Symbol, words } from './marks.js';
import { spot, useTable } from './spots.js';

const A = 44, H = A / 2;
const LARGE = 20; // cells from which on only the part in use is drawn

function Cell({ cell, shift }) {
  const table = useTable(), numbers = table.numbers(cell);
  const dark = (cell.x + cell.y) % 2;
  return html`<g transform=${`translate(${cell.x * A + shift} ${cell.y * A})`}>
    <g ...${spot(table, cell, numbers, cell.title, 'cell')}>
      <title>${cell.mark ? `${cell.title}: ${words(cell.mark)}` : cell.title}</title>
      <rect x=${-H + 1} y=${-H + 1} width=${A - 2} height=${A - 2} rx="6" class=${classes('field', dark && 'dark')} />
      ${cell.mark && html`<${Symbol} mark=${cell.mark} r=${15} />`}
      <rect x=${-H + 2} y=${-H + 2} width=${A - 4} height=${A - 4} rx="5" class="edge" />
      ${numbers.length > 0 && html`<${Number} numbers=${numbers} x=${cell.mark ? H - 10 : 0} y=${cell.mark ? -H + 10 : 0} r=${8} />`}
    </g>
  </g>`;
}

function used(part, table) {
  if (!part.growing && part.columns.length <= LARGE && part.rows.length <= LARGE) return part.cells;
  const taken = part.cells.filter((cell) => cell.mark || table.numbers(cell).length);
  if (!taken.length) return part.cells;
  const xs = taken.map((cell) => cell.x), ys = taken.map((cell) => cell.y);
  const inside = (n, all) => n >= Math.min(...all) - 1 && n <= Math.max(...all) + 1;
  return part.cells.filter((cell) => inside(cell.x, xs) && inside(cell.y, ys));
}

export function Grid({ part }) {
  const cells = used(part, useTable());
  const xs = [...new Set(cells.map((cell) => cell.x))], ys = [...new Set(cells.map((cell) => cell.y))];
  const shift = (y) => (part.shape === 'hex' && y % 2 ? H : 0);
  const left = Math.min(...xs) * A - H - 22, top = Math.min(...ys) * A - H - 22;
  const box = [left, top, xs.length * A + 30 + (part.shape === 'hex' ? H : 0), ys.length * A + 30];
  return html`<${Frame} title=${part.title} name=${say('Board')} box=${box} zooms=${cells.length > 80}
    columns=${['', ...xs.map((x) => part.columns[x])]}
    rows=${ys.map((y) => [part.rows[y], ...cells.filter((cell) => cell.y === y).map((cell) => (cell.mark ? words(cell.mark) : say('empty')))])}>
    ${xs.map((x) => html`<text class="head" x=${x * A} y=${top + 14} font-size="13">${part.columns[x]}</text>`)}
    ${ys.map((y) => html`<text class="head" x=${left + 10} y=${y * A + 5} font-size="13">${part.rows[y]}</text>`)}
    ${cells.map((cell) => html`<${Cell} key=${cell.id} cell=${cell} shift=${shift(cell.y)} />`)}
  <//>`;
}
