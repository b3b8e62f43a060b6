// Places and what joins them. Positions are the ruleset's; what comes too close is pushed apart.
import { classes, html, useMemo } from '../base.js';
import { say } from '../words.js';
import { Frame, Number } from './frame.js';
import { Legend, Symbol, colour, isShape, itemWords } from './marks.js';
import { spot, useTable } from './spots.js';

const LETTER = 8.6, SMALL = 7.6, LINE = 15, PAD = 8, GAP = 10;
const ROUNDS = 120;

// What is written below the name of a place: words as text, symbols as drawings, one behind the other.
function pieces(items) {
  const found = [];
  for (const item of items) {
    const [before, after] = item.label.includes('#') ? item.label.split('#', 2) : [item.label, ''];
    if (before) found.push({ text: before });
    for (const mark of item.marks) {
      const shapes = [...mark.text].every(isShape) || (mark.colour && [...mark.text].length <= 2);
      if (shapes) {
        for (const sign of mark.text) found.push({ mark: { ...mark, text: sign, count: 1 } });
        if (mark.count > 1) found.push({ text: String(mark.count), close: true });
      } else found.push({ text: mark.count > 1 ? `${mark.count}×${mark.text}` : mark.text });
    }
    if (after) found.push({ text: after, close: true });
  }
  let x = 0;
  for (const piece of found) {
    piece.x = x += piece.close || !x ? 0 : 4;
    x += piece.mark ? 14 : piece.text.length * SMALL;
  }
  return { pieces: found, width: x };
}

function arranged(part) {
  const xs = part.nodes.map((node) => node.x), ys = part.nodes.map((node) => node.y);
  const across = Math.max(1, Math.max(...xs) - Math.min(...xs)), down = Math.max(1, Math.max(...ys) - Math.min(...ys));
  const boxes = new Map();
  for (const node of part.nodes) {
    const items = pieces(node.items);
    const wide = Math.max(node.title.length * LETTER + (node.owner === null ? 0 : 22), items.width) + PAD * 2;
    boxes.set(node.id, { node, items, wide, deep: LINE + (items.pieces.length ? LINE + 2 : 0) + PAD });
  }
  const area = [...boxes.values()].reduce((sum, box) => sum + (box.wide + GAP) * (box.deep + GAP * 2), 0);
  const ratio = Math.min(1.05, Math.max(0.55, down / across));
  const width = Math.max(640, Math.sqrt((area * 1.9) / ratio)), height = width * ratio;
  for (const box of boxes.values()) {
    box.x = ((box.node.x - Math.min(...xs)) / across) * width;
    box.y = ((box.node.y - Math.min(...ys)) / down) * height;
  }
  apart([...boxes.values()]);
  return boxes;
}

function apart(boxes) {
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < boxes.length; i++) {
      for (let j = i + 1; j < boxes.length; j++) {
        const a = boxes[i], b = boxes[j];
        const x = (a.wide + b.wide) / 2 + GAP - Math.abs(a.x - b.x), y = (a.deep + b.deep) / 2 + GAP - Math.abs(a.y - b.y);
        if (x <= 0 || y <= 0) continue;
        moved = true;
        if (x < y) {
          const push = ((a.x < b.x || (a.x === b.x && i < j)) ? -x : x) / 2;
          a.x += push;
          b.x -= push;
        } else {
          const push = ((a.y < b.y || (a.y === b.y && i < j)) ? -y : y) / 2;
          a.y += push;
          b.y -= push;
        }
      }
    }
    if (!moved) return;
  }
}

const PALE = ['white', 'black']; // colours that are lost on light or dark ground
const heavy = (line) => Boolean(line) && '═━█'.includes(line.text);

// Symbols and kinds of lines that stand for something, each once; whose pieces are whose is told beside the seats.
function meanings(part, seats) {
  const found = new Map(), names = new Set(seats.map((seat) => seat.name));
  for (const mark of [...part.nodes, ...part.links].flatMap((thing) => thing.items.flatMap((item) => item.marks))) {
    if (mark.title && !names.has(mark.title) && [...mark.text].length < 3) found.set(`${mark.text} ${mark.colour}`, mark);
  }
  for (const item of [...part.nodes, ...part.links].flatMap((thing) => thing.items)) {
    if (item.title) found.set(item.label, { text: item.label.replace('#', '').trim(), colour: '', title: item.title });
  }
  const lines = new Map(part.links.filter((link) => link.line?.title).map((link) => [link.line.title, link.line]));
  return { marks: [...found.values()], lines: [...lines.values()] };
}

function Line({ link, boxes }) {
  const table = useTable(), [a, b] = link.ends.map((id) => boxes.get(id)), numbers = table.numbers(link);
  const marks = link.items.flatMap((item) => item.marks.flatMap((mark) => [...mark.text].map((text) => ({ ...mark, text }))));
  const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, wide = marks.length * 15;
  return html`<g ...${spot(table, link, numbers, link.title, 'road')}>
    <title>${[link.title, link.line?.title, ...link.items.map(itemWords)].filter(Boolean).join(', ')}</title>
    <line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class="reach" />
    ${PALE.includes(link.line?.colour) && html`<line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class="rim" />`}
    <line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class=${classes('line', heavy(link.line) && 'heavy', link.line ? colour(link.line.colour) : 'border')} />
    ${heavy(link.line) && html`<line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class="line core" />`}
    ${marks.map((mark, i) => html`<${Symbol} mark=${mark} x=${x - wide / 2 + 7 + i * 15} y=${y} r=${7} />`)}
    ${numbers.length > 0 && html`<${Number} numbers=${numbers} x=${x} y=${y + (marks.length ? 14 : 0)} />`}
  </g>`;
}

