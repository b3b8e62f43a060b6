// A map of squares: terrain along the sides, roads, symbols and pawns.
import { Fragment, classes, html } from '../base.js';
import { say } from '../words.js';
import { Frame, Number } from './frame.js';
import { Legend, Symbol, colour, words } from './marks.js';
import { spot, useTable } from './spots.js';

const A = 72, H = A / 2;
const WEDGES = [[-H, -H, H, -H], [H, -H, H, H], [H, H, -H, H], [-H, H, -H, -H]]; // north, east, south, west
const OUT = [[0, -1], [1, 0], [0, 1], [-1, 0]];

const name = (cell) => cell.label || cell.ground?.title || cell.title;
const SIDES = ['north', 'east', 'south', 'west'];

// What stands on the edges, where roads lead and what lies there, in words.
export const squareWords = (cell) => [
  cell.sides.map((mark, i) => mark && `${say(SIDES[i])}: ${mark.title || mark.text}`).filter(Boolean).join(', '),
  cell.ways.length > 0 && `${say('ways')}: ${cell.ways.map((way) => say(SIDES[way])).join(', ')}`,
  [...cell.marks, ...cell.pawns].map(words).join(', '),
].map((said) => said || '');
const told = (cell) => [`${cell.title}${cell.label ? ` ${cell.label}` : ''}`, ...squareWords(cell)];

// Where a symbol lies: in rows of at most three, so that none reaches into the next square.
function placed(i, all) {
  const rows = Math.ceil(all / 3), wide = Math.ceil(all / rows), row = Math.floor(i / wide);
  return { x: ((i % wide) - (Math.min(wide, all - row * wide) - 1) / 2) * 21, y: (row - (rows - 1) / 2) * 21 };
}

function Lying({ cell }) {
  return html`<${Fragment}>
    <rect x=${-H} y=${-H} width=${A} height=${A} class=${classes('ground', cell.ground ? colour(cell.ground.colour) : 'bare')} />
    ${cell.sides.map((mark, i) => mark && html`<polygon points=${`0,0 ${WEDGES[i].slice(0, 2)} ${WEDGES[i].slice(2)}`} class=${classes('ground', colour(mark.colour))} />`)}
    ${cell.sides.map((mark, i) => mark && html`<text class="texture" x=${OUT[i][0] * H * 0.74} y=${OUT[i][1] * H * 0.74 + 4} font-size="12">${mark.text}</text>`)}
    ${cell.ways.map((way) => html`<line class="way" x2=${OUT[way][0] * H} y2=${OUT[way][1] * H} />`)}
    ${cell.marks.map((mark, i) => html`<${Symbol} mark=${mark} ...${placed(i, cell.marks.length)} r=${10} />`)}
    ${cell.items.map((item, i) => html`<text class="label" y=${H - 6 - i * 10} font-size="9">${item.label} ${item.marks.map((m) => m.text).join(' ')}</text>`)}
  <//>`;
}

// A tile by itself, as it would lie on the map.
export const Tile = ({ cell }) => html`<svg class="tile" viewBox=${`${-H} ${-H} ${A} ${A}`} aria-hidden="true"><${Lying} cell=${cell} /></svg>`;

function Cell({ cell }) {
  const table = useTable(), numbers = table.numbers(cell);
  const laid = cell.ground || cell.sides.some(Boolean);
  return html`<g transform=${`translate(${cell.x * A} ${cell.y * A})`}>
    <g ...${spot(table, cell, numbers, name(cell), classes('square', !laid && 'free'))}>
      <title>${told(cell).filter(Boolean).join(', ')}</title>
      <${Lying} cell=${cell} />
      ${cell.pawns.map((mark, i) => html`<${Symbol} mark=${mark} x=${-H + 14 + i * 18} y=${H - 14} r=${10} />`)}
      <rect x=${-H + 1.5} y=${-H + 1.5} width=${A - 3} height=${A - 3} class="edge" />
      ${numbers.length > 0 && html`<${Number} numbers=${numbers} x=${H - 13} y=${-H + 13} />`}
    </g>
  </g>`;
}

export function Squares({ part, seats }) {
  if (!part.cells.length) return null;
  const xs = part.cells.map((cell) => cell.x * A), ys = part.cells.map((cell) => cell.y * A);
  const margin = A * 0.75, least = A * 3;
  const width = Math.max(least, Math.max(...xs) - Math.min(...xs) + A + margin), height = Math.max(A * 2, Math.max(...ys) - Math.min(...ys) + A + margin);
  const middle = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  const title = part.owner === null ? part.title : seats[part.owner].name;
  return html`<${Frame} title=${title} name=${`${say('Map')} ${title}`} box=${[middle[0] - width / 2, middle[1] - height / 2, width, height]}
    columns=${[say('Map'), '', '', '']} rows=${part.cells.filter((cell) => cell.ground || cell.marks.length || cell.sides.some(Boolean)).map(told)}
    below=${html`<${Legend} marks=${part.legend} title=${say('Symbols')} />`}>
    ${part.cells.map((cell) => html`<${Cell} key=${cell.id} cell=${cell} />`)}
  <//>`;
}
