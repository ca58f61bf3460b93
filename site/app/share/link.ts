// What a link carries: scripts and, if wanted, settings and data, after "#v1=" as JSON that is deflated and written in
// base64url. A link comes from anybody, so everything that is read from one is checked, and nothing of it runs.

export interface Shared {
  scripts: SharedScript[];
  settings?: Record<string, unknown>; // of the sandbox; its reader checks each value
  data?: string; // tables as JSON lines: {"table": name, "entity": {...}}
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

/** Why a link cannot be read. The text of it is share.broken.<Reason>. */
export type Reason = "version" | "damaged" | "large" | "content";

export class BrokenLink extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const PREFIX = "#v1=";
const VIEWS: readonly unknown[] = ["script", "results", "explain", "data"] satisfies View[];
export const COMFORTABLE = 8000; // characters that mail and chat programs keep whole
const LONGEST = 2_000_000; // characters of a link that is read at all
const LARGEST = 8_000_000; // bytes that it may unpack to
const MOST = 20; // scripts
const MOST_TEXT = 2_000_000; // characters of all of them

/** Tells whether an address carries something. */
export function carries(hash: string): boolean {
  return /^#v\d+=/.test(hash);
}

/** Returns the part of an address that carries this. */
export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...shared }));
  return PREFIX + base64url(await through(new CompressionStream("deflate-raw"), bytes, Number.POSITIVE_INFINITY));
}

/** Reads the part of an address that begins with "#". Rejects with BrokenLink. */
export async function unpack(hash: string): Promise<Shared> {
  if (!hash.startsWith(PREFIX)) throw new BrokenLink("version");
  if (hash.length > LONGEST) throw new BrokenLink("large");
  const packed = bytesOf(hash.slice(PREFIX.length));
  const bytes = await through(new DecompressionStream("deflate-raw"), packed, LARGEST).catch((e: unknown) => {
    throw e instanceof BrokenLink ? e : new BrokenLink("damaged");
  });
  return sharedOf(parse(bytes));
}

/** The same as a file, for what is too long for a link. */
export function fileOf(shared: Shared): string {
  return `${JSON.stringify({ rowkey: 1, ...shared }, null, 1)}\n`;
}

/** Reads such a file; null if it is something else. Throws BrokenLink if it is one, and damaged. */
export function readShared(text: string): Shared | null {
  if (!/^\s*\{\s*"rowkey"\s*:/.test(text)) return null;
  if (text.length > LARGEST) throw new BrokenLink("large");
  const shared = parse(new TextEncoder().encode(text));
  if ((shared as { rowkey?: unknown }).rowkey !== 1) throw new BrokenLink("version");
  return sharedOf(shared);
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new BrokenLink("damaged");
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw new BrokenLink("damaged");
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Sends bytes through a stream, and stops when more than most have come out. */
async function through(stream: CompressionStream | DecompressionStream, bytes: Bytes, most: number): Promise<Bytes> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Bytes[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined);
      throw new BrokenLink("large");
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BrokenLink("damaged");
  }
}

function sharedOf(x: unknown): Shared {
  const { scripts, settings, data, opens, from } = membersOf(x);
  if (!Array.isArray(scripts) || scripts.length === 0 || scripts.length > MOST) throw new BrokenLink("content");
  const read = scripts.map(scriptOf);
  if (read.reduce((n, { text }) => n + text.length, 0) > MOST_TEXT) throw new BrokenLink("large");
  return {
    scripts: read,
    ...(settings === undefined ? {} : { settings: membersOf(settings) }),
    ...(data === undefined ? {} : { data: textOf(data) }),
    ...(typeof from === "string" && /^[\w-]{1,40}$/.test(from) ? { from } : {}),
    ...(VIEWS.includes(opens) ? { opens: opens as View } : {}),
  };
}

function scriptOf(x: unknown): SharedScript {
  const { name, text, language } = membersOf(x);
  return { name: oneLine(textOf(name)), text: textOf(text), ...(language === "js" ? { language } : {}) };
}

/** A name on one line. It is shown in tabs and dialogs: control and direction marks would let it pretend to be something else. */
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
