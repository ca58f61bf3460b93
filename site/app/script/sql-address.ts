// Clauses of SQL in an address, GET {{table}}/Employees WHERE Age > 30, and the options that do the same. Pure.
import type { Named } from "../engine/types.ts";
import { type Address, addressAt, addressOf, allOf, type Option, partsOf } from "./address.ts";
import { condition, type Gap, isKeyOrder } from "./sql-filter.ts";
import { Reader, wordsOf } from "./sql-words.ts";

/** What is said of a clause. */
export type Clause = "where" | "limit" | (typeof SAID)[number] | Extract<Gap, "order" | "offset" | "group" | "join">;

const SAID = ["like", "null", "call", "value", "most", "inkeys", "ordertop"] as const; // of a condition or a number

/** An address with clauses of SQL. */
export interface SqlAddress extends Address {
  word: string; // the first clause begins with it
  clauses: readonly Clause[];
  filter: string; // of the where, "" if there is none
  meant: string; // the address as it should be, "" if there is none
}

const WORDS: readonly (readonly [RegExp, Clause])[] = [
  [/^where\s/i, "where"],
  [/^order\s+by\s/i, "order"],
  [/^limit\s+\d/i, "limit"],
  [/^offset\s+\d/i, "offset"],
  [/^(?:group\s+by|having)\s/i, "group"],
  [/^(?:(?:inner|left|right|full|cross)\s+(?:outer\s+)?)?join\s/i, "join"],
];
const IN_PATH: ReadonlySet<Clause> = new Set(["where", "group", "join"]); // which a filter may hold as names

interface Found {
  clause: Clause;
  at: number;
  word: string;
  value: string;
}

/** Finds the clauses of SQL in the address of the request in this line, null if it has none. The properties of the
 * table tell how a value is written. */
export function sqlAddress(script: string, line: number, properties: readonly Named[] = []): SqlAddress | null {
  const address = withClauses(addressAt(script, line), script);
  if (!address || /^\{\{(?:queue|blob)\}\}/.test(address.text)) return null;
  const parts = partsOf(address.text);
  const path = apart(parts.path, false);
  const options = parts.options.map((o) => ({ before: o.before, ...apart(o.text, true) }));
  const found = [path, ...options].flatMap((p) => p.found);
  const [first] = found;
  if (!first) return null;
  const gaps = new Set<Gap>();
  const where = found.filter((f) => f.clause === "where").map((f) => filterOf(f.value, gaps, properties));
  const filters = options.flatMap(({ text }) => (text.startsWith("$filter=") ? text.slice(8) : []));
  const filter = where.some((f) => !f) ? "" : allOf([...filters, ...where]);
  const order = found.find((f) => f.clause === "order");
  const [, start, limit = ""] =
    /^(?:(\d+)\s*,\s*)?(.*)$/.exec(found.find((f) => f.clause === "limit")?.value ?? "") ?? [];
  if (Number(limit) > MOST) gaps.add("most");
  if (limit && order && !isKeyOrder(order.value, filter)) gaps.add("ordertop");
  const top = gaps.has("ordertop") ? "" : limit;
  const clauses = [
    ...new Set([
      ...found.flatMap((f) => (f.clause === "limit" && gaps.has("ordertop") ? [] : f.clause)),
      ...(start ? (["offset"] as const) : []),
      ...saidOf(gaps),
    ]),
  ];
  const can = clauses.every((c) => /^(?:where|limit|order|ordertop|null)$/.test(c)) && (filter || !where.length);
  const fits = address.method === "GET" && !/Key\s*=/.test(path.text) && /^\d*$/.test(limit);
  const list: Option[] = options.filter((o) => !where.length || !o.text.startsWith("$filter="));
  if (where.length) list.unshift({ before: parts.options[0]?.before ?? "", text: `$filter=${filter}` });
  if (top) list.push({ before: list.at(-1)?.before ?? "", text: `$top=${top}` });
  const table = list.length && !path.text.endsWith(")") && path.found.length ? `${path.text}()` : path.text;
  return {
    ...address,
    word: first.word,
    clauses,
    filter: where.length ? filter : "",
    meant: can && fits ? addressOf(table, list) : "",
  };
}

