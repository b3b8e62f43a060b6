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

export const listed = () =>
  Object.entries(all()).flatMap(([table, entry]) => {
    const seats = Object.keys(entry.keys).filter((who) => /^\d+$/.test(who));
    const who = seats[0] ?? Object.keys(entry.keys)[0];
    return who === undefined ? [] : [{ table, who, key: entry.keys[who], host: entry.keys.host }];
  });

export const link = (table, key) => `${location.origin}/table/${table}#${key}`;
