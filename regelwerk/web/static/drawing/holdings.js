// What lies before a seat, or on the table: numbers and symbols in a line, cards to pick, racks.
import { classes, html } from '../base.js';
import { say } from '../words.js';
import { Mark, Marks, words } from './marks.js';
import { spot, useTable } from './spots.js';
import { CardList } from './strips.js';

function Rack({ rack }) {
  return html`<div class="rack"><h3>${rack.title}</h3><ul>${rack.rows.map((row) => {
    const tokens = row.marks.flatMap((mark) => Array.from({ length: mark.count }, () => ({ ...mark, count: 1 })));
    const said = `${row.title}: ${row.marks.map(words).join(', ') || say('empty')}${row.closed ? `, ${say('closed')}` : ''}`;
    return html`<li class=${classes(row.closed && 'closed')}>
      <span class="heard">${said}</span>
      <span aria-hidden="true" class="rack-title">${row.title}</span>
      <span aria-hidden="true" class="pips">${tokens.map((mark) => html`<${Mark} mark=${{ ...mark, title: '' }} />`)}${'·'.repeat(Math.max(0, Math.min(24, row.room - tokens.length)))}${row.closed ? ' ■' : ''}</span>
    </li>`;
  })}</ul></div>`;
}

export function Held({ held }) {
  if (held.cards.length) {
    const faceDown = held.cards.every((card) => card.face_down);
    if (faceDown) return html`<li><span class="label">${held.label}</span> <b>${held.cards.length}</b> <span class="heard">${say('face down')}</span></li>`;
    return html`<li class="whole"><span class="label">${held.label}</span><${CardList} cards=${held.cards} label=${held.label} /></li>`;
  }
  return html`<li><span class="label">${held.label}</span> ${held.marks.length > 0 && html`<b><${Marks} marks=${held.marks} /></b>`}</li>`;
}

export function Holding({ part, seat, state, you }) {
  const table = useTable();
  if (part.owner === null) {
    return html`<section class="holding table-facts" aria-label=${say('On the table')}><ul class="facts">${part.items.map((held) => html`<${Held} held=${held} />`)}</ul></section>`;
  }
  const numbers = table.numbers(part), attributes = numbers.length ? spot(table, { id: '' }, numbers, seat.name, '') : {};
  return html`<section class=${classes('holding', part.owner === you && 'own', state.turn && 'turn')} aria-label=${seat.name}>
    <h2><span ...${attributes}><${Mark} mark=${{ ...seat.mark, title: '', count: 1 }} /> ${seat.name}</span>
      ${part.owner === you && html` <small>(${say('you')})</small>`}
      ${state.note && html`<span class="note">${state.note}</span>`}</h2>
    <ul class="facts">${part.items.map((held) => html`<${Held} held=${held} />`)}</ul>
    ${part.racks.map((rack) => html`<${Rack} rack=${rack} />`)}
  </section>`;
}