const MOST = 1000; // rows of an answer

const saidOf = (gaps: ReadonlySet<Gap>): Clause[] => SAID.filter((gap) => gaps.has(gap));

/** An address with the clauses on lines of their own below it, which are not of the address for anybody else. */
function withClauses(address: Address | null, script: string): Address | null {
  if (!address) return null;
  const rest = script.slice(address.at + address.text.length);
  const [below = ""] =
    /^(?:[^\S\n]*\n[^\S\n]*(?:where|and|or|order\s+by|limit|offset|group\s+by|having)\s.*)*/i.exec(rest) ?? [];
  return { ...address, text: (address.text + below).trimEnd() };
}

/** Parts a piece of an address from the clauses after it. */
function apart(text: string, option: boolean): { text: string; found: Found[] } {
  const bare = text.replace(/'[^']*'|\{\{.*?\}\}/g, (quoted) => "_".repeat(quoted.length));
  const found: Found[] = [];
  for (const { index } of bare.matchAll(/(?<=\s)\S/g)) {
    const rest = bare.slice(index);
    const [pattern, clause] = WORDS.find(([words]) => words.test(rest)) ?? [];
    const within = option && !found.length && !/\n\s*$/.test(bare.slice(0, index)); // a filter
    if (!pattern || !clause || (within && IN_PATH.has(clause))) continue;
    const [begin = ""] = pattern.exec(rest) ?? [];
    const word = begin.replace(/\s*\d?$/, "");
    found.push({ clause, at: index, word, value: "" });
  }
  for (const [i, f] of found.entries())
    f.value = text
      .slice(f.at + f.word.length, found[i + 1]?.at)
      .replace(/[\s;]+$/, "")
      .trim();
  return { text: text.slice(0, found[0]?.at).trimEnd(), found };
}

/** Finds conditions that && joins: a & ends the filter, so that the service does not see the next ones. */
export function joinedByAmpersands(script: string, line: number): RefilledAddress | null {
  const address = addressAt(script, line);
  const [, before = "", conditions = ""] =
    /^(.*?[?&]\$filter=)((?:'[^']*'|&&|[^'&\n])*)/s.exec(address?.text ?? "") ?? [];
  const joined = conditions.replaceAll(/('[^']*')|\s*&&\s*/g, (_, quoted?: string) => quoted ?? " and ").trim();
  if (!address || joined === conditions.trim()) return null;
  const filter = filterOf(joined, new Set());
  const rest = address.text.slice(before.length + conditions.trimEnd().length);
  return { ...address, filter, meant: filter && before + filter + rest };
}

/** A $filter that holds SQL, and what it is here; null if it is none, or says what no filter can. */
export const sqlFilter = (script: string, line: number, properties: readonly Named[] = []): RefilledAddress | null =>
  refilled(script, line, (written) => filterOf(written, new Set(), properties));

/** An address with another filter. */
export type RefilledAddress = Address & { filter: string; meant: string };

/** Writes another filter into an address; null if it has none, or that is the same one. */
export function refilled(script: string, line: number, how: (written: string) => string): RefilledAddress | null {
  const address = addressAt(script, line);
  const [, before = "", written = ""] = /^(.*?[?&]\$filter=)((?:'[^']*'|[^'&\n])*)/s.exec(address?.text ?? "") ?? [];
  const filter = how(written.trim());
  if (!address || !filter || filter === written.trim()) return null;
  return { ...address, filter, meant: before + filter + address.text.slice(before.length + written.trimEnd().length) };
}

const DIRECT = { partition: "PartitionKey", row: "RowKey" };

/** A condition as a filter, "" if it has no counterpart. One that is no SQL may be a filter as it is. */
export function filterOf(written: string, gaps: Set<Gap>, properties: readonly Named[] = []): string {
  const text = written.replace(/([=<>(,]\s*|\blike\s+)"([^"']*)"/gi, "$1'$2'");
  const words = wordsOf(text);
  const reader = new Reader(words ?? []);
  const filter = words && condition(reader, { ...DIRECT, properties }, gaps);
  const found = filter !== null && reader.done ? filter : text;
  return saidOf(gaps).some((gap) => gap !== "null") || /[&#%+]/.test(found) ? "" : found;
}
