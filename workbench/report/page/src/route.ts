// The hash is the only state of the page: a link, a bookmark and the back button show what was shown.

import { type Filters, NAMES } from "./filters";

const READ = "#/read";

/** What `workbench review` opens: the first disagreement that nobody has read, whichever that is by now. */
export const FIRST_UNREAD = `${READ}/unread`;

export interface Route {
  /** Whether items are read; else the overview is shown. */
  reading: boolean;
  /** The item that is open, by its id or the beginning of it; empty where none is. */
  item: string;
  filters: Filters;
}

export function routeOf(hash: string): Route {
  const cut = hash.indexOf("?");
  const path = cut < 0 ? hash : hash.slice(0, cut);
  const query = cut < 0 ? "" : hash.slice(cut + 1);
  const reading = path === READ || path.startsWith(`${READ}/`);
  const told = new URLSearchParams(query);
  const filters = { q: told.get("q") ?? "" } as Filters;
  for (const name of NAMES) filters[name] = told.getAll(name);
  return { reading, item: reading ? decoded(path.slice(READ.length + 1)) : "", filters };
}

export function hashOf(filters: Filters, item = ""): string {
  const told = new URLSearchParams();
  for (const name of NAMES) for (const value of filters[name]) told.append(name, value);
  if (filters.q) told.set("q", filters.q);
  const query = told.toString();
  return `${READ}${item ? `/${encodeURIComponent(item)}` : ""}${query ? `?${query}` : ""}`;
}

/** Go there without a step in the history, as while somebody types. */
export function replace(hash: string): void {
  location.replace(hash);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
