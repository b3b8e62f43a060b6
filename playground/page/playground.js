// The playground: rules on the left, what they mean on the right. Everything stays in this page.
import { classes, html, keep, kept, render, useCallback, useEffect, useMemo, useRef, useState } from '../table/base.js';
import { begun, edited, first, library, names, originals, read } from './documents.js';
import { Editor } from './editor.js';
import { asked, begin, current, leave, watch, watchWork } from './engine.js';
import { LANGUAGES, language, say, speak, titled } from './words.js';
import { Messages, Play, Scenarios } from './panes.js';
import { download, link, linked, opened } from './share.js';
import { Tour } from './tour.js';

const PAUSE = 200; // milliseconds without a keystroke until the rules are checked
const MOMENT = 600; // until one is told what the engine works on
const LONG = 15000; // until one is offered to begin the engine anew
const PANES = [['rules', 'Rules'], ['play', 'Play'], ['scenarios', 'Scenarios'], ['tour', 'Tour']];

function useEngine() {
  const [state, setState] = useState(current());
  useEffect(() => watch(setState), []);
  return state;
}

// Says what the engine works on if that takes longer than a moment.
function Busy({ anew }) {
  const [work, setWork] = useState([]), [shown, setShown] = useState(0);
  useEffect(() => watchWork(setWork), []);
  const id = work.map((each) => each.id).join();
  useEffect(() => {
    setShown(0);
    if (!work.length) return undefined;
    const timers = [[MOMENT, 1], [LONG, 2]].map(([time, n]) => setTimeout(() => setShown(n), time));
    return () => timers.forEach(clearTimeout);
  }, [id]);
  return html`<p class=${classes('busy', !shown && 'idle')} role="status">${shown > 0 && work.map((each) => html`<span>${say(each.says)} ${shown > 1 && html`<button type="button" class="small" onClick=${() => anew(each.engine)}>${say('Leave it')}</button>`}</span> `)}</p>`;
}

// Checks what is edited: one question at a time, always about the newest text.
function useCheck(document) {
  const [found, setFound] = useState(null), [since, setSince] = useState(0), at = useRef({ newest: null, busy: false });
  const ask = useCallback(async () => {
    const now = at.current;
    if (now.busy) return;
    while (now.newest) {
      const wanted = now.newest;
      [now.newest, now.busy] = [null, true];
      setSince(Date.now());
      const { answer, error } = await asked('check', { document: wanted });
      now.busy = false;
      if (!now.newest) setFound({ document: wanted, ...(answer || { diagnostics: [], scenarios: [], ok: false, error }) });
    }
    setSince(0);
  }, []);
  useEffect(() => {
    if (!document) return undefined;
    at.current.newest = document;
    const timer = setTimeout(ask, at.current.first ? PAUSE : 0);
    at.current.first = true;
    return () => clearTimeout(timer);
  }, [document]);
  return { found, since, again: () => { at.current = { newest: document, busy: false, first: true }; ask(); } };
}

function Starts({ games, document, choose }) {
  const value = document.game ? [document.game, ...document.overlays].join('+') : '';
  const listed = (each) => [html`<option value=${each.name} selected=${value === each.name}>${titled(each)}</option>`,
    ...each.overlays.map((overlay) => html`<option value=${`${each.name}+${overlay.name}`} selected=${value === `${each.name}+${overlay.name}`}>  ${say('with')} ${titled(overlay)} (${say(overlay.layer)})</option>`)];
  const mixed = value && document.overlays.length > 1;
  return html`<label class="start"><span>${say('Begin with')}</span> <select value=${value} onChange=${(event) => choose(event.target.value)}>
    <option value="" selected=${!value}>${say('A game of your own')}</option>${mixed && html`<option value=${value} selected>${document.game} ${say('with several')}</option>`}
    <optgroup label=${say('Games')}>${games.flatMap(listed)}</optgroup></select></label>`;
}

function Shared({ url, close }) {
  const field = useRef(null), [copied, setCopied] = useState(false);
  useEffect(() => field.current.select(), []);
  const copy = async () => {
    field.current.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      setCopied(document.execCommand('copy'));
    }
  };
  return html`<section class="notice shared" aria-label=${say('Share')}><label class="field">${say('Whoever opens this link has your rules ({number} characters; no server sees them)', { number: url.length })} <input readonly value=${url} ref=${field} onFocus=${() => field.current.select()} /></label>
    <p class="buttons"><button type="button" onClick=${copy}>${copied ? say('Copied') : say('Copy')}</button><button type="button" onClick=${close}>${say('Close')}</button></p></section>`;
}

