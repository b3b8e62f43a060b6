// A board of cells with one thing on each.
import { classes, html } from '../base.js';
import { say } from '../words.js';
import { Frame, Number } from './frame.js';
import { Symbol, words } from './marks.js';
import { spot, useTable } from './spots.js';

const A = 44, H = A / 2, R = A / Math.sqrt(3); // R: of hexagons as wide as a square
const HEXAGON = (r) => Array.from({ length: 6 }, (_, i) => {
  const angle = (Math.PI / 3) * i - Math.PI / 2;
  return `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`;
}).join(' ');

// Where a cell lies: hexagons in rows that are set off in turn, or ever further (a rhombus).
const place = (shape, x, y) => [x * A + (shape === 'hex' ? (y % 2) * H : shape === 'slanted' ? y * H : 0), y * (shape === 'square' ? A : R * 1.5)];
const LARGE = 20; // cells from which on only the part in use is drawn

function Cell({ cell, shape }) {
  const table = useTable(), numbers = table.numbers(cell);
  const dark = shape === 'square' && (cell.x + cell.y) % 2, [x, y] = place(shape, cell.x, cell.y);
  return html`<g transform=${`translate(${x} ${y.toFixed(1)})`}>
    <g ...${spot(table, cell, numbers, cell.title, 'cell')}>
      <title>${cell.mark ? `${cell.title}: ${words(cell.mark)}` : cell.title}</title>
      ${shape === 'square' ? html`<rect x=${-H + 1} y=${-H + 1} width=${A - 2} height=${A - 2} rx="6" class=${classes('field', dark && 'dark')} />`
      : html`<polygon points=${HEXAGON(R - 1)} class="field" />`}
      ${cell.mark && html`<${Symbol} mark=${cell.mark} r=${15} />`}
      ${shape === 'square' ? html`<rect x=${-H + 2} y=${-H + 2} width=${A - 4} height=${A - 4} rx="5" class="edge" />` : html`<polygon points=${HEXAGON(R - 3)} class="edge" />`}
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

export function Grid({ part, seats }) {
  const title = part.owner === null ? part.title : seats[part.owner].name;
  const cells = used(part, useTable());
  const xs = [...new Set(cells.map((cell) => cell.x))], ys = [...new Set(cells.map((cell) => cell.y))];
  const at = (x, y) => place(part.shape, x, y), places = cells.map((cell) => at(cell.x, cell.y));
  const left = Math.min(...places.map(([x]) => x)) - H - 22, top = Math.min(...places.map(([, y]) => y)) - H - 26;
  const box = [left, top, Math.max(...places.map(([x]) => x)) + H + 8 - left, Math.max(...places.map(([, y]) => y)) + H + 8 - top];
  return html`<${Frame} title=${title} name=${`${say('Board')} ${title}`.trim()} box=${box} zooms=${cells.length > 80}
    columns=${['', ...xs.map((x) => part.columns[x])]}
    rows=${ys.map((y) => [part.rows[y], ...cells.filter((cell) => cell.y === y).map((cell) => (cell.mark ? words(cell.mark) : say('empty')))])}>
    ${xs.map((x) => html`<text class="head" x=${at(x, Math.min(...ys))[0]} y=${top + 14} font-size="13">${part.columns[x]}</text>`)}
    ${ys.map((y) => html`<text class="head" x=${at(Math.min(...xs), y)[0] - H - 12} y=${at(0, y)[1] + 5} font-size="13">${part.rows[y]}</text>`)}
    ${cells.map((cell) => html`<${Cell} key=${cell.id} cell=${cell} shape=${part.shape} />`)}
  <//>`;
}
