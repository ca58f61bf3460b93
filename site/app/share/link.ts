// What a link carries: scripts and, if wanted, settings and data, after "#v1=" as JSON that is deflated and written in
// base64url. A link comes from anybody, so everything that is read from one is checked, and nothing of it runs.

import { BrokenLink, packText, unpackText } from "./packed.ts";

export { BrokenLink } from "./packed.ts";

export interface Shared {
  scripts: SharedScript[];
  settings?: Record<string, unknown>; // of the sandbox; its reader checks each value
  data?: string; // tables as JSON lines: {"table": name, "entity": {...}}
  of?: number; // rows that the sender has, if the data are a part of them; readers of before leave it out
  opens?: View;
  from?: string; // sample whose data the store begins with
}

/** A document: a script of requests, or a program. */
export interface SharedScript {
  name: string;
  text: string;
  language?: "js";
}

/** What the reader sees first. */
export type View = "script" | "results" | "explain" | "data";

const PREFIX = "#v1=";
const VIEWS: readonly unknown[] = ["script", "results", "explain", "data"] satisfies View[];
export const COMFORTABLE = 8000; // characters that mail and chat programs keep whole
const LARGEST = 8_000_000; // bytes that it may unpack to
const MOST = 20; // scripts
const MOST_TEXT = 2_000_000; // characters of all of them

/** Tells whether an address carries something. */
export function carries(hash: string): boolean {
  return /^#v\d+=/.test(hash);
}

/** Returns the part of an address that carries this. */
export async function pack(shared: Shared): Promise<string> {
  return PREFIX + (await packText(JSON.stringify({ ...shared })));
}

/** Reads the part of an address that begins with "#". Rejects with BrokenLink. */
export async function unpack(hash: string): Promise<Shared> {
  if (!hash.startsWith(PREFIX)) throw new BrokenLink("version");
  return sharedOf(parse(await unpackText(hash.slice(PREFIX.length), LARGEST)));
}

/** The same as a file, for what is too long for a link. */
export function fileOf(shared: Shared): string {
  return `${JSON.stringify({ rowkey: 1, ...shared }, null, 1)}\n`;
}

/** Tells whether a text is such a file. */
export function isShared(text: string): boolean {
  return /^\s*\{\s*"rowkey"\s*:/.test(text);
}

/** Reads such a file; null if it is something else. Throws BrokenLink if it is one, and damaged. */
export function readShared(text: string): Shared | null {
  if (!isShared(text)) return null;
  if (text.length > LARGEST) throw new BrokenLink("large");
  const shared = parse(text);
  if ((shared as { rowkey?: unknown }).rowkey !== 1) throw new BrokenLink("version");
  return sharedOf(shared);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenLink("damaged");
  }
}

function sharedOf(x: unknown): Shared {
  const { scripts, settings, data, of, opens, from } = membersOf(x);
  if (!Array.isArray(scripts) || scripts.length === 0 || scripts.length > MOST) throw new BrokenLink("content");
  const read = scripts.map(scriptOf);
  if (read.reduce((n, { text }) => n + text.length, 0) > MOST_TEXT) throw new BrokenLink("large");
  return {
    scripts: read,
    ...(settings === undefined ? {} : { settings: membersOf(settings) }),
    ...(data === undefined ? {} : { data: textOf(data) }),
    ...(Number.isSafeInteger(of) && Number(of) > 0 ? { of: Number(of) } : {}),
    ...(typeof from === "string" && /^[\w-]{1,40}$/.test(from) ? { from } : {}),
    ...(VIEWS.includes(opens) ? { opens: opens as View } : {}),
  };
}

function scriptOf(x: unknown): SharedScript {
  const { name, text, language } = membersOf(x);
  return { name: oneLine(textOf(name)), text: textOf(text), ...(language === "js" ? { language } : {}) };
}

/** A name on one line. It is shown in tabs and dialogs: control and direction marks would let it pretend to be
 * something else. */
export function oneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .trim()
    .slice(0, 80);
}

function textOf(x: unknown): string {
  if (typeof x !== "string") throw new BrokenLink("content");
  return x;
}

/** The own members of an object; what every object inherits is none of them. */
function membersOf(x: unknown): Record<string, unknown> {
  if (typeof x !== "object" || x === null || Array.isArray(x)) throw new BrokenLink("content");
  return Object.assign(Object.create(null), x) as Record<string, unknown>;
}