function App({ games, begins, trouble }) {
  const [document, setDocument] = useState(begins), [before, setBefore] = useState({}), [file, setFile] = useState(() => first(begins, games)), [pane, setPane] = useState('rules');
  const [comparing, setComparing] = useState(false), [place, setPlace] = useState(null), [shared, setShared] = useState(''), [error, setError] = useState(trouble), [, tick] = useState(0), [version, setVersion] = useState(0);
  const engine = useEngine(), { found, since, again } = useCheck(document), picker = useRef(null);
  const game = games.find((each) => each.name === document.game);

  useEffect(() => {
    let ended = false;
    originals(document, games).then((texts) => !ended && setBefore(texts), (broken) => setError(broken.message));
    return () => { ended = true; };
  }, [document.game, document.overlays.join()]);
  useEffect(() => keep('playground', document), [document]);
  useEffect(() => { // what the rules no longer ask needs no answer
    if (found?.error?.code === 'ruling_unknown') setDocument((now) => ({ ...now, rulings: {} }));
  }, [found]);

  const show = (next, name, where = 'rules') => {
    setDocument(next);
    setVersion((n) => n + 1);
    setFile(name || first(next, games));
    setPlace(null);
    setComparing(false);
    setError('');
    setPane(where);
  };
  useEffect(() => { // a link that is pasted into the page's address
    const changed = () => linked(location.hash).then((next) => next && show(next), (broken) => setError(broken.message));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const choose = async (value) => {
    const [name, ...overlays] = value.split('+');
    history.replaceState(null, '', location.pathname);
    show(value ? { game: name, overlays, rulings: {}, files: {} } : await begun());
  };
  const open = async (event) => {
    try {
      show(await opened(event.target.files));
    } catch (broken) {
      setError(broken.message);
    }
    event.target.value = '';
  };
  const text = document.files[file] ?? before[file];
  const change = (next) => setDocument((now) => edited(now, file, next, before));
  const put = (name, next) => { // from elsewhere than the editor
    setDocument((now) => edited(now, name, next, before));
    setVersion((n) => n + 1);
  };
  const go = (target) => {
    setFile(target.file);
    setPlace({ ...target });
    setPane('rules');
  };
  const fix = (one) => {
    const lines = (document.files[one.place.file] ?? before[one.place.file]).split('\n');
    const at = (line, column) => lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
    const whole = lines.join('\n'), next = whole.slice(0, at(one.place.line, one.place.column)) + one.text + whole.slice(at(one.place.end_line, one.place.end_column));
    put(one.place.file, next);
  };
  const format = async () => {
    const { answer } = await asked('format', { name: file, text });
    if (answer) put(file, answer.text);
  };
  const all = names(document, games), messages = useMemo(() => (found?.diagnostics || []).filter((each) => each.place?.file === file), [found, file]);
  const errors = (found?.diagnostics || []).filter((each) => each.severity === 'error').length, warnings = (found?.diagnostics.length || 0) - errors;
  const fresh = found?.document === document, state = found && fresh ? found : found && { ...found, ok: false, checking: true };
  const said = engine.broken ? '' : !engine.ready ? say('Loading {what} …', { what: say(engine.loading) }) : !fresh || since ? say('Checking …') : found.error ? `${found.error.text} ${found.error.help}`
    : errors || warnings ? [errors && (errors === 1 ? say('1 error') : say('{number} errors', { number: errors })), warnings && (warnings === 1 ? say('1 warning') : say('{number} warnings', { number: warnings }))].filter(Boolean).join(', ') : say('No findings.');
  const label = (name) => `${name.split('/').slice(1).join('/') || name}${name in document.files && name in before ? ` ${say('(changed)')}` : ''}`;
  return html`<header class="bar"><svg class="home" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2l12 7v14l-12 7-12-7V9z" class="brand" /><circle cx="16" cy="16" r="5" class="brand-dot" /></svg>
      <div class="asked"><h1>Regelwerk playground</h1></div>
      <${Starts} games=${games} document=${document} choose=${choose} />
      <label class="language"><span class="heard">${say('Page in')}</span> <select value=${language()} onChange=${(event) => { speak(event.target.value, true); tick((n) => n + 1); }}>${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} selected=${code === language()}>${name}</option>`)}</select></label>
      <div class="buttons"><button type="button" onClick=${() => picker.current.click()}>${say('Open')}</button><button type="button" onClick=${() => download(file, text || '')}>${say('Save')}</button>
        ${Object.keys(document.files).length > 1 && html`<button type="button" onClick=${() => download('rules.json', JSON.stringify(document), 'application/json')}>${say('Save all')}</button>`}
        <button type="button" onClick=${async () => setShared(await link(document))}>${say('Share')}</button></div>
      <input type="file" hidden multiple accept=".regel,.json" ref=${picker} onChange=${open} aria-label=${say('Open files')} /></header>
    <nav class="panes" aria-label=${say('Parts of the page')}>${PANES.map(([name, title]) => html`<button type="button" class=${`to-${name}`} aria-pressed=${pane === name || (pane === 'rules' && name === 'play' ? 'mixed' : 'false')} onClick=${() => setPane(name)}>${say(title)}</button>`)}</nav>
    ${error && html`<p class="notice" role="alert">${error} <button type="button" class="small" onClick=${() => setError('')}>${say('Close')}</button></p>`}
    ${shared && html`<${Shared} url=${shared} close=${() => setShared('')} />`}
    ${engine.broken && html`<p class="notice" role="alert">${say('The engine did not start:')} ${engine.broken} <button type="button" class="small" onClick=${begin}>${say('Try again')}</button></p>`}
    <${Busy} anew=${(engine) => { leave(engine); again(); }} />
    <main class=${`playground on-${pane}`}>
      <section class="writing" aria-label=${say('Rules')}>
        <div class="tools">${all.length > 1 ? html`<label>${say('File')} <select value=${file} onChange=${(event) => { setPlace(null); setFile(event.target.value); }}>${all.map((name) => html`<option value=${name} selected=${name === file}>${label(name)}</option>`)}</select></label>` : html`<span class="file">${label(file)}</span>`}
          <button type="button" class="small" disabled=${!engine.ready} onClick=${format}>${say('Format')}</button>
          <button type="button" class="small" aria-pressed=${comparing} disabled=${before[file] === undefined || !(file in document.files)} onClick=${() => setComparing(!comparing)}>${say('Compare with the original')}</button>
          ${file in document.files && before[file] !== undefined && html`<button type="button" class="small" onClick=${() => put(file, before[file])}>${say('Take the changes back')}</button>`}
          ${game?.overlays.length > 0 && html`<details class="with"><summary>${say('With')}</summary><div>${game.overlays.map((each) => html`<label class="check"><input type="checkbox" checked=${document.overlays.includes(each.name)}
            onChange=${(event) => setDocument({ ...document, overlays: event.target.checked ? [...document.overlays, each.name] : document.overlays.filter((name) => name !== each.name) })} /> ${titled(each)} <small>${say(each.layer)}</small></label>`)}</div></details>`}</div>
        ${text === undefined ? html`<p class="waiting">…</p>` : html`<${Editor} name=${file} text=${text} version=${version} messages=${messages} original=${before[file]} comparing=${comparing} change=${change} place=${place} rules=${document} />`}
        <div class="findings" tabindex="0" role="group" aria-label=${say('Messages')}><p role="status" class=${classes('said', errors && fresh && 'wrong')}>${said}</p>
          ${engine.ready && html`<${Messages} found=${found?.diagnostics} go=${go} fix=${fix} />`}</div>
      </section>
      <div class="beside"><div class="for-play"><${Play} document=${document} state=${state} decide=${(rulings) => setDocument((now) => ({ ...now, rulings }))} /></div><div class="for-scenarios"><${Scenarios} document=${document} file=${file} state=${state} go=${go} /></div>
        <div class="for-tour"><${Tour} open=${show} /></div></div>
    </main>`;
}

const page = document.getElementById('page');
async function start() {
  begin();
  const { games } = await library();
  let begins = null, trouble = '';
  try {
    begins = await linked(location.hash);
  } catch (broken) {
    trouble = broken.message;
  }
  begins ||= read(kept('playground', null)) || { game: 'connect-four', overlays: [], rulings: {}, files: {} };
  if (begins.game && !games.some((each) => each.name === begins.game)) {
    trouble = `There is no game called ${begins.game} here.`;
    begins = Object.keys(begins.files).length ? { game: '', overlays: [], rulings: {}, files: begins.files } : await begun();
  }
  if (!names(begins, games).length) begins = await begun();
  page.textContent = '';
  render(html`<${App} games=${games} begins=${begins} trouble=${trouble} />`, page);
}
start().catch((error) => { page.textContent = `The playground cannot be shown: ${error.message}`; });
