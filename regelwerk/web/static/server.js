// Talking to the server: requests with a seat's key, and news of changes. Nothing else leaves the page.
// In the playground another file stands in this one's place: the engine is in the page there.

export const TABLE = decodeURIComponent(location.pathname.split('/').pop()); // the table of this page
export const HOME = '/'; // the lobby; '' where there is none

export class Trouble extends Error {
  constructor(status, error, state) {
    super(error.text);
    Object.assign(this, { status, code: error.code, help: error.help || '', diagnostics: error.diagnostics || [], state });
  }
}

const UNREACHABLE = { code: 'unreachable', text: 'unreachable' };

// `plain`: the answer as it was written, and a body that is written already: seeds are larger than numbers can be here.
async function asked(method, path, key, body, plain = false) {
  const headers = { 'Accept-Language': document.documentElement.lang || 'en' };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body), cache: 'no-store' });
  } catch {
    throw new Trouble(0, UNREACHABLE);
  }
  let said, data;
  try {
    said = await answer.text();
    data = JSON.parse(said);
  } catch {
    throw new Trouble(answer.status, UNREACHABLE);
  }
  if (!answer.ok) throw new Trouble(answer.status, data.error || UNREACHABLE, data.state);
  return plain ? said : data;
}

export const get = (path, key) => asked('GET', path, key);
export const post = (path, key, body) => asked('POST', path, key, body);
export const written = (method, path, key, body) => asked(method, path, key, body, true);

const SOON = 500, LATE = 8000, BETWEEN = 4000;

// Calls `changed` whenever something may have happened, `linked` with whether news come at once.
// Where no socket opens the table is asked every few seconds.
export function listen(table, key, changed, linked) {
  let socket, timer, wait = SOON, ended = false;
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${table}/news`;
  function open() {
    if (ended) return;
    socket = new WebSocket(address);
    socket.onopen = () => {
      socket.send(JSON.stringify({ key }));
      wait = SOON;
      linked(true);
      changed();
    };
    socket.onmessage = () => changed();
    socket.onclose = () => {
      if (ended) return;
      linked(false);
      timer = setTimeout(open, wait);
      wait = Math.min(LATE, wait * 2);
    };
  }
  open();
  const poll = setInterval(() => socket.readyState !== WebSocket.OPEN && changed(), BETWEEN);
  const back = () => document.visibilityState === 'visible' && changed();
  document.addEventListener('visibilitychange', back);
  return () => {
    ended = true;
    clearTimeout(timer);
    clearInterval(poll);
    document.removeEventListener('visibilitychange', back);
    socket.close();
  };
}
