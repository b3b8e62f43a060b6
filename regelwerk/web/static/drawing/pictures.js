// Pictures that come with the rules: shown as images, never put into the page as markup. What they show stands beside
// them in words, so they have none of their own.
import { createContext, html, useContext, useEffect, useState } from '../base.js';
import { get } from '../server.js';

export const Pictures = createContext({});

export function usePictures(table, key) {
  const [found, setFound] = useState({});
  useEffect(() => {
    if (!key) return;
    get(`/api/tables/${table}/pictures`, key).then((drawings) => setFound(Object.fromEntries(Object.entries(drawings).map(([name, svg]) => [name, `data:image/svg+xml,${encodeURIComponent(svg)}`]))), () => {});
  }, [table, key]);
  return found;
}

export function Picture({ name }) {
  const address = useContext(Pictures)[name];
  return address ? html`<img class="drawn" src=${address} alt="" />` : null;
}
