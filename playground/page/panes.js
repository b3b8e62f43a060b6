// What stands beside and below the editor: messages, scenarios, the table.
import { classes, html, useEffect, useRef, useState } from '../table/base.js';
import { keep } from '../table/base.js';
import { forget, remember } from '../table/keys.js';
import { asked, prepare, sit } from './engine.js';
import { say, titled } from './words.js';

const where = (place) => (place ? `${place.file.split('/').pop()}:${place.line}` : '');

function Explained({ code }) {
  const [told, setTold] = useState(null);
  const open = async (event) => {
    if (event.target.open && !told) setTold((await asked('explain', { code })).answer || {});
  };
  return html`<details onToggle=${open}><summary>${say('More about {code}', { code })}</summary>${told && html`<p>${told.meaning}</p>
    ${[[say('Wrong'), told.wrong], [say('Right'), told.right]].map(([head, examples]) => examples?.length > 0 && html`<h4>${head}</h4>${examples.map((text) => html`<pre tabindex="0">${text}</pre>`)}`)}`}</details>`;
}

export function Messages({ found, go, fix }) {
  if (!found) return null;
  return html`<ol class="messages">${found.map((each) => html`<li class=${each.severity}>
    <p><button type="button" class="place" disabled=${!each.place} onClick=${() => go(each.place)}>${where(each.place) || say('everywhere')}</button> <strong>${each.severity === 'error' ? say('Error') : say('Warning')} ${each.code}</strong> ${each.title}</p>
    <p>${each.message}</p>${each.help && html`<p class="help">${each.help}</p>`}
    ${each.fixes.length > 0 && html`<p class="buttons">${each.fixes.slice(0, 3).map((one) => html`<button type="button" class="small" onClick=${() => fix(one)}>${one.text.trim() ? html`${say('Write')} <code>${one.text.trim().slice(0, 40)}</code>` : say('Remove it')}</button>`)}</p>`}
    <${Explained} code=${each.code} /></li>`)}</ol>`;
}

export function Scenarios({ document, file, state, go }) {
  const [run, setRun] = useState(null), [all, setAll] = useState(false), current = useRef(0);
  useEffect(() => {
    current.current += 1; // whatever runs belongs to other rules
    setRun(null);
  }, [document]);
  const listed = (state?.scenarios || []).map((each, number) => ({ ...each, number }));
  const here = listed.filter((each) => each.place?.file === file), wanted = all || !here.length ? listed : here;
  const start = async () => {
    const mine = (current.current += 1), done = new Map();
    setRun({ done, going: true, error: null });
    for (const each of wanted) {
      const told = await asked('scenario', { document, number: each.number });
      if (current.current !== mine) return;
      if (told.error) return setRun({ done, going: false, error: told.error });
      done.set(each.number, told.answer);
      setRun({ done, going: true, error: null });
    }
    setRun({ done, going: false, error: null });
  };
  const stop = () => {
    current.current += 1;
    setRun({ ...run, going: false });
  };
  const failed = run ? [...run.done.values()].filter((each) => !each.ok).length : 0;
  return html`<section class="pane" aria-labelledby="scenarios-title"><h2 id="scenarios-title">${say('Scenarios')}</h2>
    ${!state ? html`<p>${say('The engine is being loaded.')}</p>` : state.checking ? html`<p>${say('Checking …')}</p>` : !state.ok ? html`<p>${say('These rules have mistakes: mend them first.')}</p>` : listed.length === 0 ? html`<p>${say('There are no scenarios: examples of the rules, each with what is given, what happens and what must come of it.')}</p>` : html`
      <p class="buttons"><button type="button" class="main" disabled=${run?.going} onClick=${start}>${wanted.length === 1 ? say('Run 1 scenario') : say('Run {number} scenarios', { number: wanted.length })}</button>
        ${run?.going && html`<button type="button" onClick=${stop}>${say('Stop')}</button>`}
        ${here.length > 0 && here.length < listed.length && html`<label class="check"><input type="checkbox" checked=${all} onChange=${(event) => setAll(event.target.checked)} /> ${say('of all files ({number})', { number: listed.length })}</label>`}</p>`}
    <p role="status">${run && (run.error ? `${run.error.text} ${run.error.help}` : run.going ? say('{number} of {all} …', { number: run.done.size, all: wanted.length }) : failed ? say('{number} of {all} failed.', { number: failed, all: run.done.size }) : say('{number} ran, all fine.', { number: run.done.size }))}</p>
    ${run && html`<ol class="outcomes">${wanted.filter((each) => run.done.has(each.number)).map((each) => {
      const outcome = run.done.get(each.number);
      return html`<li class=${outcome.ok ? 'fine' : 'failed'}><p><span class="verdict">${outcome.ok ? say('✓ ok') : say('✗ failed')}</span> ${each.title} <button type="button" class="place" onClick=${() => go(each.place)}>${where(each.place)}</button></p>
        ${outcome.failures.map((failure) => html`<div class="failure">${failure.line && html`<code>${failure.line}</code>`}<p>${failure.text}</p>${failure.place && html`<button type="button" class="place" onClick=${() => go(failure.place)}>${where(failure.place)}</button>`}</div>`)}</li>`;
    })}</ol>`}
  </section>`;
}

