// The engine: Python in a worker of its own, so that the page never waits. Nothing is asked of any other server.
import { loadPyodide } from '../pyodide/pyodide.mjs';

const HOME = '/regelwerk', ENGINE = `${HOME}/engine`;
const here = (path) => new URL(`../${path}`, import.meta.url);

async function unpacked(path) {
  const answer = await fetch(here(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function begun() {
  const archive = unpacked('engine/engine.pack');
  postMessage({ loading: 'Python' });
  const python = await loadPyodide({ indexURL: here('pyodide/').href, env: { HOME, REGELWERK_CACHE: `${ENGINE}/cache` } });
  postMessage({ loading: 'the engine' });
  python.unpackArchive(await archive, 'tar', { extractDir: HOME });
  python.globals.set('changed', () => postMessage({ changed: true }));
  python.runPython(`
import os, sys
sys.path.insert(0, "${ENGINE}/site")
os.chmod("${HOME}/.local/share/regelwerk/seal.key", 0o600)
from regelwerk.playground.dispatch import Engine
engine = Engine(changed)
`);
  return { python, engine: python.globals.get('engine') };
}

// What is kept of a game of the library comes when somebody opens it; without it everything works, more slowly.
const fetched = new Map();
function have(python, game) {
  if (!fetched.has(game)) {
    const coming = unpacked(`engine/${game}.pack`).then((archive) => python.unpackArchive(archive, 'tar', { extractDir: HOME }));
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
