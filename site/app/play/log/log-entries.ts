// Requests as the log shows them, and which of them a reader asks for. Pure.
import type { ClassName, Exchange, Field, Key, Rec } from "../../engine/types.ts";

/** Who sent a request: the script, a script that sets up, or the page for the reader. */
export type Source = "script" | "setup" | "page";

export interface Entry {
  n: number; // in this log, from 1
  at: number; // milliseconds since 1970
  run: number; // number of the run, 0 if none
  source: Source;
  record: number; // in the ledger of the engine
  method: string; // "" of one whose wire form is not known
  url: string;
  headers: readonly Field[];
  body: string; // of the request; of long ones nothing is kept
  words: Words;
  client: string;
  title: string;
  line: number; // of the script, 0 if it is not there
  lineText: string; // what stood there
  status: number;
  code: string; // of a refusal, also inside a transaction
  class: ClassName | null;
  rest: string; // what was checked on each entity
  read: number;
  returned: number;
  transactions: number;
}

/** A request in words: its table or path, keys, what it asks. */
export interface Words {
  path: string;
  key: Key | null;
  filter: string;
}

export type Kind = "all" | "scans" | "writes" | "refused";
export const KINDS: readonly Kind[] = ["all", "scans", "writes", "refused"];

export const FILL = "Fill"; // a table by a recipe, as the ledger calls it
const LONGEST_BODY = 100_000; // characters
const SCANS = new Set<string>(["partitionScan", "partitionRange", "tableScan"]);
const READS = new Set(["GET", "HEAD", "OPTIONS"]);
const KEYS = /\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\)$/i;

/** Reads the words of a request from its URL. */
export function wordsOf(url: string): Words {
  const [before = "", query = ""] = url.split(/\?(.*)/s, 2);
  const path = decoded(before.replace(/^https?:\/\/[^/]+/, "").replace(/^\/devstoreaccount1(?=\/|$)/, "")).replace(
    /^\//,
    "",
  );
  const key = KEYS.exec(path);
  const filter = new URLSearchParams(query.replaceAll("+", "%2B")).get("$filter") ?? "";
  if (!key) return { path: path || "/", key: null, filter };
  const [, partition = "", row = ""] = key.map((k) => k?.replaceAll("''", "'"));
  return { path: path.slice(0, key.index), key: { partition, row }, filter };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Place = Pick<Entry, "n" | "at" | "run">;

/** An exchange as an entry; null if nothing was sent. */
export function entryOf(x: Exchange, lines: readonly string[], place: Place): Entry | null {
  const request = x.wire[0]?.request;
  if (!request) return null;
  const failed = x.ops.find((o) => o.state === "failed");
  const words = wordsOf(request.url);
  const [first] = x.ops;
  return {
    ...place,
    source: "script",
    record: x.record?.id ?? 0,
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body.length > LONGEST_BODY ? "" : request.body,
    words:
      first && !words.key ? { ...words, key: { partition: first.key.partition, row: `× ${x.ops.length}` } } : words,
    client: x.client,
    title: x.title,
    line: x.hidden ? 0 : x.line,
    lineText: x.hidden ? "" : (lines[x.line - 1] ?? ""),
    status: x.wire.at(-1)?.response.status ?? x.status,
    code: failed?.code || x.code,
    class: x.record?.plan?.class ?? null,
    rest: x.record?.plan?.rest ?? "",
    read: x.record?.read ?? 0,
    returned: x.record?.returned ?? 0,
    transactions: x.record?.transactions ?? 0,
  };
}

/** A record of the engine as an entry, for requests that came from no script that is seen. */
export function recordEntry(r: Rec, source: Source, place: Place): Entry {
  const [change] = r.changes;
  return {
    ...place,
    source: r.op === FILL ? "page" : source,
    record: r.id,
    method: "",
    url: "",
    headers: [],
    body: "",
    words: {
      path: [r.op, r.table].filter(Boolean).join(" "),
      key: r.op === FILL ? null : (change?.key ?? null),
      filter: r.plan?.used ?? "",
    },
    client: "",
    title: "",
    line: 0,
    lineText: "",
    status: 0,
    code: r.code,
    class: r.plan?.class ?? null,
    rest: r.plan?.rest ?? "",
    read: r.read,
    returned: r.returned,
    transactions: r.transactions,
  };
}

/** Tells whether a record goes on with the filling of a table that an entry shows: that is one entry, however many
 * parts it has. */
export function goesOn(e: Entry, r: Rec): boolean {
  const first = r.changes[0]?.kind === "createTable";
  return r.op === FILL && !first && e.words.path === `${FILL} ${r.table}` && !e.method;
}

/** Adds what another part of the same filling did. */
export function addPart(e: Entry, r: Rec): void {
  e.record = r.id;
  e.code = r.code;
  e.transactions += r.transactions;
}

export function isScan(e: Entry): boolean {
  return e.class !== null && SCANS.has(e.class);
}

export function isWrite(e: Entry): boolean {
  return e.method ? !READS.has(e.method) : !/^(Query|Get|List)/.test(e.words.path);
}

export function isRefused(e: Entry): boolean {
  return e.code !== "" || e.status >= 400;
}

const IS: Readonly<Record<Kind, (e: Entry) => boolean>> = {
  all: () => true,
  scans: isScan,
  writes: isWrite,
  refused: isRefused,
};

/** Tells whether an entry is of a kind and holds all words that were typed. */
export function matches(e: Entry, kind: Kind, text: string): boolean {
  if (!IS[kind](e)) return false;
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!typed.length) return true;
  const { path, key, filter } = e.words;
  const all = [
    e.method,
    path,
    key?.partition,
    key?.row,
    filter,
    e.rest,
    e.client,
    e.title,
    e.status || "",
    e.code,
    e.class,
    e.source,
  ]
    .join("\n")
    .toLowerCase();
  return typed.every((word) => all.includes(word));
}

/** How many entries of each kind hold the words. */
export function countsOf(entries: readonly Entry[], text: string): Record<Kind, number> {
  const counts: Record<Kind, number> = { all: 0, scans: 0, writes: 0, refused: 0 };
  for (const e of entries) for (const kind of KINDS) if (matches(e, kind, text)) counts[kind]++;
  return counts;
}

export interface Sums {
  requests: number;
  transactions: number;
  read: number;
  returned: number;
}

export function sumsOf(entries: readonly Entry[]): Sums {
  const sum = { requests: entries.length, transactions: 0, read: 0, returned: 0 };
  for (const e of entries) {
    sum.transactions += e.transactions;
    sum.read += e.read;
    sum.returned += e.returned;
  }
  return sum;
}

/** The line of a script at which an entry's request stands now: where it stood, or the nearest with the same text; 0
 * if none. */
export function lineNow(e: Entry, lines: readonly string[]): number {
  if (!e.line || !e.lineText) return 0;
  let best = 0;
  lines.forEach((text, i) => {
    if (text === e.lineText && (!best || Math.abs(i + 1 - e.line) < Math.abs(best - e.line))) best = i + 1;
  });
  return best;
}
