// The page's side of the engine: questions by number, one worker, begun anew if it hangs.

const NAMES = { check: 'The rules are being checked.', begin: 'The table is being set up.', call: 'The table is thinking.', scenario: 'A scenario is running.', players: 'The rules are being compiled.' };
let worker, count = 0, waiting = new Map();
const heard = new Set(), watchers = new Set(), busy = new Set();
let state = { ready: false, loading: 'Python', broken: '' };

function tell(more) {
  state = { ...state, ...more };
  for (const watcher of watchers) watcher(state);
}

export function begin() {
  worker?.terminate();
  for (const { give } of waiting.values()) give({ status: 0, error: { code: 'ended', text: 'The engine was begun anew.', help: '' } });
  waiting = new Map();
  tell({ ready: false, loading: 'Python', broken: '' });
  pending();
  worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.id !== undefined) {
      waiting.get(data.id)?.give(JSON.parse(data.told));
      waiting.delete(data.id);
      pending();
    } else if (data.changed) for (const each of heard) each();
    else if (data.ready) tell({ ready: true, loading: '' });
    else if (data.broken) tell({ broken: data.broken });
    else if (data.loading) tell({ loading: data.loading });
  };
  worker.onerror = (event) => tell({ broken: event.message || 'The worker did not start.' });
}

// One question is worked on at a time: whoever waits is told for which one.
function pending() {
  const [first] = waiting.values();
  for (const watcher of busy) watcher(first ? { id: first.id, says: NAMES[first.what] || 'The engine is working.' } : null);
}

// Gives {answer} or {status, error}.
export function asked(what, more = {}) {
  return new Promise((give) => {
    const id = (count += 1);
    waiting.set(id, { give, what, id });
    if (waiting.size === 1) pending();
    worker.postMessage({ id, message: { do: what, ...more } });
  });
}

// Calls with what is worked on, or null.
export function watchWork(watcher) {
  busy.add(watcher);
  return () => busy.delete(watcher);
}

export const current = () => state;

export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

// What the table beside the editor uses.
window.regelwerk = {
  call: (more) => asked('call', more),
  listen(changed) {
    heard.add(changed);
    return () => heard.delete(changed);
  },
};