function Node({ box, owner, tint }) {
  const table = useTable(), { node, items, wide, deep } = box, numbers = table.numbers(node);
  const first = -deep / 2 + LINE;
  const said = [node.title, owner && `${say('belongs')} ${owner.name}`, ...node.items.map(itemWords)].filter(Boolean).join(', ');
  return html`<g transform=${`translate(${box.x.toFixed(1)} ${box.y.toFixed(1)})`}>
    <g ...${spot(table, node, numbers, said, 'town')}>
      <title>${said}</title>
      <rect x=${-wide / 2} y=${-deep / 2} width=${wide} height=${deep} rx="7" class=${classes('plate', tint)} />
      ${owner && html`<rect x=${-wide / 2} y=${-deep / 2} width="5" height=${deep} rx="2" class=${classes('flag', colour(owner.mark.colour))} />
        <${Symbol} mark=${{ ...owner.mark, count: 1 }} x=${-(node.title.length * LETTER) / 2 - 3} y=${first - 4} r=${7} />`}
      <text class="town-name" x=${owner ? 11 : 0} y=${first} font-size="13">${node.title}</text>
      <g transform=${`translate(${-items.width / 2} ${first + LINE + 1})`}>
        ${items.pieces.map((piece) => (piece.mark
          ? html`<${Symbol} mark=${piece.mark} x=${piece.x + 7} y=${-4} r=${6.5} />`
          : html`<text class="small-text" x=${piece.x} font-size="12">${piece.text}</text>`))}
      </g>
      <rect x=${-wide / 2} y=${-deep / 2} width=${wide} height=${deep} rx="7" class="edge" />
      ${numbers.length > 0 && html`<${Number} numbers=${numbers} x=${wide / 2 - 2} y=${-deep / 2 + 2} />`}
    </g>
  </g>`;
}

export function Graph({ part, seats }) {
  const boxes = useMemo(() => arranged(part), [part]);
  const all = [...boxes.values()];
  const left = Math.min(...all.map((box) => box.x - box.wide / 2)) - 14, right = Math.max(...all.map((box) => box.x + box.wide / 2)) + 14;
  const top = Math.min(...all.map((box) => box.y - box.deep / 2)) - 14, bottom = Math.max(...all.map((box) => box.y + box.deep / 2)) + 14;
  const tints = new Map(part.groups.map((group, i) => [group.id, `tint-${i % 8}`]));
  const leads = (node) => part.links.filter((link) => link.ends.includes(node.id)).map((link) => boxes.get(link.ends.find((id) => id !== node.id))?.node.title);
  const told = (node) => [node.title, part.groups.find((group) => group.id === node.group)?.title || '', node.owner === null ? '' : seats[node.owner].name, node.items.map(itemWords).join(', '), leads(node).join(', ')];
  const groups = part.groups.length > 0 && html`<ul class="legend">${part.groups.map((group) => html`<li><svg class="inline" viewBox="0 0 20 20" aria-hidden="true"><rect x="1" y="3" width="18" height="14" rx="4" class=${classes('plate', tints.get(group.id))} /></svg>${group.title}</li>`)}</ul>`;
  const { marks, lines } = meanings(part, seats);
  const ways = lines.length > 1 && html`<ul class="legend" aria-label=${say('Symbols')}>${lines.map((line) => html`<li><svg class="inline road" viewBox="0 0 20 20" aria-hidden="true">
    ${PALE.includes(line.colour) && html`<line x1="0" y1="10" x2="20" y2="10" class="rim" />`}<line x1="0" y1="10" x2="20" y2="10" class=${classes('line', heavy(line) && 'heavy', colour(line.colour))} />${heavy(line) && html`<line x1="0" y1="10" x2="20" y2="10" class="line core" />`}</svg>${line.title}</li>`)}</ul>`;
  const below = html`<div>${groups}<${Legend} marks=${marks} title=${say('Symbols')} />${ways}</div>`;
  return html`<${Frame} title=${part.title} name=${say('Map')} box=${[left, top, right - left, bottom - top]}
    columns=${[say('Map'), '', say('Player'), '', say('leads to')]} rows=${part.nodes.map(told)} below=${below}>
    ${part.links.filter((link) => link.ends.every((id) => boxes.has(id))).map((link, i) => html`<${Line} key=${link.id || i} link=${link} boxes=${boxes} />`)}
    ${all.map((box) => html`<${Node} key=${box.node.id} box=${box} owner=${box.node.owner === null ? null : seats[box.node.owner]} tint=${tints.get(box.node.group)} />`)}
  <//>`;
}
