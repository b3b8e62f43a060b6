// node twin.mjs PYODIDE ENGINE.PACK TWIN.PY: what twin.py tells in Pyodide, as JSON.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { unpack } from '../../playground/page/unpack.js';

const [pyodide, pack, script] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide({ env: { HOME: '/regelwerk', REGELWERK_CACHE: 'off' } });
unpack(python.FS, new Uint8Array(gunzipSync(readFileSync(pack))).buffer, '/regelwerk');
python.runPython("import sys; sys.path.insert(0, '/regelwerk/engine/site')");
python.runPython(readFileSync(script, 'utf8'));
console.log(python.runPython('import json; json.dumps(told())'));
