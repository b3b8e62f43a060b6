// Rules in a link: compressed into its fragment, which no server ever sees; and as files.
import { read } from './documents.js';

const MOST = 2_000_000; // characters of rules that are unpacked, whatever a link claims to hold
const LONGEST = 500_000; // of a link
const NAME = '#rules=';

const squeezed = async (bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());

// Unpacks no more than is allowed.
async function unpacked(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(), parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new Error('too long');
    }
    parts.push(value);
  }
}

const letters = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

export async function link(document) {
  const packed = letters(await squeezed(new TextEncoder().encode(JSON.stringify({ v: 1, ...document }))));
  return `${location.href.split('#')[0]}${NAME}${packed}`;
}

// Gives the document of a link; null if the link has none; an error if it cannot be read.
export async function linked(hash) {
  if (!hash.startsWith(NAME)) return null;
  if (hash.length > LONGEST) throw new Error('This link is too long.');
  let found = null;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(NAME.length).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    found = read(JSON.parse(await unpacked(bytes)));
  } catch {
    // said below
  }
  if (!found) throw new Error('The rules in this link cannot be read: it was cut off, or holds something else. Ask for it again.');
  return found;
}

export function download(name, text, type = 'text/plain') {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name.split('/').pop();
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

// Files somebody opens: rules, or a document that was saved here.
export async function opened(files) {
  if ([...files].reduce((size, file) => size + file.size, 0) > MOST) throw new Error('These files are too long for the playground.');
  const texts = await Promise.all([...files].map(async (file) => [file.name, (await file.text()).replaceAll('\r\n', '\n')]));
  if (texts.length === 1 && texts[0][0].endsWith('.json')) {
    let found = null;
    try {
      found = read(JSON.parse(texts[0][1]));
    } catch {
      // said below
    }
    if (!found) throw new Error(`${texts[0][0]} is none of our documents.`);
    return found;
  }
  const found = read({ game: '', overlays: [], rulings: {}, files: Object.fromEntries(texts) });
  if (!found) throw new Error('Rules are files whose names end in .regel.');
  return found;
}
