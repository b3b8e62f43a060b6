// The engine: Python in a worker of its own, so that the page never waits. Nothing is asked of any other server.
import { loadPyodide } from '../pyodide/pyodide.mjs';
import makeModule from '../pyodide/pyodide.asm.mjs';
import { roomy, unpack } from './unpack.js';

const HOME = '/regelwerk', ENGINE = `${HOME}/engine`;
const here = (path) => new URL(`../${path}`, import.meta.url);

async function unpacked(path) {
  const answer = await fetch(here(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

// Python as it was when the engine had been loaded; where that cannot be had, Python from its beginning.
async function started(memory) {
  const options = { indexURL: here('pyodide/').href, env: { HOME, REGELWERK_CACHE: `${ENGINE}/cache` } };
  try {
    const kept = new Uint8Array(await memory);
    return await loadPyodide({ ...options, _loadSnapshot: kept, createPyodideModule: roomy(makeModule, kept) });
  } catch (error) {
    console.warn(error);
    return loadPyodide(options);
  }
}

async function begun() {
  const [archive, memory] = ['engine', 'memory'].map((name) => unpacked(`engine/${name}.pack`));
  postMessage({ loading: 'Python' });
  const python = await started(memory);
  postMessage({ loading: 'the engine' });
  unpack(python.FS, await archive, HOME);
  python.FS.chmod(`${HOME}/.local/share/regelwerk/seal.key`, 0o600);
  python.globals.set('changed', () => postMessage({ changed: true }));
  python.runPython(`
import importlib, sys
importlib.invalidate_caches()
if "${ENGINE}/site" not in sys.path:
    sys.path.insert(0, "${ENGINE}/site")
from regelwerk.playground.dispatch import Engine
engine = Engine(changed)
`);
  return { python, engine: python.globals.get('engine') };
}

// What is kept of a game of the library comes when somebody opens it; without it everything works, more slowly.
const fetched = new Map();
function have(python, game) {
  if (!fetched.has(game)) {
    const coming = unpacked(`engine/${game}.pack`).then((archive) => unpack(python.FS, archive, HOME));
    fetched.set(game, coming.catch(() => {}));
  }
  return fetched.get(game);
}

const ready = begun();
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error.message || error).slice(-2000) }));

onmessage = async ({ data: { id, message } }) => {
  try {
    const { python, engine } = await ready;
    if (message.document?.game) await have(python, message.document.game.split('@')[0]);
    postMessage({ id, told: await engine.asked(JSON.stringify(message)) });
  } catch (error) {
    postMessage({ id, told: JSON.stringify({ status: 500, error: { code: 'internal', text: 'The engine has made a mistake.', help: String(error.message || error).trim().split('\n').pop() } }) });
  }
};
