// What can be chosen: sentences, grouped by action, found by words; what each would do, before it counts.
import { classes, html, useEffect, useState } from '../base.js';
import { say } from '../words.js';

const MANY = 15; // options from which on one may look for words

function grouped(options) {
  const groups = new Map();
  let alone = ''; // those without a group stay where they are in the list
  for (const option of options) {
    if (option.group) alone = ` ${option.number}`;
    const name = option.group || alone;
    if (!groups.has(name)) groups.set(name, { name, title: option.group_title, options: [] });
    groups.get(name).options.push(option);
  }
  return [...groups.values()];
}

const NUMERAL = /^[-−]?\d+$/;

function Option({ option, table, pending, tagged }) {
  const numbers = [option.number];
  return html`<li><button type="button" class=${classes('option', table.shown === option.number && 'shown', pending === option.number && 'pending')}
      data-option=${option.id} onClick=${() => table.choose(option.number)}
      onMouseEnter=${() => table.look(numbers)} onMouseLeave=${() => table.look(null)}
      onFocus=${() => table.look(numbers)} onBlur=${() => table.look(null)}>
    ${tagged && html`<span class="number-tag" aria-hidden="true">${option.number}</span>`}
    <span><span class="sentence">${option.text}</span>${option.remark && html`<span class="remark">${option.remark}</span>`}</span>
  </button></li>`;
}

export function Preview({ option, found }) {
  if (!option) return html`<div class="preview empty" aria-hidden="true"></div>`;
  const lines = found ? [...found.lines, ...found.changes.map((change) => change.text).filter(Boolean)] : null;
  return html`<div class="preview"><h3>${say('What it would do')}</h3><p class="about">${option.text}</p>
    ${!lines ? html`<p>…</p>` : lines.length ? html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>` : html`<p>${say('Nothing more can be told before.')}</p>`}</div>`;
}

export function Options({ decision, table, only, all, pending, cancel, why, found, retract }) {
  const [wanted, setWanted] = useState('');
  useEffect(() => setWanted(''), [decision]);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (option) => words.every((word) => `${option.text} ${option.remark}`.toLowerCase().includes(word));
  const options = decision.options.filter((option) => (!only || only.includes(option.number)) && fits(option));
  const groups = grouped(options);
  const tagged = table.led || !decision.options.every((option) => NUMERAL.test(option.text)); // two numbers on one button are one too many
  const chosen = decision.options.find((option) => option.number === (pending ?? table.shown));
  return html`<section class="options" id="options" aria-labelledby="options-title">
    <h2 id="options-title" tabindex="-1">${only ? say('Several choices lead here') : decision.options.length === 1 ? say('1 choice') : say('{number} choices', { number: decision.options.length })}</h2>
    ${decision.answers?.length > 0 && html`<div class="so-far"><h3>${say('Chosen so far')}</h3><ol>${decision.answers.map((text) => html`<li>${text}</li>`)}</ol>
      <button type="button" onClick=${() => retract(false)}>${say('Take back the last answer')}</button></div>`}
    ${pending !== null && chosen && html`<div class="confirm"><p>${chosen.text}</p><p class="buttons">
      <button type="button" class="main" id="do-it" onClick=${() => table.choose(pending)}>${say('Do it')}</button>
      <button type="button" onClick=${cancel}>${say('Not now')}</button></p></div>`}
    ${decision.options.length >= MANY && !only && html`<label class="find">${say('Find a choice')}
      <input type="search" value=${wanted} onInput=${(event) => setWanted(event.target.value)} /></label>`}
    ${options.length === 0 && html`<p>${say('Nothing has these words.')}</p>`}
    <div class="option-groups">${groups.map((group) => html`<div key=${group.name} class="group">
      ${group.title && groups.length > 1 && group.options.length > 1 && html`<h3>${group.title}</h3>`}
      <ul class=${classes('option-list', group.options.every((option) => option.text.length < 5) && 'short')}>${group.options.map((option) => html`<${Option} key=${option.id} option=${option} table=${table} pending=${pending} tagged=${tagged} />`)}</ul></div>`)}</div>
    ${only && html`<p><button type="button" onClick=${all}>${say('Show all')}</button></p>`}
    <${Preview} option=${chosen} found=${found} />
    <p class="buttons"><button type="button" onClick=${why}>${say('What is not possible, and why?')}</button></p>
  </section>`;
}

// After the last secret answer: make it final, or think again.
export function Commit({ act, name }) {
  return html`<section class="options" id="options" aria-labelledby="options-title">
    <h2 id="options-title" tabindex="-1">${say('Your answers are complete')}</h2>
    <p>${say('Nobody sees them until all have committed.')}</p>
    <p class="buttons"><button type="button" class="main" onClick=${() => act('commit')}>${say('Make it final')}</button>
      <button type="button" onClick=${() => act('retract')}>${say('Take back the last answer')}</button>
      <button type="button" onClick=${() => act('retract', { all: true })}>${say('Think again')}</button></p>
  </section>`;
}
