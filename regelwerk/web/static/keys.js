// The keys of seats, kept by this browser alone: {table: {handover, keys: {seat or role: key}}}.
import { keep, kept } from './base.js';

const all = () => kept('tables', {});

export const known = (table) => all()[table] || { handover: false, keys: {} };

export function remember(table, who, key, more = {}) {
  const tables = all(), entry = known(table);
  tables[table] = { ...entry, ...more, keys: { ...entry.keys, [who]: key } };
  keep('tables', tables);
}

export function forget(table) {
  const tables = all();
  delete tables[table];
  keep('tables', tables);
}

// Who sits at this page now, where a screen is handed on: a reload asks nobody anew, whoever opens it again is asked.
const sitting = {};
export const seated = (table) => {
  try {
    return sessionStorage.getItem(`regelwerk.sits.${table}`);
  } catch {
    return sitting[table];
  }
};

export function takeSeat(table, key) {
  sitting[table] = key;
  try {
    sessionStorage.setItem(`regelwerk.sits.${table}`, key);
  } catch {
    // forbidden: it holds for this page only
  }
}

export const listed = () =>
  Object.entries(all()).flatMap(([table, entry]) => {
    const seats = Object.keys(entry.keys).filter((who) => /^\d+$/.test(who));
    const who = seats[0] ?? Object.keys(entry.keys)[0];
    return who === undefined ? [] : [{ table, who, key: entry.keys[who], host: entry.keys.host }];
  });

export const link = (table, key) => `${location.origin}/table/${table}#${key}`;
