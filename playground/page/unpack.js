// Files in one: how long the list is (four bytes), the list of names and sizes as JSON, then the files behind each other.
export function unpack(files, pack, home) {
  const length = new DataView(pack).getUint32(0), known = new Set();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length)))) {
    const path = `${home}/${name}`, folder = path.slice(0, path.lastIndexOf('/'));
    if (!known.has(folder)) files.mkdirTree(folder);
    known.add(folder);
    files.writeFile(path, new Uint8Array(pack, at, size), { canOwn: true });
    at += size;
  }
}

// Has memory room for what was kept of it: Python grows it only when something asks for more.
export const roomy = (make, kept) => async (settings) => {
  const made = await make(settings);
  if (made.HEAP8.length < kept.length) made._malloc(kept.length);
  return made;
};
