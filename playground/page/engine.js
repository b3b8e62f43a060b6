// The page's side of the engine: questions by number. One worker has the rules, another the table, so that a game goes on
// while rules are checked. Whoever hangs is begun anew; the table's worker is not begun before somebody is about to play.

const NAMES = { check: 'The rules are being checked.', begin: 'The table is being set up.', call: 'The table is thinking.', scenario: 'A scenario is running.', players: 'The rules are being compiled.', compile: 'The rules are being compiled.' };
const heard = new Set(), watchers = new Set(), busy = new Set();
let count = 0;

class Engine {
  constructor() {
    Object.assign(this, { worker: null, waiting: new Map(), state: { ready: false, loading: 'Python', broken: '' } });
  }

  begin() {
    this.end();
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }) => {
      if (data.id !== undefined) {
        this.waiting.get(data.id)?.give(JSON.parse(data.told));
        this.waiting.delete(data.id);
        pending();
      } else if (data.changed) for (const each of heard) each();
      else if (data.ready) this.tell({ ready: true, loading: '' });
      else if (data.broken) this.tell({ broken: data.broken });
      else if (data.loading) this.tell({ loading: data.loading });
    };
    this.worker.onerror = (event) => this.tell({ broken: event.message || 'The worker did not start.' });
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    const left = [...this.waiting.values()];
    this.waiting = new Map();
    for (const { give } of left) give({ status: 0, error: { code: 'ended', text: 'The engine was begun anew.', help: '' } });
    this.tell({ ready: false, loading: 'Python', broken: '' });
    pending();
  }

  tell(more) {
    this.state = { ...this.state, ...more };
    if (this.state.broken) this.give({ status: 0, error: { code: 'broken', text: this.state.broken, help: '' } });
    for (const watcher of watchers) watcher(rules.state);
  }

  give(answer) {
    for (const { give } of this.waiting.values()) give(answer);
    this.waiting.clear();
    pending();
  }

  ask(what, more) {
    if (!this.worker || this.state.broken) this.begin();
    return new Promise((give) => {
      const id = (count += 1);
      this.waiting.set(id, { give, what, id });
      if (this.waiting.size === 1) pending();
      this.worker.postMessage({ id, message: { do: what, ...more } });
    });
  }
}

const rules = new Engine(), table = new Engine();

// Of what is worked on, each worker's first question is told: whoever waits is told for which one.
function pending() {
  const first = [rules, table].flatMap((engine) => [...engine.waiting.values()].slice(0, 1).map(({ id, what }) => ({ id, engine, says: NAMES[what] || 'The engine is working.' })));
  for (const watcher of busy) watcher(first);
}

export const begin = () => rules.begin();

// Gives up what a worker hangs on: its rules stay, its game ends.
export const leave = (engine) => engine.begin();

// Has the table's worker loaded by the time somebody wants it.
export const prepare = () => table.worker || table.begin();

// Gives {answer} or {status, error}.
export const asked = (what, more = {}) => rules.ask(what, more);

// Sets a table up: the rules are compiled where they are written, and go to the table as they are.
export async function sit(document, wanted) {
  prepare();
  const { answer: compiled, ...trouble } = await rules.ask('compile', { document });
  return compiled ? table.ask('begin', { document, compiled, wanted }) : trouble;
}

// Calls with what is worked on, a list.
export function watchWork(watcher) {
  busy.add(watcher);
  return () => busy.delete(watcher);
}

export const current = () => rules.state;

export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

// What the table beside the editor uses.
window.regelwerk = {
  call: (more) => table.ask('call', more),
  listen(changed) {
    heard.add(changed);
    return () => heard.delete(changed);
  },
};
