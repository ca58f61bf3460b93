// What becomes of the columns of a file: which are the keys, which are left out, and their types, guessed from all
// rows. Pure.

import { type EdmType, fits } from "../engine/edm.ts";
import { momentOf } from "../engine/moment.ts";
import { canHaveComma, withPoint } from "./decimal-comma.ts";
import { mendedName, validName } from "./limits.ts";
import type { FileRow, TableFile } from "./table-file.ts";

export type Role = "partition" | "row" | "property" | "skip";

/** Why a type was guessed. The text of it is import.why.<Reason>. */
export type Reason =
  | "said" // by the file
  | "all" // every value is one
  | "zeros" // numbers with leading zeros are names
  | "comma" // numbers with a decimal comma
  | "day" // dates of which nobody knows what is the day
  | "large" // an integer does not fit into Int32
  | "long" // an integer does not fit into Int64
  | "mixed" // some values are of another type, not all
  | "empty"; // there is no value

export interface Column {
  name: string; // in the file
  becomes: string; // the property
  role: Role;
  made?: Made; // it is not in the file
  type: EdmType | null; // null: each cell as the file says
  why: Reason; // for the type that was guessed
  odd?: Odd; // if why is mixed
  seen: Seen;
}

/** What a key can be if no column can: the same text in all rows, or the number of the row, which seen.first is of the
 * first. The name of it is import.made.<Made>. */
export type Made = "text" | "number";

/** The first value that is not of the type that most values of its column are. */
export interface Odd {
  line: number;
  text: string;
  type: EdmType;
}

/** The text of a cell as its column is written: a decimal comma becomes a point where numbers are wanted. */
export function written(c: Column, text: string): string {
  return c.why === "comma" && c.type === "Double" ? withPoint(text) : text;
}

/** What the values of a column are like. */
export interface Seen {
  first: string;
  filled: number;
  distinct: number; // up to MANY
  least: string; // of numbers and moments, "" if there are none
  most: string;
}

export const MANY = 1000; // different values that are counted
const ZEROS = /^-?0\d+(\.\d*)?$/;
const DAY = /^\d{1,2}([./-])\d{1,2}\1(\d{4}|\d\d)$/;
const GUESSES: EdmType[] = ["Boolean", "Int32", "Int64", "Double", "DateTime", "Guid"];

/** Returns a proposal for each column of a file. */
export function proposeColumns(file: TableFile): Column[] {
  const columns = file.names.map((name, i) => proposal(file, name, i));
  for (const [role, name] of [
    ["partition", "PartitionKey"],
    ["row", "RowKey"],
  ] as const) {
    const key =
      columns.find((c) => c.name === name) ?? columns.find((c) => c.name.toLowerCase() === name.toLowerCase());
    if (key) assign(columns, key, role);
  }
  for (const c of columns) if (c.role === "property") c.becomes = propertyName(columns, c);
  return columns;
}

/** What no column of the file is, to choose as a key that the file does not name; nobody has chosen it yet. */
export function madeColumns({ rows }: TableFile): Column[] {
  const filled = rows.length;
  const first = "1".padStart(Math.max(4, String(filled).length), "0"); // as text 10 would come before 9
  const of = (made: Made, text: string, distinct: number): Column => ({
    ...{ name: `(${made})`, becomes: "", role: "skip", made, type: "String", why: "all" },
    seen: { first: text, filled, distinct, least: "", most: "" },
  });
  return [of("text", "all", 1), of("number", first, Math.min(filled, MANY))];
}

/** The name of a column as a property: its own, if a property can have it. */
export function propertyName(columns: readonly Column[], column: Column): string {
  if (validName(column.name)) return column.name;
  const others = columns.filter((c) => c !== column && c.role !== "skip").flatMap((c) => [c.name, c.becomes]);
  return mendedName(column.name, others);
}

/** Gives a column a role; a key has one column, so the one before it becomes a property. */
export function assign(columns: readonly Column[], column: Column, role: Role): void {
  const key = role === "partition" || role === "row";
  for (const c of columns) if (key && c.role === role && c !== column) release(columns, c);
  column.role = role;
  column.becomes = role === "partition" ? "PartitionKey" : role === "row" ? "RowKey" : propertyName(columns, column);
}

function release(columns: readonly Column[], c: Column): void {
  c.role = c.made ? "skip" : "property";
  c.becomes = propertyName(columns, c);
}

function proposal(file: TableFile, name: string, at: number): Column {
  const { type, why } = typeOf(file.rows, at);
  const odd = why === "mixed" ? oddOf(file.rows, at) : null;
  return {
    name,
    becomes: name,
    role: name === "Timestamp" ? "skip" : "property", // the service sets it at every write
    type,
    why,
    ...(odd ? { odd } : {}),
    seen: look(file.rows, at, type),
  };
}

function typeOf(rows: readonly FileRow[], at: number): { type: EdmType | null; why: Reason } {
  if (rows.some((r) => r.types[at])) return { type: null, why: "said" };
  const left = new Set(GUESSES);
  let [some, zeros, integers, other] = [false, false, true, false];
  for (const { cells } of rows) {
    const text = cells[at] ?? null;
    if (text === null) continue;
    some = true;
    zeros ||= ZEROS.test(text);
    integers &&= /^-?\d+$/.test(text);
    other ||= GUESSES.some((type) => fits(text, type));
    for (const type of left) if (!fits(text, type)) left.delete(type);
    if (!left.size && other) break;
  }
  if (!some) return { type: "String", why: "empty" };
  const best = GUESSES.find((type) => left.has(type));
  if (zeros && best) return { type: "String", why: "zeros" };
  if (best === "Double" && integers) return { type: "String", why: "long" }; // as a Double it would lose digits
  if (best) return { type: best, why: best === "Int64" ? "large" : "all" };
  if (all(rows, at, canHaveComma)) return { type: "String", why: "comma" };
  if (all(rows, at, (s) => DAY.test(s))) return { type: "String", why: "day" };
  return { type: "String", why: other ? "mixed" : "all" };
}

function oddOf(rows: readonly FileRow[], at: number): Odd | null {
  const given = rows.filter(({ cells }) => (cells[at] ?? null) !== null);
  const textOf = ({ cells }: FileRow) => cells[at] ?? "";
  const fitting = GUESSES.map((type) => given.filter((r) => fits(textOf(r), type)).length);
  const type = GUESSES[fitting.indexOf(Math.max(...fitting))];
  const row = type && given.find((r) => !fits(textOf(r), type));
  return row ? { line: row.line, text: textOf(row), type } : null;
}

/** Tells whether all values of a column have a form. */
function all(rows: readonly FileRow[], at: number, form: (text: string) => boolean): boolean {
  return rows.every(({ cells }) => form(cells[at] ?? "") || (cells[at] ?? null) === null);
}

function look(rows: readonly FileRow[], at: number, type: EdmType | null): Seen {
  const measure = type === "DateTime" ? momentOf : Number;
  const ordered = type === "DateTime" || type === "Int32" || type === "Double";
  const seen: Seen = { first: "", filled: 0, distinct: 0, least: "", most: "" };
  const different = new Set<string>();
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { cells } of rows) {
    const text = cells[at] ?? null;
    if (text === null) continue;
    if (!seen.filled++) seen.first = text;
    if (different.size < MANY) different.add(text);
    if (!ordered) continue;
    const n = measure(text);
    if (n < low) [low, seen.least] = [n, text];
    if (n > high) [high, seen.most] = [n, text];
  }
  seen.distinct = different.size;
  return seen;
}
