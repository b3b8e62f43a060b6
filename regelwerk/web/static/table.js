// The page of a table: what this seat sees, what it can choose, what happened.
import { classes, html, keep, kept, render, useEffect, useMemo, useRef, useState } from './base.js';
import { Graph } from './drawing/graph.js';
import { Grid } from './drawing/grid.js';
import { Hexes } from './drawing/hexes.js';
import { Holding } from './drawing/holdings.js';
import { tellApart } from './drawing/marks.js';
import { Table } from './drawing/spots.js';
import { Pictures, usePictures } from './drawing/pictures.js';
import { Squares } from './drawing/squares.js';
import { Cards, Sheet, Supply, Track } from './drawing/strips.js';
import { known, remember, seated, takeSeat } from './keys.js';
import { HOME, TABLE, written } from './server.js';
import { About, HandOver, Refused } from './table/dialog.js';
import { markSeen, preview, seen, useGame } from './table/game.js';
import { Bar, Notices, Settings } from './table/bar.js';
import { Commit, Options } from './table/options.js';
import { Names, Result, ScoreSheet } from './table/result.js';
import { Log, Story } from './table/story.js';
import { chosen as languageChosen, say, speak } from './words.js';

const PICTURES = { graph: Graph, hexes: Hexes, squares: Squares, grid: Grid };
const STRIPS = { cards: Cards, track: Track, supply: Supply, sheet: Sheet };
const FEW = 16; // options that are looked at to find out where they lead
const MANY = 30; // options from which on spots are only outlined
const GLANCE = 140; // milliseconds that one rests on an option until it is looked at
const WITHDRAWN = 'withdrawn'; // a wish to take something back that nobody has to refuse

// The fragment is the key of the seat: links inside the page must not change it.
function toChoices(event) {
  event.preventDefault();
  (document.getElementById('options-title') || document.getElementById('board'))?.focus();
}

function firstKey() {
  const given = location.hash.slice(1), entry = known(TABLE);
  return given || entry.keys[Object.keys(entry.keys).find((who) => /^\d+$/.test(who)) ?? Object.keys(entry.keys)[0]] || '';
}

// Who else is waited for, beginning behind one's own seat.
function inTurn(state, you) {
  const many = state.table.seats.length, behind = (seat) => (seat - you + many) % many;
  return state.waiting.filter((seat) => seat !== you).sort((a, b) => behind(a) - behind(b));
}

function things(part) {
  return [...(part.nodes || []), ...(part.links || []), ...(part.cells || [])];
}

// Where options lead that pick nothing on the table, or that begin at the same place: the places that they would change.
function useLeads(state, key, only) {
  const [leads, setLeads] = useState(new Map());
  const decision = state?.decision;
  useEffect(() => {
    setLeads(new Map());
    const spots = decision ? state.scene.parts.filter((part) => part.kind in PICTURES).flatMap(things) : [];
    const ids = new Set(spots.map((thing) => thing.id));
    const shown = spots.some((thing) => thing.options.length || thing.sides?.length) || decision?.options.some((option) => option.things?.some((id) => ids.has(id)));
    const asked = only ? decision?.options.filter((option) => only.includes(option.number)) : shown ? [] : decision?.options;
    if (!spots.length || !asked?.length || asked.length > FEW) return undefined;
    let ended = false;
    (async () => {
      const found = new Map();
      for (const option of asked) {
        const { changes } = await preview(TABLE, key, state.revision, option.id);
        if (ended) return;
        for (const { thing } of changes) if (ids.has(thing)) found.set(thing, [...(found.get(thing) || []), option.number]);
      }
      setLeads(only ? new Map([...found].filter(([, numbers]) => numbers.length < asked.length)) : found);
    })();
    return () => { ended = true; };
  }, [decision, key, only]);
  return leads;
}

