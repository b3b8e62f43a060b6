// Small things: symbols in their colours, counted, with what they stand for. Colours are classes (style/colours.css).
import { classes, html } from '../base.js';

const COLOURS = new Set('red orange yellow green cyan blue magenta purple pink brown grey white black'.split(' '));

export function colour(name) {
  const known = name === 'gray' ? 'grey' : name;
  return COLOURS.has(known) ? `k-${known}` : 'k-plain';
}

const corners = (n, from, r, inner = r) =>
  Array.from({ length: n }, (_, i) => {
    const angle = from + (i * 2 * Math.PI) / n, far = i % 2 ? inner : r;
    return `${(far * Math.cos(angle)).toFixed(2)},${(far * Math.sin(angle)).toFixed(2)}`;
  }).join(' ');

// A hollow shape has an edge on both sides: its colour may be that of the ground.
const hollow = (shape) => html`<g class="hollow-edge">${shape}</g><g class="hollow">${shape}</g>`;

// Symbols that are drawn as shapes: the same on every machine, whatever fonts it has.
const UP = -Math.PI / 2;
const SHAPES = {
  '●': (r) => html`<circle r=${r * 0.86} />`,
  '○': (r) => hollow(html`<circle r=${r * 0.74} />`),
  '▲': (r) => html`<polygon points=${corners(3, UP, r)} />`,
  '△': (r) => hollow(html`<polygon points=${corners(3, UP, r * 0.9)} />`),
  '■': (r) => html`<rect x=${-r * 0.76} y=${-r * 0.76} width=${r * 1.52} height=${r * 1.52} rx=${r * 0.12} />`,
  '□': (r) => hollow(html`<rect x=${-r * 0.66} y=${-r * 0.66} width=${r * 1.32} height=${r * 1.32} />`),
  '◆': (r) => html`<polygon points=${corners(4, UP, r)} />`,
  '★': (r) => html`<polygon points=${corners(10, UP, r, r * 0.45)} />`,
};

// Seats that share a symbol and differ in colour alone get rings, so that nobody needs the colour.
let rings = new Map();
export function tellApart(seats) {
  const seen = {};
  rings = new Map();
  for (const { mark } of seats) {
    seen[mark.text] = (seen[mark.text] ?? -1) + 1;
    rings.set(`${mark.text} ${mark.colour}`, seen[mark.text]);
  }
}
const ringed = (mark, r) =>
  Array.from({ length: rings.get(`${mark.text} ${mark.colour}`) || 0 }, (_, i) => html`<circle class="ring" r=${r * (0.48 - i * 0.16)} />`);

export const isShape = (text) => text in SHAPES;

// A symbol inside a drawing, around a point.
export function Symbol({ mark, x = 0, y = 0, r = 10 }) {
  const shape = SHAPES[mark.text];
  const at = `translate(${x} ${y})`;
  if (shape) {
    return html`<g class=${classes('token', colour(mark.colour))} transform=${at}>${shape(r)}${ringed(mark, r)}
      ${mark.count > 1 && html`<text class="count" y=${r * 0.36} font-size=${r}>${mark.count}</text>`}</g>`;
  }
  const text = mark.count > 1 ? `${mark.text}${mark.count}` : mark.text;
  const size = text.length > 2 ? (r * 3) / text.length + r * 0.2 : r * 1.3;
  return html`<g class=${classes('badge', colour(mark.colour))} transform=${at}>
    <circle r=${r} /><text y=${size * 0.35} font-size=${size}>${text}</text></g>`;
}

// A symbol in a line of text.
export function Mark({ mark }) {
  const shape = SHAPES[mark.text];
  const shown = shape
    ? html`<svg class=${classes('inline token', colour(mark.colour))} viewBox="-11 -11 22 22" aria-hidden="true">${shape(10)}${ringed(mark, 10)}</svg>`
    : html`<span class=${classes('ink', colour(mark.colour))} aria-hidden=${mark.title ? 'true' : undefined}>${mark.text}</span>`;
  return html`<span class="mark" title=${mark.title || undefined}>
    ${mark.count > 1 && html`<span class="times">${mark.count}×</span>`}${shown}
    ${mark.title && html`<span class="heard">${mark.title}</span>`}</span>`;
}

export const Marks = ({ marks }) => html`<span class="marks">${marks.map((mark) => html`<${Mark} mark=${mark} />`)}</span>`;

export const words = (mark) => `${mark.count > 1 ? `${mark.count} × ` : ''}${mark.title || mark.text}`;

// Signs with the words for them, where there is room.
export const Spelt = ({ marks }) => html`<span class="marks">${marks.map((mark) => html`<span><${Mark} mark=${{ ...mark, title: '' }} />${mark.title && ` ${mark.title}`}</span>`)}</span>`;

// An item in a line: in its label, # is the place of what is said.
export function Item({ item, spelt = false }) {
  const [before, after] = item.label.includes('#') ? item.label.split('#', 2) : [item.label, ''];
  return html`<span class="item">${before && html`<span class="label">${before}</span>`}<${spelt ? Spelt : Marks} marks=${item.marks} />${
    after && html`<span class="label">${after}</span>`}</span>`;
}

export function itemWords(item) {
  const said = item.marks.map(words).join(', ');
  if (item.title) return `${item.title} ${said}`;
  return item.label.includes('#') ? item.label.replace('#', said) : [item.label, said].filter(Boolean).join(' ');
}

export const Legend = ({ marks, title }) =>
  marks.length > 0 &&
  html`<ul class="legend" aria-label=${title}>${marks.map((mark) => html`<li><svg class="inline" viewBox="-11 -11 22 22" aria-hidden="true"><${Symbol} mark=${{ ...mark, count: 1 }} r=${10} /></svg>${mark.title || mark.text}</li>`)}</ul>`;
