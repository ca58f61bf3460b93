// What may stand at a place of a script: words by context. Pure, both editors could use it.
import type { Vocabulary } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";

/** What is known about the language, and about the store. */
export interface Knowledge {
  words(): Promise<Vocabulary>;
  files(): string[]; // that @setup may name
  tables(): Promise<string[]>;
  partitions(table: string): Promise<string[]>;
  properties(table: string): Promise<string[]>;
}

export interface Option {
  label: string;
  detail?: string;
  apply?: string; // is inserted in place of the label
}

export interface Completion {
  from: number; // offset where the completed word begins
  options: Option[];
}

const VALUES: ReadonlyMap<string, string[]> = new Map([
  [
    "accept",
    [
      "application/json;odata=nometadata",
      "application/json;odata=minimalmetadata",
      "application/json;odata=fullmetadata",
    ],
  ],
  ["content-type", ["application/json"]],
  ["if-match", ["*"]],
  ["prefer", ["return-no-content", "return-content"]],
]);
/** What a new table needs besides its address. */
const NEW_TABLE = 'Tables\nContent-Type: application/json\n\n{ "TableName": "Orders" }';
const OPTIONS = ["$filter=", "$top=", "$select="];
/** A line that begins a request. */
export const REQUEST = /^\s*(?:(?:get|post|put|patch|merge|delete|head|options) +\S|\/[^/]|\{\{|https?:)/i;
const KEYS = ["PartitionKey", "RowKey", "Timestamp"];

/** Returns what may stand at an offset, null if nothing is known. */
export async function complete(text: string, at: number, know: Knowledge): Promise<Completion | null> {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(begin, at);
  const words = await know.words();
  return (
    reference(text, line, at, words) ??
    comment(line, at, know, words) ??
    (await target(text, line, at, know, words)) ??
    header(text, line, begin, at, words) ??
    (await member(text, line, at, know))
  );
}

/** Inside {{…}}: variables, helpers, names of requests. */
function reference(text: string, line: string, at: number, words: Vocabulary): Completion | null {
  const open = /\{\{%?([\w$.]*)$/.exec(line);
  if (!open) return null;
  const word = open[1] ?? "";
  const variables = [...text.matchAll(/^@(\w+)\s*=/gm)].map((m) => m[1] ?? "");
  const names = [...text.matchAll(/^\s*(?:#|\/\/)\s*@name\s+(\w+)/gm)].map((m) => m[1] ?? "");
  const captures = names.flatMap((n) => [`${n}.response.headers.ETag`, `${n}.response.body.`, `${n}.response.status`]);
  const helpers = words.helpers.map((name) => `$${name}`);
  return options(at - word.length, [...words.variables, ...variables, ...captures, ...helpers]);
}

/** Metadata and assertions. */
function comment(line: string, at: number, know: Knowledge, words: Vocabulary): Completion | null {
  const setup = /^\s*(?:#|\/\/)\s*@(?:setup|run)\s+(\S*)$/.exec(line);
  if (setup) return options(at - (setup[1] ?? "").length, know.files());
  const key = /^\s*(?:#|\/\/)\s*(@[\w ]*)$/.exec(line);
  if (key) return options(at - (key[1] ?? "").length, keysOf(words));
  const ask = /^\s*(?:(?:#|\/\/)\s*)?\?\?\s+(.*)$/.exec(line);
  if (!ask) return null;
  const said = (ask[1] ?? "").split(/\s+/);
  const from = at - (said.at(-1) ?? "").length;
  const [query] = said;
  if (said.length === 1) return options(from, words.queries);
  if (query === "plan" && said.length === 3) return options(from, words.classes);
  if (query === "run" && said.length === 2) return options(from, words.counters);
  return said.length === 2 || (said.length === 3 && /^(header|body|run)$/.test(query ?? ""))
    ? options(from, words.predicates)
    : null;
}

/** The keys of comments, alone and with each word that can follow. */
function keysOf({ keys }: Vocabulary): string[] {
  return keys.flatMap((key) => [`@${key.name}`, ...key.words.map((word) => `@${key.name} ${word}`)]);
}

/** The request line and its continuations: method, table, keys, options, filter. */
async function target(
  text: string,
  line: string,
  at: number,
  know: Knowledge,
  words: Vocabulary,
): Promise<Completion | null> {
  if (/^[A-Z]{1,6}$/.test(line)) return options(at - line.length, words.methods);
  const verb = /^([A-Z]+) +$/.exec(line);
  if (verb) return words.methods.includes(verb[1] ?? "") ? addresses(at, verb[1] === "POST", know) : null;
  if (!/^(?:[A-Z]+ |\s+[?&])/.test(line)) return null;
  const table = /^[A-Z]+ .*\/(\w*)$/.exec(line);
  if (table) {
    const found = { from: at - (table[1] ?? "").length, options: (await know.tables()).map((label) => ({ label })) };
    return line.startsWith("POST ") ? { ...found, options: [newTable(""), ...found.options] } : unlessEmpty(found);
  }
  const option = /[?&](\$\w*)$/.exec(line);
  if (option) return options(at - (option[1] ?? "").length, OPTIONS);
  const partition = /PartitionKey(?: \w\w )?=?'([^']*)$/.exec(line);
  const name = tableBefore(text, at);
  if (partition) return options(at - (partition[1] ?? "").length, name ? await know.partitions(name) : []);
  const word = /[(\s=]([A-Za-z]\w*)?$/.exec(line);
  if (!/\$(filter|select)=/.test(line) || !word || quoted(line)) return null;
  return options(at - (word[1] ?? "").length, [
    ...KEYS,
    ...(name ? await know.properties(name) : []),
    ...words.operators,
  ]);
}

/** Addresses of the tables; a POST may also create one. */
async function addresses(from: number, post: boolean, know: Knowledge): Promise<Completion | null> {
  const known = (await know.tables()).map((name) => ({ label: `{{table}}/${name}` }));
  return unlessEmpty({ from, options: post ? [newTable("{{table}}/"), ...known] : known });
}

/** The address that creates a table, and the body that names it. */
function newTable(before: string): Option {
  return { label: `${before}Tables`, detail: t("starter.table"), apply: before + NEW_TABLE };
}

function unlessEmpty(found: Completion): Completion | null {
  return found.options.length ? found : null;
}

/** A header, on the lines between the request and the first empty line. */
function header(text: string, line: string, begin: number, at: number, words: Vocabulary): Completion | null {
  if (!inHeaders(text, begin)) return null;
  const value = /^([A-Za-z][\w-]*):\s*(\S*)$/.exec(line);
  if (value) return options(at - (value[2] ?? "").length, VALUES.get((value[1] ?? "").toLowerCase()) ?? []);
  return /^[A-Za-z][\w-]*$/.test(line)
    ? options(
        at - line.length,
        words.headers.map((h) => `${h}: `),
      )
    : null;
}

/** A name inside a JSON body. */
async function member(text: string, line: string, at: number, know: Knowledge): Promise<Completion | null> {
  const name = /[{,]\s*"(\w*)$/.exec(line) ?? /^\s*"(\w*)$/.exec(line);
  if (!name || line.startsWith("#")) return null;
  const table = tableBefore(text, at);
  return options(at - (name[1] ?? "").length, [...KEYS.slice(0, 2), ...(table ? await know.properties(table) : [])]);
}

/** Tells whether the line that begins at an offset is below a request line and above its body. */
export function inHeaders(text: string, begin: number): boolean {
  for (const l of text.slice(0, begin).split("\n").slice(0, -1).reverse()) {
    if (REQUEST.test(l)) return true;
    if (l.trim() === "" || l.startsWith("###")) return false;
  }
  return false;
}

/** The table of the nearest request line at or above an offset. */
function tableBefore(text: string, at: number): string | null {
  const end = text.indexOf("\n", at);
  const lines = text
    .slice(0, end < 0 ? text.length : end)
    .split("\n")
    .reverse();
  const request = lines.find((l) => /^[A-Z]+ \S/.test(l));
  return request ? (/\/([A-Za-z]\w*)(?:\(|\?|\s|$)/.exec(request.replace(/\{\{\w+\}\}/, ""))?.[1] ?? null) : null;
}

function quoted(line: string): boolean {
  return line.split("'").length % 2 === 0;
}

function options(from: number, labels: readonly string[]): Completion | null {
  const unique = [...new Set(labels)];
  return unique.length ? { from, options: unique.map((label) => ({ label })) } : null;
}
