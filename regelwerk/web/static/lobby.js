// The lobby: choose a game and who plays, get a link for every seat; the tables this browser has keys of.
import { Fragment, html, keep, kept, render, useEffect, useMemo, useState } from './base.js';
import { forget, link, listed, remember } from './keys.js';
import { get, post } from './server.js';
import { LANGUAGES, language, say, speak, titled } from './words.js';

const PATIENCE = 5; // seconds that a bot may think

const wanted = (game) => ({
  ruleset: game.name, edition: '', overlays: [], rulings: {}, language: game.languages.includes(language()) ? language() : '', patience: PATIENCE, together: false,
  seats: Array.from({ length: Math.max(2, game.players[0]) }, (_, i) => ({ kind: i ? 'bot' : 'human', bot: '', name: '' })).slice(0, game.players[1]),
});

let count = 0;

function Choice({ label, value, options, change }) {
  const id = useMemo(() => `choice-${(count += 1)}`, []);
  return html`<div class="field"><label for=${id}>${label}</label><select id=${id} value=${value} onChange=${(event) => change(event.target.value)}>
    ${options.map(([code, name]) => html`<option value=${code} selected=${code === value}>${name}</option>`)}</select></div>`;
}

function Seats({ game, seats, change }) {
  const [least, most] = game.players;
  const set = (n, more) => change(seats.map((seat, i) => (i === n ? { ...seat, ...more } : seat)));
  const bots = [['bot ', say('Bot (the usual one)')], ...game.bots.map((bot) => [`bot ${bot}`, say('Bot: {name}', { name: bot })])];
  return html`<fieldset><legend>${say('Seats')}</legend><ol class="seats-wanted">${seats.map((seat, i) => html`<li>
      <${Choice} label=${html`<span>${say('Seat {number}', { number: i + 1 })}<span class="heard">: ${say('Who plays here')}</span></span>`} value=${seat.kind === 'human' ? 'human' : `bot ${seat.bot}`} options=${[['human', say('Person')], ...bots]}
        change=${(value) => set(i, value === 'human' ? { kind: 'human', bot: '' } : { kind: 'bot', bot: value.slice(4) })} />
      <label class="field">${say('Name (if you like)')}<input maxlength="40" autocomplete="off" value=${seat.name} onInput=${(event) => set(i, { name: event.target.value })} /></label>
    </li>`)}</ol>
    <p class="buttons"><button type="button" disabled=${seats.length >= most} onClick=${() => change([...seats, { kind: 'bot', bot: '', name: '' }])}>${say('Add a seat')}</button>
      <button type="button" disabled=${seats.length <= least} onClick=${() => change(seats.slice(0, -1))}>${say('Remove a seat')}</button></p>
  </fieldset>`;
}

// What is in use once one is chosen or left out: what it requires comes with it, what requires it goes with it.
function composed(overlays, used, name, wanted) {
  const requires = (each) => overlays.find((one) => one.name === each)?.requires || [];
  const found = new Set(wanted ? [...used, name] : used.filter((each) => each !== name));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const each of [...found]) {
      if (wanted) requires(each).forEach((one) => overlays.some((other) => other.name === one) && found.add(one));
      else if (requires(each).some((one) => overlays.some((other) => other.name === one) && !found.has(one))) found.delete(each);
    }
  }
  return [...found];
}

