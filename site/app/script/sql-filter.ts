// The condition behind WHERE as a $filter.
import { OPEN, type Reader, typeOfHelper, type Word } from "./sql-words.ts";

/** What has no counterpart here, or needs a word: texts "sql.gap.<name>". */
export type Gap =
  | ("order" | "join" | "group" | "offset" | "like" | "null" | "nokey" | "keys" | "autokey")
  | ("transaction" | "columns" | "index" | "truncate")
  | ("copy" | "names" | "rows" | "conflict" | "write" | "condition" | "compute" | "unset" | "rules" | "alias")
  | ("value" | "call" | "most" | "inkeys")
  | ("several" | "rest");

/** The columns that become the two keys. */
export interface Columns {
  partition: string;
  row: string;
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
  if (!r.sees("(")) return comparison(r, nameIn(column, columns), gaps);
  gaps.add("call");
  const nested = r.skip() > 0 && (r.done || r.sees("AND", "OR", ")", ...ENDS));
  return nested || comparison(r, column, gaps) !== null ? "" : null;
}

const ENDS = ["ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", "FETCH"];

/** The name of a column here: SQL takes upper and lower case for the same. */
export function nameIn(name: string, columns: Columns): string {
  if (same(name, columns.partition)) return "PartitionKey";
  return same(name, columns.row) ? "RowKey" : name;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const isKeyName = (name: string): boolean => name === "PartitionKey" || name === "RowKey";

function comparison(r: Reader, name: string, gaps: Set<Gap>): string | null {
  const value = (): string | null => {
    const word = r.value();
    if (word?.text === OPEN) gaps.add("value");
    return word && literal(word, name);
  };
  if (r.take("IS NULL") || r.take("IS NOT NULL")) {
    gaps.add("null");
    return "";
  }
  if (r.take("NOT")) {
    const inner = comparison(r, name, gaps);
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
  const sign = SIGNS[r.next()?.text ?? ""];
  const right = sign && value();
  return right ? `${name} ${sign} ${right}` : null;
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

/** Keys are texts, whatever the column was. */
function literal(word: Word, name: string): string {
  if (word.text === OPEN) return OPEN;
  if (word.kind === "text" || isKeyName(name)) return quoted(word.text);
  if (word.kind === "call") return `${typeOfHelper(word.text).toLowerCase()}'${word.text}'`;
  return word.kind === "name" ? word.text.toLowerCase() : word.text;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