const TABLE = 'playground';
const BOTS = { random: 'at random', eager: 'quick, with experience', sensible: 'thinks ahead' };

export function Play({ document, state, decide }) {
  const [about, setAbout] = useState(null), [seats, setSeats] = useState([]), [language, setLanguage] = useState(''), [table, setTable] = useState(null), [error, setError] = useState(null), [busy, setBusy] = useState(false);
  const composed = [document.game, ...document.overlays].join('+'), same = about?.composed === composed; // answers to open questions change no seat
  useEffect(() => {
    let ended = false;
    if (!state?.ok) return undefined;
    asked('players', { document }).then(({ answer, error: trouble }) => {
      if (ended) return;
      setError(trouble || null);
      if (!answer) return;
      setAbout({ ...answer, composed });
      setLanguage((now) => (answer.languages.includes(now) ? now : ''));
      const [least, most] = answer.players, bot = ['eager', 'sensible', 'random'].find((name) => answer.bots.includes(name));
      setSeats((now) => (now.length >= least && now.length <= most && now.every((who) => who === 'human' || answer.bots.includes(who)) ? now
        : Array.from({ length: Math.min(most, Math.max(least, 2)) }, (_, n) => (n ? bot : 'human'))));
    });
    return () => { ended = true; };
  }, [document, state?.ok]);
  const begin = async (event) => {
    event.preventDefault();
    setBusy(true);
    const wanted = { ruleset: document.game || 'own', overlays: [], language, seats: seats.map((who) => (who === 'human' ? { kind: 'human' } : { kind: 'bot', bot: who })), patience: 5 };
    const told = await sit(document, wanted);
    setBusy(false);
    setError(told.error || null);
    if (told.error) return;
    forget(TABLE);
    const people = told.answer.seats.filter((seat) => seat.key);
    for (const { seat, key } of people) {
      keep(`seen.${TABLE}.${seat}`, 0);
      remember(TABLE, seat, key, { handover: people.length > 1 });
    }
    setTable({ key: people[0]?.key || told.answer.watch_key, document, number: (table?.number || 0) + 1 });
  };
  const [least, most] = about?.players || [0, 0];
  return html`<section class="pane play" aria-labelledby="play-title" onPointerEnter=${prepare} onFocusIn=${prepare}><h2 id="play-title" class=${classes(table && 'heard')}>${say('Play')}</h2>
    ${!state ? html`<p>${say('The engine is being loaded.')}</p>` : state.checking && !same ? html`<p>${say('Checking …')}</p>` : !state.ok && !state.checking ? html`<p>${say('These rules have mistakes: mend them, then play.')}</p>` : about && html`<details open=${!table} key=${table?.number || 0}>
      <summary>${table ? (table.document === document ? say('A new game') : say('The rules have changed: begin a new game')) : titled(about)}</summary>
      <form onSubmit=${begin}><ol class="seats-wanted">${seats.map((who, n) => html`<li><label class="field">${say('Seat {number}', { number: n + 1 })} <select value=${who} onChange=${(event) => setSeats(seats.map((each, i) => (i === n ? event.target.value : each)))}>
          <option value="human" selected=${who === 'human'}>${say('Person')}</option>${about.bots.map((bot) => html`<option value=${bot} selected=${who === bot}>${say('Bot: {name}', { name: say(BOTS[bot] || bot) })}</option>`)}</select></label></li>`)}</ol>
        <p class="buttons"><button type="button" disabled=${seats.length >= most} onClick=${() => setSeats([...seats, about.bots[0]])}>${say('Add a seat')}</button><button type="button" disabled=${seats.length <= least} onClick=${() => setSeats(seats.slice(0, -1))}>${say('Remove a seat')}</button></p>
        ${about.languages.length > 1 && html`<label class="field">${say('Language of the rules')} <select value=${language} onChange=${(event) => setLanguage(event.target.value)}>${about.languages.map((code) => html`<option value=${code} selected=${code === language}>${code || say('as written')}</option>`)}</select></label>`}
        ${state.rulings?.length > 0 && html`<details><summary>${say('Open questions of the rules')}</summary><div class="rulings">${state.rulings.map((each) => html`<label class="field">${titled(each)} <select value=${document.rulings[each.name] ?? each.default} onChange=${(event) => decide({ ...document.rulings, [each.name]: event.target.value })}>
          ${each.choices.map((choice) => html`<option value=${choice.name} selected=${choice.name === (document.rulings[each.name] ?? each.default)}>${titled(choice)}</option>`)}</select></label>`)}</div></details>`}
        <p class="remark">${say('This page holds everything, hidden cards included: it is for you, for people at this screen, and for bots. With others far away, play at a table in the browser:')} <code>regelwerk serve</code></p>
        <p><button class="main" disabled=${busy || state.checking || !seats.length}>${busy ? say('Setting up …') : state.checking ? say('Checking …') : say('Begin')}</button></p></form></details>`}
    ${error && html`<p class="notice" role="alert">${error.text} ${error.help}</p>`}
    ${table && html`<iframe key=${table.number} class="table" title=${say('The table')} src=${`play.html?${table.number}#${table.key}`}></iframe>`}
  </section>`;
}
