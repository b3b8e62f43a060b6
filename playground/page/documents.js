// What is edited: {game, overlays, rulings, files}; `files` holds only texts that differ from the library or are new.
const SITE = new URL('../', import.meta.url);

export async function fetched(path) {
  const answer = await fetch(new URL(path, SITE));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export const library = async () => (await fetched('rules/library.json')).json();

const texts = new Map();
async function original(name) {
  if (!texts.has(name)) texts.set(name, fetched(`rules/${name}`).then((answer) => answer.text()));
  return texts.get(name);
}

// The names of the files of a document, those of overlays last; what is new comes after them.
export function names(document, games) {
  const game = games.find((each) => each.name === document.game);
  const known = game ? [...game.files, ...game.overlays.filter((each) => document.overlays.includes(each.name)).flatMap((each) => each.files)] : [];
  return [...new Set([...known, ...Object.keys(document.files)])];
}

// The texts as they lie in the library, by name.
export async function originals(document, games) {
  const known = names({ ...document, files: {} }, games);
  return Object.fromEntries(await Promise.all(known.map(async (name) => [name, await original(name)])));
}

// Sets a text; one that is as it was is no change.
export function edited(document, name, text, before) {
  const files = { ...document.files, [name]: text };
  if (before[name] === text) delete files[name];
  return { ...document, files };
}

export const own = (name, text) => ({ game: '', overlays: [], rulings: {}, files: { [name]: text } });

export const begun = async () => own('my_game.regel', await original('my_game.regel'));

// Reads what somebody gives us as a document; null if it is none.
export function read(data) {
  const words = (value) => typeof value === 'string' && value.length <= 120;
  const fits = data && words(data.game) && Array.isArray(data.overlays) && data.overlays.every(words) && data.files && typeof data.files === 'object'
    && Object.entries(data.files).every(([name, text]) => words(name) && /^[\w./ -]+\.regel$/.test(name) && !name.includes('..') && typeof text === 'string');
  const rulings = Object.entries(data?.rulings || {}).filter((pair) => pair.every(words));
  return fits ? { game: data.game, overlays: data.overlays, rulings: Object.fromEntries(rulings), files: data.files } : null;
}

// The file to show first: the one that was changed, else the overlay, else the one with the game.
export function first(document, games) {
  const all = names(document, games), changed = Object.keys(document.files)[0];
  const overlay = games.find((each) => each.name === document.game)?.overlays.find((each) => document.overlays.includes(each.name));
  return changed || overlay?.files[0] || all.find((name) => /(^|\/)(game|rules)\.regel$/.test(name)) || all[0];
}
