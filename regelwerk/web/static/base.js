// What every component uses: markup by htm, components by Preact. Text is always text, never markup.
import { Fragment, createContext, h, render } from './vendor/preact/preact.js';
import htm from './vendor/htm/htm.js';

export { useCallback, useContext, useEffect, useMemo, useRef, useState } from './vendor/preact/hooks.js';
export { Fragment, createContext, render };
export const html = htm.bind(h);

// Joins the names of classes that hold.
export const classes = (...names) => names.filter(Boolean).join(' ');

// Settings of this browser; a browser that keeps nothing still plays.
export function kept(name, otherwise) {
  try {
    const found = localStorage.getItem(`regelwerk.${name}`);
    return found === null ? otherwise : JSON.parse(found);
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`regelwerk.${name}`, JSON.stringify(value));
  } catch {
    // full or forbidden: it holds for this page only
  }
}
