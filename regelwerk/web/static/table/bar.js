// The line above the table: whose turn it is and what is asked; below it what one has to know.
import { Fragment, html, useState } from '../base.js';
import { Mark } from '../drawing/marks.js';
import { known, link, remember } from '../keys.js';
import { HOME, post } from '../server.js';
import { LANGUAGES, language, say, speak } from '../words.js';

export function Bar({ state, names, undo }) {
  const { decision, over, waiting, table } = state;
  const thinking = table.seats.flatMap((seat, i) => (seat.thinking ? [names[i]] : []));
  const waits = waiting.map((seat) => names[seat]).join(', ');
  const title = table.seats[state.you]?.answered ? say('Your answers are complete') : decision ? decision.question || (decision.secret ? say('You decide in secret') : say('What do you do?'))
    : over ? state.result?.text || say('The game is over')
    : table.stopped ? say('The table stands still')
    : thinking.length ? say('{name} is thinking', { name: thinking.join(', ') }) : say('Waiting for {names}', { names: waits });
  return html`<header class="bar">
    ${HOME && html`<a class="home" href=${HOME} aria-label=${say('All tables')}><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2l12 7v14l-12 7-12-7V9z" class="brand" /><circle cx="16" cy="16" r="5" class="brand-dot" /></svg></a>`}
    <div class="asked"><p class="game">${table.title}${decision ? html` · <strong>${say('Your turn')}${decision.secret && decision.question ? `, ${say('in secret')}` : ''}</strong>` : state.you === null ? ` · ${say('You watch.')}` : ''}</p>
      <h1>${decision && html`<${Mark} mark=${{ ...state.scene.seats[state.you].mark, count: 1, title: '' }} /> `}${title}</h1></div>
    ${state.you !== null && html`<button type="button" onClick=${undo} disabled=${!state.undo.allowed} title=${state.undo.allowed ? undefined : state.undo.why_not}>${say('Take back')}</button>`}
  </header>`;
}

export function Notices({ state, linked, error, clear, names, does }) {
  const asked = state.undo.pending, mine = asked?.by === state.you;
  return html`<${Fragment}>
    ${!linked && html`<p class="notice" role="alert">${say('The connection is lost; trying again …')}</p>`}
    ${state.table.stopped && html`<p class="notice" role="alert">${say('The table stands still')}: ${state.table.stopped}</p>`}
    ${error && html`<p class="notice" role="alert">${say(error.message)} ${error.help} <button type="button" class="small" onClick=${clear}>${say('Close')}</button></p>`}
    ${asked && html`<div class="notice" role="alert"><p>${mine ? say('You have asked to take back your last step.') : say('{name} wants to take back the last step.', { name: names[asked.by] })}</p>
      <p class="buttons">${!mine && state.you !== null && !asked.agreed.includes(state.you) && html`<button type="button" class="main" onClick=${() => does('undo/agree')}>${say('Agree')}</button>`}
      ${state.you !== null && html`<button type="button" onClick=${() => does('undo/refuse')}>${mine ? say('Withdraw') : say('Refuse')}</button>`}</p></div>`}
    ${state.table.seed_chosen && !state.over && html`<p class="notice quiet">${say('The seed of this table is known to somebody, who can foretell chance.')}</p>`}
  <//>`;
}

export function Settings({ state, careful, setCareful, table, own, save, sit }) {
  const [, again] = useState(0), [links, setLinks] = useState({});
  const host = known(table).keys.host;
  const renew = async (seat) => {
    const { key } = await post(`/api/tables/${table}/seats/${seat}/link`, host, {});
    if (known(table).keys[seat]) remember(table, seat, key);
    if (seat === state.you) sit(key); // or this page would have no seat any more
    setLinks({ ...links, [seat]: link(table, key) });
  };
  const rename = async (event, seat) => {
    event.preventDefault();
    const field = event.target.elements.name, name = field.value.trim();
    try {
      if (name) await post(`/api/tables/${table}/seats/${seat}/name`, seat === state.you ? own : host, { name });
      field.setCustomValidity('');
    } catch (trouble) {
      field.setCustomValidity(trouble.message);
      field.reportValidity();
    }
  };
  const people = state.table.seats.filter((seat) => seat.kind === 'human').length, alone = HOME && state.you !== null && people === 1 && !state.over;
  return html`<details class="settings"><summary>${say('Settings')}</summary>
    <label><input type="checkbox" checked=${careful} onChange=${(event) => setCareful(event.target.checked)} /> ${say('Ask before a choice counts')}</label>
    <label>${say('Page in')} <select value=${language()} onChange=${(event) => { speak(event.target.value, true); again((n) => n + 1); dispatchEvent(new Event('hashchange')); location.reload(); }}>
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code}>${name}</option>`)}</select></label>
    ${alone && html`<h3>${say('Go on elsewhere')}</h3><p>${say('The file holds everything hidden, and the seed of chance: the table will say so.')}</p>
      <p><button type="button" class="small" onClick=${save}>${say('Save the game')}</button></p>`}
    ${(host || state.you !== null) && HOME && html`<h3>${say('Names')}</h3><ul class="names">${state.table.seats.map((seat, i) => (host || i === state.you) && html`<li key=${i}>
      <form onSubmit=${(event) => rename(event, i)}><input name="name" required maxlength="40" defaultValue=${seat.name} aria-label=${say('Name of seat {number}', { number: i + 1 })}
        onInput=${(event) => event.target.setCustomValidity('')} /> <button class="small">${say('Rename')}</button></form></li>`)}</ul>`}
    ${host && html`<h3>${say('New links')}</h3><ul>${state.table.seats.map((seat, i) => seat.kind === 'human' && html`<li>
      <button type="button" class="small" onClick=${() => renew(i)}>${say('A new link for {name}; the old one is void', { name: seat.name })}</button>
      ${links[i] && html`<output>${links[i]}</output>`}</li>`)}</ul>`}
  </details>`;
}
