// The game as this seat sees it: fetched anew on every change, never patched, never guessed.
import { keep, kept, useCallback, useEffect, useRef, useState } from '../base.js';
import { get, listen, post } from '../server.js';

const TOLD = 400; // entries of the log that are kept
const AGAIN = 2000; // milliseconds until a server that did not answer is asked again
const BREATH = 100; // between two looks at the table: a quick bot would have it asked too often
const TOO_OFTEN = 429, LATER = 700, TRIES = 5;

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

// Asks once more a little later if the server has been asked too often.
async function patiently(ask) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (error.status !== TOO_OFTEN || left === 0) throw error;
    }
    await pause(LATER);
  }
}

export function useGame(table, key) {
  const [state, setState] = useState(null);
  const [log, setLog] = useState([]);
  const [trouble, setTrouble] = useState(null); // what stands in the way of showing anything
  const [linked, setLinked] = useState(true);
  const now = useRef({ key, log: [], end: 0, revision: -1, order: 0, shown: 0, busy: false, again: false });

  // Several answers may be on their way: none is told twice, and an older one does not come back (gives no then).
  const show = useCallback(async (found, asked, order) => {
    const at = now.current;
    if (at.key !== asked) return true;
    if (order < at.shown) return false;
    if (found.log_end !== at.end || found.revision < at.revision) {
      const since = found.log_end < at.end ? 0 : at.end;
      try {
        const told = await patiently(() => get(`/api/tables/${table}/log?since=${since}`, asked));
        if (at.key !== asked) return true;
        if (!since || told.end >= at.end) {
          at.log = [...at.log.filter((entry) => entry.n < since), ...told.entries].slice(-TOLD);
          at.end = told.end;
          setLog(at.log);
        }
      } catch {
        // the log comes with the next change
      }
    }
    if (order < at.shown) return false;
    at.shown = order;
    at.revision = found.revision;
    setTrouble(null);
    setState(found);
    return true;
  }, [table]);

  const refresh = useCallback(async () => {
    const at = now.current, asked = at.key;
    if (at.busy) {
      at.again = true;
      return;
    }
    at.busy = true;
    const order = (at.order += 1); // what is chosen meanwhile is answered with a newer state
    try {
      if (!(await show(await patiently(() => get(`/api/tables/${table}`, asked)), asked, order))) at.again = true;
      setLinked(true);
    } catch (error) {
      if (at.key === asked && error.status) setTrouble(error);
      else if (at.key === asked) {
        setLinked(false);
        setTimeout(refresh, AGAIN);
      }
    }
    await pause(BREATH);
    at.busy = false;
    if (at.again) {
      at.again = false;
      refresh();
    }
  }, [table]);

  useEffect(() => {
    now.current = { key, log: [], end: 0, revision: -1, order: 0, shown: 0, busy: false, again: false };
    setState(null);
    setLog([]);
    setTrouble(null);
    refresh();
    return listen(table, key, refresh, setLinked);
  }, [table, key]);

  // Does something at the table; gives what went wrong, or nothing.
  const act = useCallback(async (what, body = {}) => {
    const at = now.current, asked = at.key;
    try {
      await show(await patiently(() => post(`/api/tables/${table}/${what}`, asked, { revision: at.revision, ...body })), asked, (at.order += 1));
      return null;
    } catch (error) {
      if (error.state) await show(error.state, asked, (at.order += 1));
      else refresh();
      return error;
    }
  }, [table]);

  return { state, log, trouble, linked, act };
}

// How much of the log a seat had seen when it last did something.
export const seen = (table, seat) => kept(`seen.${table}.${seat}`, 0);
export const markSeen = (table, seat, end) => keep(`seen.${table}.${seat}`, end);

// What an option would do, asked once for every position.
const looked = new Map();
export async function preview(table, key, revision, option) {
  const name = `${key} ${revision} ${option}`;
  if (!looked.has(name)) {
    if (looked.size > 300) looked.clear();
    const answer = get(`/api/tables/${table}/preview?option=${encodeURIComponent(option)}&revision=${revision}`, key);
    looked.set(name, answer.catch(() => ({ lines: [], changes: [] })));
  }
  return looked.get(name);
}