function Form({ games, made }) {
  const [form, setForm] = useState(() => wanted(games.find((game) => game.name === kept('game', '')) || games[0]));
  const [error, setError] = useState(null), [busy, setBusy] = useState(false);
  const game = games.find((each) => each.name === form.ruleset), set = (more) => setForm({ ...form, ...more });
  const people = form.seats.filter((seat) => seat.kind === 'human').length;
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    keep('game', form.ruleset);
    const { ruleset, edition, together, seats, ...rest } = form;
    try {
      const answer = await post('/api/tables', '', { ...rest, seats, ruleset: edition ? `${ruleset}@${edition}` : ruleset });
      remember(answer.table, 'host', answer.host_key, { handover: together && people > 1 });
      const own = answer.seats.filter((seat) => seat.key);
      for (const seat of together ? own : own.slice(0, people === 1 ? 1 : 0)) remember(answer.table, seat.seat, seat.key);
      if ((together || people === 1) && own.length) location.href = link(answer.table, own[0].key);
      else made({ ...answer, names: seats.map((seat, i) => seat.name || say('Seat {number}', { number: i + 1 })) });
    } catch (trouble) {
      setError(trouble);
      setBusy(false);
    }
  };
  return html`<form onSubmit=${submit} class="panel"><h2>${say('New table')}</h2>
    <${Choice} label=${say('Game')} value=${form.ruleset} options=${games.map((each) => [each.name, titled(each)])} change=${(name) => setForm(wanted(games.find((each) => each.name === name)))} />
    ${game.editions.length > 1 && html`<${Choice} label=${say('Edition')} value=${form.edition} options=${game.editions.map((each) => [each.name, each.name ? titled(each) : say('as written')])} change=${(edition) => set({ edition })} />`}
    ${game.languages.length > 1 && html`<${Choice} label=${say('Language of the rules')} value=${form.language} options=${game.languages.map((code) => [code, LANGUAGES[code] || code || say('as written')])} change=${(code) => set({ language: code })} />`}
    <${Seats} game=${game} seats=${form.seats} change=${(seats) => set({ seats })} />
    ${people > 1 && html`<label class="check"><input type="checkbox" checked=${form.together} onChange=${(event) => set({ together: event.target.checked })} /> ${say('Everybody plays at this screen, one after the other')}</label>`}
    ${game.overlays.length > 0 && html`<fieldset><legend>${say('Expansions, errata and mods')}</legend>${game.overlays.map((each) => html`<label class="check">
      <input type="checkbox" disabled=${!each.fits} checked=${form.overlays.includes(each.name)} onChange=${(event) => set({ overlays: composed(game.overlays, form.overlays, each.name, event.target.checked) })} />
      ${titled(each)} <small>${say(each.layer)}${each.requires.length ? `, ${say('needs {names}', { names: each.requires.map((name) => titled(game.overlays.find((one) => one.name === name) || { title: name })).join(', ') })}` : ''}${each.fits ? '' : `, ${say('does not go with this edition')}`}</small></label>`)}</fieldset>`}
    ${game.rulings.length > 0 && html`<details><summary>${say('Open questions of the rules')}</summary>${game.rulings.map((each) => html`<${Choice} label=${titled(each)} value=${form.rulings[each.name] || each.default}
      options=${each.choices.map((choice) => [choice.name, titled(choice)])} change=${(value) => set({ rulings: { ...form.rulings, [each.name]: value } })} />`)}</details>`}
    <label class="field">${say('A bot thinks at most (seconds)')}<input type="number" min="0.2" max="600" step="0.1" value=${form.patience} onInput=${(event) => set({ patience: Number(event.target.value) || PATIENCE })} /></label>
    ${error && html`<div class="notice" role="alert"><p>${say(error.message)} ${error.help}</p>${error.diagnostics.length > 1 && html`<pre>${error.diagnostics.map((each) => `${each.place ? `${each.place.file}:${each.place.line}: ` : ''}${each.message}`).join('\n')}</pre>`}</div>`}
    <p class="buttons"><button class="main" disabled=${busy}>${busy ? say('Setting up …') : say('Set up the table')}</button></p>
  </form>`;
}

function Link({ name, url, go }) {
  const [copied, setCopied] = useState(false);
  const copy = async (event) => {
    const field = event.target.closest('li').querySelector('input');
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      setCopied(document.execCommand('copy'));
    }
  };
  return html`<li><label class="field">${name}<input readonly value=${url} onFocus=${(event) => event.target.select()} /></label>
    <button type="button" onClick=${copy}>${copied ? say('Copied') : say('Copy')}</button> ${go && html`<a class="button" href=${url} onClick=${go}>${say('Sit down')}</a>`}</li>`;
}

function Made({ table }) {
  return html`<section class="panel" aria-labelledby="made"><h2 id="made">${say('The table is set')}</h2><p>${say('Send everybody a link. Who has the link has the seat.')}</p>
    <ul class="links">${table.seats.filter((seat) => seat.key).map((seat) => html`<${Link} name=${say('Link for {name}', { name: table.names[seat.seat] })} url=${link(table.table, seat.key)} go=${() => remember(table.table, seat.seat, seat.key)} />`)}
      <${Link} name=${say('Link to watch')} url=${link(table.table, table.watch_key)} /></ul></section>`;
}

