// Stands in the place of the table's server.js: the page around this one has the engine and answers the same calls.

export const TABLE = 'playground';
export const HOME = ''; // there is no lobby

export class Trouble extends Error {
  constructor(status, error, state) {
    super(error.text);
    Object.assign(this, { status, code: error.code, help: error.help || '', diagnostics: error.diagnostics || [], state });
  }
}

const around = () => {
  if (parent === window || !parent.regelwerk) throw new Trouble(404, { code: 'no_playground', text: 'This table belongs to the playground.', help: 'Open index.html beside this page.' });
  return parent.regelwerk;
};

async function asked(method, address, key, body, plain = false) {
  const told = await around().call({ method, address, key, body, plain });
  if (told.error) throw new Trouble(told.status, told.error, told.state);
  return told.answer;
}

export const get = (address, key) => asked('GET', address, key);
export const post = (address, key, body) => asked('POST', address, key, body);
export const written = (method, address, key, body) => asked(method, address, key, body, true);

// Calls `changed` whenever something has happened at the table.
export function listen(table, key, changed) {
  if (parent === window || !parent.regelwerk) return () => {};
  return parent.regelwerk.listen(changed);
}
