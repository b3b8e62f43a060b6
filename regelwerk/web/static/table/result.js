// Scores as tables with their lines, and the end of a game.
import { createContext, html, useContext } from '../base.js';
import { HOME } from '../server.js';
import { say } from '../words.js';

export const Names = createContext([]);

export function ScoreSheet({ sheet }) {
  const names = useContext(Names);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${sheet.title}><table class="scores"><caption>${sheet.title}</caption>
    <thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${sheet.lines.map((line) => html`<tr><th scope="row">${line.title}</th>${line.points.map((n) => html`<td>${n}</td>`)}</tr>`)}</tbody>
    ${sheet.lines.length > 1 && html`<tfoot><tr><th scope="row">${say('Total')}</th>${sheet.totals.map((n) => html`<td>${n}</td>`)}</tr></tfoot>`}
  </table></div>`;
}

export function Result({ state, record }) {
  const names = useContext(Names), { result, table } = state;
  const columns = result.columns || [];
  return html`<section class="result" aria-labelledby="result-title">
    <h2 id="result-title" tabindex="-1">${say('Final result')}</h2>
    <p class="verdict">${result.text}</p>
    <table class="scores places"><thead><tr><th scope="col">${say('Place')}</th><th scope="col">${say('Player')}</th>${columns.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${result.places.flatMap((place, n) => place.map((seat) => html`<tr><td>${n + 1}.</td><th scope="row">${names[seat]}</th>${columns.map((_, i) => html`<td>${result.values[seat][i]}</td>`)}</tr>`))}</tbody></table>
    ${(result.sheets || []).map((sheet) => html`<${ScoreSheet} sheet=${sheet} />`)}
    ${table.seed && html`<details><summary>${say('Seed of chance')}</summary><p class="seed">${table.seed}</p>
      <p>${say('It was {hash} before the game; now everybody can verify it.', { hash: '' })}</p><p class="seed">${table.seed_hash}</p></details>`}
    <p class="buttons"><button type="button" onClick=${record}>${say('Record of the game')}</button> ${HOME && html`<a class="button" href=${HOME}>${say('New table')}</a>`}</p>
  </section>`;
}
