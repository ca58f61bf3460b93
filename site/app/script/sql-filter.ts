// The condition behind WHERE as a $filter.
import type { Named } from "../engine/types.ts";
import { OPEN, type Reader, typeOfHelper, type Word } from "./sql-words.ts";
import { literalOf, typesOf, withoutNull } from "./ways-on.ts";

/** What has no counterpart here, or needs a word: texts "sql.gap.<name>". */
export type Gap =
  | ("order" | "join" | "group" | "offset" | "like" | "null" | "nokey" | "keys" | "autokey")
  | ("transaction" | "columns" | "index" | "truncate")
  | ("copy" | "names" | "rows" | "conflict" | "write" | "condition" | "compute" | "unset" | "rules" | "alias")
  | ("value" | "call" | "most" | "inkeys")
  | ("nokeytop" | "ordertop" | "distinct" | "sum" | "nested" | "explain" | "nullkey" | "width")
  | ("several" | "rest" | "unread" | "typo" | "end" | "quote");

/** The columns that become the two keys, and what is known of the rows that are there. */
export interface Columns {
  partition: string;
  row: string;
  properties?: readonly Named[];
  called?: (column: string) => string; // what a column of an imported file is called in the table, "" if the same
}

const OPERATORS = ["eq", "ne", "lt", "le", "gt", "ge"];
const SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OPERATORS.map((word) => [word, word])), // beside SQL, as somebody writes who has read of them
  "=": "eq",
  "==": "eq",
  "<>": "ne",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

/** Returns the filter, null if the condition is not understood. */
export function condition(r: Reader, columns: Columns, gaps: Set<Gap>): string | null {
  return joined(r, "OR", () => joined(r, "AND", () => term(r, columns, gaps)));
}

function joined(r: Reader, word: "AND" | "OR", part: () => string | null): string | null {
  const parts: string[] = [];
  do {
    const found = part();
    if (found === null) return null;
    if (found) parts.push(found);
  } while (r.take(word));
  const clear = word === "OR" && parts.length > 1 ? parts.map(enclosed) : parts;
  return clear.join(` ${word.toLowerCase()} `);
}

/** A part with `and` beside an `or`, in the parentheses that nobody has to know the precedence for. */
function enclosed(part: string): string {
  let bare = part.replace(/'(?:[^']|'')*'/g, "");
  for (let inner = ""; inner !== bare; ) [inner, bare] = [bare, bare.replace(/\([^()]*\)/g, "")];
  return /\sand\s/.test(bare) ? `(${part})` : part;
}

/** A comparison, or a condition in parentheses; "" if there is no counterpart. */
export function term(r: Reader, columns: Columns, gaps: Set<Gap>): string | null {
  if (r.take("NOT")) {
    const inner = r.inside(() => term(r, columns, gaps));
    return inner && `not (${inner})`;
  }
  if (r.take("(")) {
    const inner = r.inside(() => condition(r, columns, gaps));
    return inner !== null && r.take(")") ? inner && `(${inner})` : null;
  }
  const column = r.name();
  if (!column) return null;
  const name = nameIn(column, columns);
  if (!r.sees("(")) return endsTerm(r) ? truth(name, columns) : comparison(r, name, columns, gaps);
  gaps.add("call");
  const nested = r.skip() > 0 && endsTerm(r);
  return nested || comparison(r, name, columns, gaps) !== null ? "" : null;
}

const ENDS = ["AND", "OR", ")", "ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", "FETCH"];
const endsTerm = (r: Reader): boolean => r.done || r.sees(...ENDS);

/** A column alone is a condition if it can be true. */
function truth(name: string, columns: Columns): string | null {
  const types = typesOf(columns.properties ?? [], name);
  return types.length && !types.includes("Boolean") ? null : `${name} eq true`;
}

/** The name of a column here: SQL takes upper and lower case for the same. */
export function nameIn(name: string, columns: Columns): string {
  const here = columns.called?.(name) || name;
  if (same(name, columns.partition) || same(here, columns.partition)) return "PartitionKey";
  if (same(name, columns.row) || same(here, columns.row)) return "RowKey";
  const names = (columns.properties ?? []).map((p) => p.name);
  return names.find((n) => n === here) ?? names.find((n) => same(n, here)) ?? here;
}

/** Whether rows come in this order without being asked. */
export function isKeyOrder(order: string, filter: string): boolean {
  const names = order.replace(/\s+asc\b/gi, "").replace(/\s*,\s*/g, ",");
  const one = boundsPartition(filter) && filter.match(/\bPartitionKey\b/g)?.length === 1 && / eq '/.test(filter);
  return /^PartitionKey(?:,RowKey)?$/.test(names) || (one && names === "RowKey");
}

/** Whether each alternative of a filter bounds the PartitionKey, so that not all partitions are read. */
export function boundsPartition(filter: string): boolean {
  const either = partsOf(filter, " or ");
  if (either.length > 1) return either.every(boundsPartition);
  const all = partsOf(filter, " and ");
  if (all.length > 1) return all.some(boundsPartition);
  const [, inner] = /^\((.*)\)$/s.exec(filter) ?? [];
  return inner === undefined ? /^PartitionKey (?:eq|[gl][te]) /.test(filter) : boundsPartition(inner);
}

