// A map of hexagons: ground by colour and symbol, paths from the middle to the sides, sites, pawns, and where one may go.
import { classes, html } from '../base.js';
import { say } from '../words.js';
import { Frame, Number } from './frame.js';
import { Legend, Symbol, colour, words } from './marks.js';
import { spot, useTable } from './spots.js';

const R = 40, WIDE = Math.sqrt(3) * R, DEEP = 1.5 * R;
const centre = (cell) => [cell.x * WIDE + (cell.y % 2 ? WIDE / 2 : 0), cell.y * DEEP];
const corner = (i, r = R) => {
  const angle = (Math.PI / 180) * (60 * i - 90);
  return [r * Math.cos(angle), r * Math.sin(angle)];
};
const outline = (r) => Array.from({ length: 6 }, (_, i) => corner(i, r).map((n) => n.toFixed(1)).join(',')).join(' ');
// Side 0 is the north-east one, between corners 0 (top) and 1.
const side = (i, far = 1) => {
  const angle = (Math.PI / 180) * (60 * i - 60), r = ((WIDE / 2) * far);
  return [r * Math.cos(angle), r * Math.sin(angle)];
};

const name = (cell) => cell.label || cell.ground?.title || cell.title;
const told = (cell) => [
  `${name(cell)} (${cell.title})`,
  cell.ground?.title || '',
  cell.marks.map(words).join(', '),
  cell.pawns.map((pawn) => pawn.mark.title).join(', '),
];

function Sites({ marks }) {
  const r = marks.length > 2 ? 8 : 10, gap = r * 2 + 3, first = (-(marks.length - 1) * gap) / 2;
  return marks.map((mark, i) => html`<${Symbol} mark=${mark} x=${first + i * gap} y=${marks.length > 3 && i % 2 ? 6 : -6} r=${r} />`);
}

function Pawns({ cell }) {
  const seen = {};
  return cell.pawns.map((pawn) => {
    const at = pawn.side ?? 'middle', n = (seen[at] = (seen[at] || 0) + 1) - 1;
    const [x, y] = pawn.side === null ? [(cell.sides.length ? 0 : 18) + n * 9, cell.sides.length ? 0 : -16] : side(pawn.side, 0.74);
    return html`<g class="pawn"><title>${pawn.mark.title}</title><${Symbol} mark=${pawn.mark} x=${x + (pawn.side === null ? 0 : n * 11)} y=${y} r=${11} /></g>`;
  });
}

function Cell({ cell }) {
  const table = useTable(), [x, y] = centre(cell), numbers = table.numbers(cell);
  return html`<g transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    <g ...${spot(table, cell, numbers, name(cell), 'hexagon')}>
      <title>${[name(cell), ...cell.marks.map(words)].join(', ')}</title>
      <polygon points=${outline(R - 1)} class=${classes('ground', cell.ground ? colour(cell.ground.colour) : 'bare')} />
      ${cell.ways.map((way) => { const [a, b] = side(way); return html`<line class="way" x2=${a.toFixed(1)} y2=${b.toFixed(1)} />`; })}
      ${cell.ways.length > 0 && html`<circle class="way-hub" r="4" />`}
      ${cell.ground && html`<text class="texture" y=${-R * 0.55} font-size="15">${cell.ground.text}</text>`}
      <${Sites} marks=${cell.marks} />
      <polygon points=${outline(R - 3)} class="edge" />
      ${numbers.length > 0 && html`<${Number} numbers=${numbers} x=${cell.label ? -R * 0.58 : 0} y=${cell.label ? 0 : R * 0.36} />`}
    </g>
  </g>`;
}

// A name in at most two lines of a hexagon.
function lines(label) {
  const found = [''];
  for (const word of label.split(' ')) {
    const last = found[found.length - 1];
    if (last && last.length + word.length >= 12 && found.length < 2) found.push(word);
    else found[found.length - 1] = last ? `${last} ${word}` : word;
  }
  return found.map((line) => (line.length > 13 ? `${line.slice(0, 12)}…` : line));
}

function Over({ cell }) {
  const table = useTable(), [x, y] = centre(cell);
  return html`<g transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    ${cell.label && lines(cell.label).map((line, i, all) => html`<text class="label" y=${R * 0.46 + (i - (all.length - 1) / 2) * 9.5 + 3} font-size="9">${line}</text>`)}
    <${Pawns} cell=${cell} />
    ${cell.sides.map((pick) => {
      const [a, b] = side(pick.side, 0.74);
      return html`<g ...${spot(table, cell, pick.options, name(cell), 'doorway')}><circle cx=${a} cy=${b} r="13" class="reach" /><${Number} numbers=${pick.options} x=${a} y=${b} r=${10} /></g>`;
    })}
  </g>`;
}

export function Hexes({ part }) {
  const places = part.cells.map(centre);
  const xs = places.map(([x]) => x), ys = places.map(([, y]) => y);
  const box = [Math.min(...xs) - WIDE * 0.6, Math.min(...ys) - R * 1.15, Math.max(...xs) - Math.min(...xs) + WIDE * 1.2, Math.max(...ys) - Math.min(...ys) + R * 2.3];
  return html`<${Frame} title=${part.title} name=${say('Map')} box=${box}
    columns=${[say('Map'), '', '', say('Player')]} rows=${part.cells.filter((cell) => cell.label || cell.marks.length || cell.pawns.length).map(told)}
    below=${html`<${Legend} marks=${part.legend} title=${say('Symbols')} />`}>
    ${part.cells.map((cell) => html`<${Cell} key=${cell.id} cell=${cell} />`)}
    ${part.cells.filter((cell) => cell.label || cell.pawns.length || cell.sides.length).map((cell) => html`<${Over} key=${`over ${cell.id}`} cell=${cell} />`)}
  <//>`;
}
