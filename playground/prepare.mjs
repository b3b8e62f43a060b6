// Makes the engine's archive, in the very Python that will run it: byte code instead of sources, and everything that
// is kept to be faster (parser tables, compiled rules, generated code), under a seal that is made here for it alone.
// node prepare.mjs FOLDER-WITH-ARCHIVES TARGET-FOLDER
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const [from, target] = process.argv.slice(2);
const HOME = '/regelwerk', ENGINE = `${HOME}/engine`;
const python = await loadPyodide({ env: { HOME, REGELWERK_CACHE: `${ENGINE}/cache` } });
for (const name of readdirSync(from).sort()) {
  python.unpackArchive(new Uint8Array(readFileSync(`${from}/${name}`)), 'zip', { extractDir: `${ENGINE}/site` });
}
python.globals.set('ENGINE', ENGINE);
await python.runPythonAsync(readFileSync(new URL('prepare.py', import.meta.url), 'utf8'));
for (const name of python.FS.readdir(`${HOME}/packed`).filter((each) => each.endsWith('.tar'))) {
  writeFileSync(`${target}/${name.replace(".tar", ".pack")}`, gzipSync(python.FS.readFile(`${HOME}/packed/${name}`), { level: 9 }));
}