/** The parts of a filter between these words, where they are not in parentheses or a text. */
function partsOf(filter: string, word: " and " | " or "): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: found, index } of filter.matchAll(/'(?:[^']|'')*'|[()]| (?:and|or) /g)) {
    depth += Number(found === "(") - Number(found === ")");
    if (depth || found !== word) continue;
    parts.push(filter.slice(from, index));
    from = index + word.length;
  }
  return [...parts, filter.slice(from)];
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const isKeyName = (name: string): boolean => name === "PartitionKey" || name === "RowKey";

function comparison(r: Reader, name: string, columns: Columns, gaps: Set<Gap>): string | null {
  const value = (): string | null => {
    const word = r.value();
    if (word?.text === OPEN) gaps.add("value");
    return word && literal(word, name, columns);
  };
  const known = state(r, name, columns, gaps);
  if (known) return known;
  if (r.take("NOT")) {
    const inner = comparison(r, name, columns, gaps);
    return inner && `not (${inner})`;
  }
  if (r.take("BETWEEN")) {
    const [low, , high] = [value(), r.take("AND"), value()];
    return low && high && `${name} ge ${low} and ${name} le ${high}`;
  }
  if (r.take("IN")) return within(r, name, value, gaps);
  if (r.take("LIKE")) return prefix(r, name, gaps);
  if (r.take("ILIKE") || r.take("REGEXP") || r.take("RLIKE")) {
    gaps.add("like");
    return r.value() && "";
  }
  const sign = SIGNS[r.peek()?.text ?? ""];
  const right = sign && r.next() && value();
  return right ? `${name} ${sign} ${right}` : null;
}

/** What IS asks: whether a value is true, or is there at all; "" if it is another condition. */
function state(r: Reader, name: string, columns: Columns, gaps: Set<Gap>): string {
  for (const is of ["TRUE", "FALSE"]) {
    if (r.take(`IS ${is}`)) return `${name} eq ${is.toLowerCase()}`;
    if (r.take(`IS NOT ${is}`)) return `not (${name} eq ${is.toLowerCase()})`;
  }
  const lacks = r.take("IS NULL") || r.take("= NULL");
  if (!lacks && !r.take("IS NOT NULL") && !r.take("<> NULL") && !r.take("!= NULL")) return "";
  const there = columns.properties ?? [];
  const known = typesOf(there, name).length > 0;
  if (!known && !isKeyName(name)) gaps.add("null");
  const properties = known ? there : [{ name, type: "Edm.String" }];
  return withoutNull(`${name} is ${lacks ? "" : "not "}null`, properties);
}

function within(r: Reader, name: string, value: () => string | null, gaps: Set<Gap>): string | null {
  if (!r.take("(")) return null;
  if (r.sees("SELECT")) return nestedQuery(r, gaps);
  const list: string[] = [];
  do {
    const found = value();
    if (!found) return null;
    list.push(`${name} eq ${found}`);
  } while (r.take(","));
  if (list.length > 1 && isKeyName(name)) gaps.add("inkeys");
  return r.take(")") ? `(${list.join(" or ")})` : null;
}

/** A query within a condition is a join. */
function nestedQuery(r: Reader, gaps: Set<Gap>): string {
  gaps.add("join");
  r.end();
  return "";
}

/** Only what a text begins with can be asked for: from it up to the next text that does not begin so. [B-E] is one of
 * several characters, each of which begins a range; "_" is itself, as keys have it. */
function prefix(r: Reader, name: string, gaps: Set<Gap>): string | null {
  const pattern = r.value()?.text ?? "";
  if (pattern && !/[%_[]/.test(pattern)) return `${name} eq ${quoted(pattern)}`;
  const [, start = "", some = ""] = /^([^%[]*)(?:\[([^\]^][^\]]*)\])?%$/s.exec(pattern) ?? [];
  const begins = some.match(/[^-]-[^-]|[^-]/gs) ?? (start ? [start.slice(-1)] : []);
  const before = some ? start : start.slice(0, -1);
  if (!begins.length || begins.some((b) => b.charAt(0) > b.slice(-1))) {
    gaps.add("like");
    return "";
  }
  const ranges = begins.map((b) => {
    const end = String.fromCharCode(b.charCodeAt(b.length - 1) + 1);
    return `${name} ge ${quoted(before + b.charAt(0))} and ${name} lt ${quoted(before + end)}`;
  });
  return ranges.length > 1 ? `(${ranges.map((range) => `(${range})`).join(" or ")})` : ranges.join("");
}

/** A value as the type of the property wants it, null if it says a type that it is not of. Keys are texts, whatever
 * the column was. */
function literal(word: Word, name: string, columns: Columns): string | null {
  if (word.text === OPEN) return OPEN;
  if (isKeyName(name)) return quoted(word.text);
  if (word.kind === "call") return `${typeOfHelper(word.text).toLowerCase()}'${word.text}'`;
  const text = word.kind === "name" ? word.text.toLowerCase() : word.text;
  const typed = literalOf(text, word.type ? [word.type] : typesOf(columns.properties ?? [], name));
  if (typed || word.type) return typed || null;
  return word.kind === "text" ? quoted(text) : text;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
