// What stands in lines: cards, tracks, supplies, sheets.
import { classes, html } from '../base.js';
import { say } from '../words.js';
import { Picture } from './pictures.js';
import { Item, Mark, Marks, itemWords } from './marks.js';
import { spot, useTable } from './spots.js';
import { Tile, squareWords } from './squares.js';

// Cards are buttons: they can be picked, or tell about themselves. Those face down are counted.
export function Card({ card, count }) {
  const table = useTable(), numbers = table.numbers(card);
  const attributes = spot(table, card, numbers, card.title, 'card');
  return html`<li><button type="button" ...${{ ...attributes, role: undefined, tabindex: undefined, onKeyDown: undefined }}
      onClick=${attributes.onClick || (() => table.inspect(card))}>
    <${Picture} name=${card.picture} />
    <span class="card-title">${count > 1 && html`<span class="times">${count} ×</span>`}${card.mark && html`<${Mark} mark=${card.mark} />`} ${card.title}</span>
    ${card.square && html`<${Tile} cell=${card.square} /><span class="heard">${squareWords(card.square).filter(Boolean).join('; ')}</span>`}
    ${card.items.map((item) => html`<${Item} item=${item} spelt=${true} />`)}
    ${numbers.length > 0 && html`<span class="card-number" aria-hidden="true">${numbers.length === 1 ? numbers[0] : '…'}</span>`}
  </button></li>`;
}

// Cards that look the same and cannot be picked are shown once.
function alike(cards, table) {
  const found = new Map();
  for (const card of cards) {
    const name = table.numbers(card).length ? `${card.id} ${found.size}` : JSON.stringify([card.title, card.items, card.mark]);
    if (found.has(name)) found.get(name).count += 1;
    else found.set(name, { card, count: 1 });
  }
  return [...found.values()];
}

export function CardList({ cards, label }) {
  const table = useTable();
  const open = cards.filter((card) => !card.face_down), hidden = cards.length - open.length;
  return html`<ul class="cards" aria-label=${label}>
    ${alike(open, table).map(({ card, count }, i) => html`<${Card} key=${`${card.id} ${i}`} card=${card} count=${count} />`)}
    ${hidden > 0 && html`<li class="back"><span aria-hidden="true">${hidden > 1 ? `${hidden} ×` : ''} ▒</span><span class="heard">${say('{number} face down', { number: hidden })}</span></li>`}
  </ul>`;
}

export function Cards({ part, seats }) {
  const title = part.owner === null ? part.title : `${part.title} · ${seats[part.owner].name}`;
  return html`<section class="strip"><h2>${title}</h2><${CardList} cards=${part.cards} label=${title} /></section>`;
}

const LONG = 25; // spaces from which on only those with something on them are shown

export function Track({ part }) {
  const on = (space) => part.pieces.filter((piece) => piece.space === space);
  const shown = part.spaces.map((space, i) => ({ space, pieces: on(i), i }))
    .filter(({ pieces, i }) => part.spaces.length <= LONG || pieces.length || i === 0 || i === part.spaces.length - 1);
  return html`<section class="strip"><h2>${part.title}</h2>
    <ol class="track">${shown.map(({ space, pieces }) => html`<li class=${classes(pieces.length && 'taken')}>
      <span class="space">${space.title}</span>
      ${space.items.map((item) => html`<${Item} item=${item} />`)}
      ${pieces.map((piece) => html`<${Mark} mark=${piece.mark} />`)}
    </li>`)}</ol></section>`;
}

export function Supply({ part }) {
  return html`<section class="strip"><h2>${part.title || say('On the table')}</h2>
    <ul class="facts">${part.items.map((item) => html`<li><${Item} item=${{ ...item, label: `${item.label} ` }} /></li>`)}</ul></section>`;
}

export function Sheet({ part }) {
  const table = useTable();
  const rows = part.rows.filter((row) => row.cells.some((cell) => cell.marks.length) || table.numbers(row).length);
  if (!rows.length) return null;
  return html`<section class="strip">${part.title && html`<h2>${part.title}</h2>`}
    <div class="scrolls" tabindex="0" role="group" aria-label=${part.title || say('On the table')}><table class="sheet"><thead><tr><th scope="col"><span class="heard">${say('Game')}</span></th>${part.columns.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => {
      const numbers = table.numbers(row);
      return html`<tr class=${classes(table.lit.has(row.id) && 'lit')}><th scope="row">${numbers.length
        ? html`<button type="button" class="spot" onClick=${() => table.pick(numbers, row)}>${row.title}</button>` : row.title}</th>
        ${row.cells.map((cell) => html`<td>${cell.marks.length > 0 && html`<${Marks} marks=${cell.marks} />`}</td>`)}</tr>`;
    })}</tbody></table></div></section>`;
}

export { itemWords };