// A game that was saved at the terminal or at a table goes on at a new table.
function Saved({ made }) {
  const [error, setError] = useState(null), [busy, setBusy] = useState(false);
  const open = async (event) => {
    const [file] = event.target.files, field = event.target;
    if (!file) return;
    setBusy(true);
    setError(null);
    try {
      const text = await file.text();
      let game;
      try {
        game = JSON.parse(text);
      } catch {
        throw new Error('This is no saved game of Regelwerk.');
      }
      const answer = await post('/api/tables/saved', '', `{"game": ${text}}`); // as it is written: its seed is larger than a number can be here
      remember(answer.table, 'host', answer.host_key);
      const own = answer.seats.filter((seat) => seat.key);
      if (own.length === 1) {
        remember(answer.table, own[0].seat, own[0].key);
        location.href = link(answer.table, own[0].key);
        return;
      }
      made({ ...answer, names: answer.seats.map((_, i) => game.names?.[i] || say('Seat {number}', { number: i + 1 })) });
    } catch (trouble) {
      setError(trouble);
    }
    field.value = '';
    setBusy(false);
  };
  return html`<section class="panel" aria-labelledby="saved"><h2 id="saved">${say('Open a saved game')}</h2>
    <label class="field">${say('A game that was saved at the terminal or at a table goes on here.')} <input type="file" accept=".json,application/json" disabled=${busy} onChange=${open} /></label>
    ${busy && html`<p role="status">${say('Setting up …')}</p>`}
    ${error && html`<p class="notice" role="alert">${say(error.message)} ${error.help}</p>`}</section>`;
}

function MyTables() {
  const [tables, setTables] = useState(null);
  const load = () => {
    const own = listed();
    if (!own.length) return setTables([]);
    post('/api/mine', '', { keys: own.map(({ table, key }) => ({ table, key })) }).then((data) => setTables(data.tables.map((each) => ({ ...own.find((one) => one.table === each.table), ...each }))), () => setTables([]));
  };
  useEffect(load, []);
  if (!tables) return null;
  return html`<section class="panel" aria-labelledby="mine"><h2 id="mine">${say('My tables')}</h2>
    ${tables.length === 0 && html`<p>${say('No table yet.')}</p>`}
    <ul class="tables">${[...tables].reverse().map((each) => html`<li>${each.gone
      ? html`<span>${say('This table is gone')} (${each.table})</span> <button type="button" class="small" onClick=${() => { forget(each.table); load(); }}>${say('Take off the list')}</button>`
      : html`<a href=${link(each.table, each.key)}>${each.title}</a> <span>${(each.seats || []).join(', ')}</span> <em>${each.over ? say('The game is over') : each.your_turn ? say('Your turn') : ''}</em>`}</li>`)}</ul></section>`;
}

function Lobby() {
  const [library, setLibrary] = useState(null), [error, setError] = useState(null), [table, setTable] = useState(null), [, again] = useState(0);
  useEffect(() => {
    get('/api/library').then(setLibrary, setError);
  }, []);
  return html`<${Fragment}><header class="bar"><svg class="home" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2l12 7v14l-12 7-12-7V9z" class="brand" /><circle cx="16" cy="16" r="5" class="brand-dot" /></svg>
      <div class="asked"><p class="game">${say('A table in the browser')}</p><h1>Regelwerk</h1></div>
      <label>${say('Page in')} <select value=${language()} onChange=${(event) => { speak(event.target.value, true); again((n) => n + 1); }}>${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} selected=${code === language()}>${name}</option>`)}</select></label></header>
    <main class="lobby">
      ${error ? html`<p class="notice" role="alert">${say(error.message)} ${error.help}</p>` : table ? html`<${Made} table=${table} />`
      : library ? html`<${Form} games=${library.games} made=${setTable} />` : html`<p class="waiting">${say('Loading the library …')}</p>`}
      <div class="beside"><${MyTables} key=${table?.table} />${!error && !table && html`<${Saved} made=${setTable} />`}</div>
    </main><//>`;
}

const page = document.getElementById('page');
page.textContent = '';
render(html`<${Lobby} />`, page);
