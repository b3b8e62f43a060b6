// Makes the engine's archives, in the very Python that will run it: byte code instead of sources, and everything that
// is kept to be faster (parser tables, compiled rules, generated code), under a seal that is made here for it alone.
// node prepare.mjs FOLDER-WITH-ARCHIVES TARGET-FOLDER
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';
import { unpack } from './page/unpack.js';

const [from, target] = process.argv.slice(2);
const HOME = '/regelwerk', ENGINE = `${HOME}/engine`;
const python = await loadPyodide({ env: { HOME, REGELWERK_CACHE: `${ENGINE}/cache` } });
for (const name of readdirSync(from).sort()) {
  python.unpackArchive(new Uint8Array(readFileSync(`${from}/${name}`)), 'zip', { extractDir: `${ENGINE}/site` });
}
python.globals.set('ENGINE', ENGINE);
await python.runPythonAsync(readFileSync(new URL('prepare.py', import.meta.url), 'utf8'));
const kept = (name, bytes) => writeFileSync(`${target}/${name}.pack`, gzipSync(bytes, { level: 9 }));
for (const name of python.FS.readdir(`${HOME}/packed`).filter((each) => !each.startsWith('.'))) {
  kept(name, python.FS.readFile(`${HOME}/packed/${name}`));
}

// What Python's memory looks like once the engine is loaded: the page begins there.
const fresh = await loadPyodide({ env: { HOME, REGELWERK_CACHE: `${ENGINE}/cache` }, _makeSnapshot: true });
unpack(fresh.FS, python.FS.readFile(`${HOME}/packed/engine`).slice().buffer, HOME);
fresh.FS.chmod(`${HOME}/.local/share/regelwerk/seal.key`, 0o600);
fresh.globals.set('ENGINE', ENGINE);
fresh.runPython(readFileSync(new URL('remember.py', import.meta.url), 'utf8'));
kept('memory', fresh.makeMemorySnapshot());
