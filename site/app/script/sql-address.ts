// Clauses of SQL in an address, GET {{table}}/Employees WHERE Age > 30, and the options that do the same. Pure.
import { type Address, addressAt, addressOf, allOf, type Option, partsOf } from "./address.ts";
import { condition, type Gap } from "./sql-filter.ts";
import { Reader, wordsOf } from "./sql-words.ts";

/** What is said of a clause. */
export type Clause = "where" | "limit" | Extract<Gap, "order" | "offset" | "group" | "join" | "like" | "null">;

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

/** Finds the clauses of SQL in the address of the request in this line, null if it has none. */
export function sqlAddress(script: string, line: number): SqlAddress | null {
  const address = addressAt(script, line);
  if (!address || /^\{\{(?:queue|blob)\}\}/.test(address.text)) return null;
  const parts = partsOf(address.text);
  const path = apart(parts.path, false);
  const options = parts.options.map((o) => ({ before: o.before, ...apart(o.text, true) }));
  const found = [path, ...options].flatMap((p) => p.found);
  const [first] = found;
  if (!first) return null;
  const gaps = new Set<Gap>();
  const where = found.filter((f) => f.clause === "where").map((f) => filterOf(f.value, gaps));
  const filters = options.flatMap(({ text }) => (text.startsWith("$filter=") ? text.slice(8) : []));
  const filter = where.some((f) => !f) ? "" : allOf([...filters, ...where]);
  const top = found.find((f) => f.clause === "limit")?.value ?? "";
  const clauses = [
    ...new Set([...found.map((f) => f.clause), ...[...gaps].filter((g) => g === "like" || g === "null")]),
  ];
  const can = clauses.every((c) => c === "where" || c === "limit" || c === "order") && (filter || !where.length);
  const fits = address.method === "GET" && !/Key\s*=/.test(path.text) && /^\d{0,3}$/.test(top);
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

/** Parts a piece of an address from the clauses after it. */
function apart(text: string, option: boolean): { text: string; found: Found[] } {
  const bare = text.replace(/'[^']*'|\{\{.*?\}\}/g, (quoted) => "_".repeat(quoted.length));
  const found: Found[] = [];
  for (const { index } of bare.matchAll(/(?<=\s)\S/g)) {
    const rest = bare.slice(index);
    const [pattern, clause] = WORDS.find(([words]) => words.test(rest)) ?? [];
    if (!pattern || !clause || (option && !found.length && IN_PATH.has(clause))) continue;
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

const DIRECT = { partition: "PartitionKey", row: "RowKey" };

/** A condition as a filter, "" if it has no counterpart. One that is no SQL may be a filter as it is. */
function filterOf(written: string, gaps: Set<Gap>): string {
  const text = written.replace(/([=<>(,]\s*|\blike\s+)"([^"']*)"/gi, "$1'$2'");
  const words = wordsOf(text);
  const reader = new Reader(words ?? []);
  const filter = words && condition(reader, DIRECT, gaps);
  const found = filter !== null && reader.done ? filter : text;
  return [...gaps].some((g) => g === "like" || g === "null") || /[&#%+]/.test(found) ? "" : found;
}
