// Writes page/vendor/codemirror.js and its licences anew: npm ci && npm run bundle
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const folder = 'page/vendor/codemirror';
const { metafile } = await build({
  entryPoints: ['editor/entry.js'], outfile: `${folder}/codemirror.js`, bundle: true, format: 'esm', minify: true, target: 'es2022',
  legalComments: 'none', metafile: true,
  banner: { js: '// CodeMirror and what it needs, bundled by editor/bundle.mjs; licences in the file LICENSE beside this one.' },
});
const name = (path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
const used = [...new Set(Object.keys(metafile.inputs).map(name).filter(Boolean))].sort();
const said = used.map((each) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${each}/package.json`, 'utf8'));
  return `${each} ${version} (${license})\n\n${readFileSync(`node_modules/${each}/LICENSE`, 'utf8').trim()}\n`;
});
writeFileSync(`${folder}/LICENSE`, said.join('\n----------------------------------------------------------------\n\n'));
