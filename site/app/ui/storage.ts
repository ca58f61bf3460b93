// localStorage, as far as a browser lends it. Nothing here throws: storage may be blocked or full, and what it holds
// may have been written by an older build, another page or a person.
import { parseJson } from "./json.ts";

/** Why something is not kept. "silent": no answer in time. "large": more than is kept of one document. "failed": any
 * other error. */
export type Trouble = "private" | "full" | "blocked" | "silent" | "large" | "failed";

const PREFIX = "rowkey/"; // of all keys
const ASIDE = "rowkey~"; // in its place; as long, so that moving a text takes no room

/** Returns a text that was kept, null if there is none or it cannot be read. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns what was kept as JSON, undefined if it is not JSON. Its shape is for the caller to check. */
export function readJSON(key: string): unknown {
  return parseJson(readText(key) ?? "");
}

/** Keeps a text; returns why not. */
export function keepText(key: string, text: string): Trouble | null {
  try {
    localStorage.setItem(key, text);
    return null;
  } catch (e) {
    return troubleOf(e, isEmpty());
  }
}

/** Removes what was kept, if anything was. */
export function dropText(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // what cannot be reached is not kept either
  }
}

/** Moves texts to other keys, all at once; names are what follows the prefix. What is there and stays is not
 * overwritten. */
export function moveTexts(prefix: string, names: readonly [from: string, to: string][]): void {
  const found = names.map(([from, to]) => [prefix + to, readText(prefix + from)] as const);
  for (const [from] of names) dropText(prefix + from);
  for (const [key, text] of found) if (text !== null && readText(key) === null) keepText(key, text);
}

/** Moves a text that could not be read to another key, so that the next write does not overwrite it. */
export function setAside(key: string): void {
  const text = readText(key);
  if (text === null) return;
  const earlier = readAside(key);
  dropText(key); // first: there may be no room for both
  if (keepText(asideKey(key), earlier === null ? text : `${earlier}\n${text}`)) keepText(key, text);
}

/** Returns what was set aside of a key, null if nothing was. */
export function readAside(key: string): string | null {
  return readText(asideKey(key));
}

export function dropAside(key: string): void {
  dropText(asideKey(key));
}

/** Returns a value as an object with properties of its own, an empty one if it is something else. */
export function objectOf(x: unknown): Readonly<Record<string, unknown>> {
  return Object.assign(Object.create(null), typeof x === "object" ? x : null) as Record<string, unknown>;
}

/** Says why a write was refused. Old private windows lend no room at all: then storage is empty and full. */
export function troubleOf(e: unknown, empty: boolean): Trouble {
  const name = e instanceof DOMException ? e.name : "";
  if (name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED") return empty ? "private" : "full";
  if (name === "InvalidStateError") return "private"; // a database in an old private window
  // no DOMException: there is no storage object
  return name === "SecurityError" || !(e instanceof DOMException) ? "blocked" : "failed";
}

function isEmpty(): boolean {
  try {
    return localStorage.length === 0;
  } catch {
    return false;
  }
}

function asideKey(key: string): string {
  return ASIDE + key.slice(PREFIX.length);
}