function TablePage({ seat: key, sit, here }) {
  const { state, log, trouble, linked, act } = useGame(TABLE, key);
  const [careful, setCareful] = useState(kept('careful', matchMedia('(pointer: coarse)').matches));
  const [shown, setShown] = useState(null), [found, setFound] = useState(null), [pending, setPending] = useState(null);
  const [only, setOnly] = useState(null), [dialog, setDialog] = useState(null), [told, setTold] = useState([]), [error, setError] = useState(null);
  const [busy, setBusy] = useState(false), resting = useRef(0), heading = useRef(null), asking = useRef(null);
  const leads = useLeads(state, key, only), pictured = usePictures(TABLE, key);
  const decision = state?.decision || null, you = state?.you ?? null;

  useEffect(() => {
    if (!state) return;
    if (!languageChosen() && state.table.language) speak(state.table.language);
    if (you !== null || state.role) remember(TABLE, you ?? state.role, key);
    document.title = `${decision ? '● ' : ''}${state.table.title}`;
  }, [state]);
  useEffect(() => { // who has asked to take something back is told if it stays
    if (!state || you === null) return;
    if (state.undo.pending?.by === you) asking.current = asking.current === WITHDRAWN ? WITHDRAWN : state.log_end;
    else if (asking.current !== null) {
      if (asking.current !== WITHDRAWN && state.log_end >= asking.current) setError({ message: 'Your last step was not taken back.', help: '' });
      asking.current = null;
    }
  }, [state]);
  useEffect(() => {
    if (linked) setError((trouble) => (trouble?.code === 'unreachable' ? null : trouble));
  }, [linked]);
  useEffect(() => {
    clearTimeout(resting.current);
    setPending(null);
    setOnly(null);
    setShown(null);
    setFound(null);
  }, [state?.revision, decision?.site]);
  useEffect(() => { // who has just chosen by keyboard finds the next question, not the top of the page
    if (decision && (document.activeElement === document.body || !document.activeElement)) document.getElementById('options-title')?.focus({ preventScroll: true });
  }, [decision]);

  const look = (numbers) => {
    clearTimeout(resting.current);
    const number = numbers?.length === 1 ? numbers[0] : null;
    if (!numbers) return;
    setShown(number);
    setFound(null);
    const option = decision?.options.find((each) => each.number === number);
    if (option) resting.current = setTimeout(() => preview(TABLE, key, state.revision, option.id).then((answer) => setFound({ number, ...answer })), GLANCE);
  };
  const choose = async (number) => {
    if (busy) return;
    const option = decision?.options.find((each) => each.number === number);
    if (!option) return;
    if (careful && pending !== number) {
      setPending(number);
      look([number]);
      setTimeout(() => document.getElementById('do-it')?.focus(), 0);
      return;
    }
    clearTimeout(resting.current);
    setBusy(true);
    markSeen(TABLE, you, state.log_end);
    setError(await act('choose', { option: option.id }));
    setBusy(false);
  };
  const does = async (what, body) => {
    if (what.startsWith('undo')) asking.current = what === 'undo/refuse' ? WITHDRAWN : null; // what is under way may still say that it waits
    setError(await act(what, body));
  };
  const options = useMemo(() => new Map((decision?.options || []).map((option) => [option.number, option])), [decision]);
  const now = pending ?? shown;
  const lit = useMemo(() => {
    const option = options.get(now);
    return new Set(option ? [...(option.things || []), ...(found?.number === now ? found.changes.map((change) => change.thing) : [])] : told);
  }, [now, found, told, options]);
  const table = {
    options, lit, shown, choose, look, led: [...leads.values()].some((numbers) => numbers.length === 1),
    numbers: (thing) => (decision ? [...new Set([...thing.options, ...(leads.get(thing.id) || [])])] : []),
    pick: (numbers) => {
      if (numbers.length === 1) return choose(numbers[0]);
      setOnly(numbers);
      setTimeout(() => document.getElementById('options-title')?.focus(), 0);
    },
    inspect: (thing) => setDialog({ kind: 'about', thing }),
  };

  if (trouble) {
    return html`<main class="hand-over"><h1>${say('This link does not open the table')}</h1><p>${say(trouble.message)}</p><p>${say(trouble.help) || say('Ask whoever set up the table for a new link.')}</p>
      ${HOME && html`<p><a class="button" href=${HOME}>${say('To the lobby')}</a></p>`}</main>`;
  }
  if (!state) return html`<main class="waiting"><p>${linked ? say('Loading the table …') : say('unreachable')}</p></main>`;

  const entry = known(TABLE);
  const next = entry.handover && !decision && !state.over && !state.table.seats[you]?.answered ? inTurn(state, you).find((other) => entry.keys[other]) : undefined;
  const turn = next ?? (entry.handover && here !== key && you !== null ? you : undefined); // who opens the page may be anybody
  if (turn !== undefined) return html`<${HandOver} name=${state.table.seats[turn].name} take=${() => sit(turn === you ? key : entry.keys[turn])} />`;

  tellApart(state.scene.seats);
  const { scene } = state, names = scene.seats.map((each) => each.name);
  const since = you === null ? 0 : seen(TABLE, you);
  const news = you === null ? [] : log.filter((each) => each.n >= since && each.seat !== you && each.kind !== 'score' && each.kind !== 'shuffle');
  const parts = (kinds, fit = () => true) => scene.parts.filter((part) => part.kind in kinds && fit(part)).map((part, i) => {
    const Part = kinds[part.kind];
    return html`<${Part} key=${`${part.kind} ${i}`} part=${part} seats=${scene.seats} />`;
  });
  const seatState = (seat) => {
    const each = state.table.seats[seat], turn = state.waiting.includes(seat);
    const secret = state.table.seats.some((other) => other.committed) || (decision?.secret && turn);
    return { turn, note: each.thinking ? say('thinking') : secret ? say(each.committed ? 'has committed' : 'has not committed yet') : turn && !state.over ? say('to decide') : '' };
  };
  const own = (part) => you !== null && part.owner === you; // what is asked about lies there more often than elsewhere
  const pictures = parts(PICTURES), bare = pictures.length === 0; // without a picture, what lies before oneself is the table
  const inFront = (owner) => bare && (owner === null || owner === you || you === null);
  const held = (front) => scene.parts.filter((part) => part.kind === 'holding' && inFront(part.owner) === front).map((part) => html`<${Holding} key=${part.owner ?? 'table'} part=${part} you=${you}
    seat=${part.owner === null ? null : scene.seats[part.owner]} state=${part.owner === null ? {} : seatState(part.owner)} />`);
  const last = log[log.length - 1];
  const file = (data) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data], { type: 'application/json' }));
    link.download = `${scene.ruleset}-${TABLE}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const record = () => written('GET', `/api/tables/${TABLE}/record`, key).then(file, setError);
  const save = () => written('POST', `/api/tables/${TABLE}/save`, key, {}).then(file, setError);
  return html`<${Table.Provider} value=${table}><${Names.Provider} value=${names}><${Pictures.Provider} value=${pictured}>
    <a class="skip" href="#options-title" onClick=${toChoices}>${say('To the choices')}</a>
    <${Bar} state=${state} names=${names} undo=${() => does('undo')} heading=${heading} />
    <p class="heard" role="status">${decision ? `${say('Your turn')}. ${decision.question}` : state.over ? state.result?.text : last?.text || ''}</p>
    <${Notices} state=${state} linked=${linked} error=${error} clear=${() => setError(null)} names=${names} does=${does} />
    <main class=${classes('table-page', bare && 'bare-table', options.size > MANY && 'calm')} data-revision=${state.revision}>
      <div class="board" id="board" tabindex="-1">
        ${state.over && state.result && html`<${Result} state=${state} record=${record} />`}
        ${pictures.slice(0, 1)}
        ${held(true)}
      </div>
      <div class="side">
        ${news.length > 0 && !state.over && html`<${Story} entries=${news} light=${setTold} fresh=${Boolean(decision)} />`}
        ${decision ? html`<${Options} decision=${decision} table=${table} only=${only} all=${() => setOnly(null)} pending=${pending} cancel=${() => setPending(null)}
          found=${found?.number === now ? found : null} why=${() => setDialog({ kind: 'refused' })} retract=${(all) => does('retract', { all })} />`
        : state.table.seats[you]?.answered ? html`<${Commit} act=${does} />`
        : state.table.seats[you]?.committed && !state.over ? html`<section class="options"><p>${say('You have committed. The others still think.')}</p></section>` : null}
        <${Log} entries=${log} light=${setTold} />
      </div>
      <div class="strips">${parts(STRIPS, own)}${pictures.length > 1 && html`<div class="further">${pictures.slice(1)}</div>`}${parts(STRIPS, (part) => !own(part))}</div>
      <div class="seats">
        ${held(false)}
        ${!state.over && state.sheets?.length > 0 && html`<details class="so-far-scored"><summary>${say('Scores')}</summary>${state.sheets.map((sheet) => html`<${ScoreSheet} sheet=${sheet} />`)}</details>`}
        <${Settings} state=${state} careful=${careful} setCareful=${(on) => { setCareful(on); keep('careful', on); }} table=${TABLE} own=${key} save=${save} sit=${sit} />
      </div>
    </main>
    ${dialog?.kind === 'refused' && html`<${Refused} table=${TABLE} seat=${key} close=${() => setDialog(null)} />`}
    ${dialog?.kind === 'about' && html`<${About} table=${TABLE} seat=${key} thing=${dialog.thing} asks=${Boolean(decision)} close=${() => setDialog(null)} />`}
  <//><//><//>`;
}

function App() {
  const [key, setKey] = useState(firstKey());
  useEffect(() => {
    const changed = () => setKey(firstKey());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const [here, setHere] = useState(seated(TABLE)); // the key of whoever said that they sit there
  const sit = (other) => {
    history.replaceState(null, '', `#${other}`);
    takeSeat(TABLE, other);
    setHere(other);
    setKey(other);
  };
  return html`<${TablePage} key=${key} seat=${key} sit=${sit} here=${here} />`;
}

const page = document.getElementById('page');
page.textContent = '';
render(html`<${App} />`, page);
