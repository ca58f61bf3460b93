// Keys for a file that names none: a column that repeats becomes the PartitionKey, and one that tells its rows apart
// the RowKey. A guess, which the reader is told and can change. Pure.
import { assign, type Column, MANY } from "./columns.ts";
import { validKey } from "./limits.ts";
import type { TableFile } from "./table-file.ts";

const CANDIDATES = 20; // columns that are looked at
const NAMED = /(^|[^a-z])(id|key|no|nr|number|code|uuid|guid|at|time|date)$/i;
const NAMED_INSIDE = /[a-z\d](I[dD]|Key|No|Nr|Number|Code|At)$/; // customerId, but not paid
const NAMES = /(^|[^a-z])(id|key|no|nr|number|code|name|uuid|guid)$/i;
const NAMES_INSIDE = /[a-z\d](I[dD]|Key|No|Nr|Number|Code|Name)$/;
const YES_OR_NO = /^(true|false|yes|no|y|n|ja|nein|oui|non|on|off|0|1|x|-)$/i;

/** Gives two columns the roles of the keys, unless the file has them; false if a reader has to choose. Those that
 * are made serve a file that has no two columns to choose from. */
export function proposeKeys(file: TableFile, columns: readonly Column[]): boolean {
  const has = (role: Column["role"]) => columns.some((c) => c.role === role);
  if (has("partition") && has("row")) return true;
  const usable = columns.slice(0, CANDIDATES).filter((c) => c.role === "property" && canBeKey(file, c));
  const partitions = has("partition") ? columns.filter((c) => c.role === "partition") : lasting(file, usable);
  const rows = has("row") ? columns.filter((c) => c.role === "row") : byName(usable);
  for (const partition of partitions)
    for (const row of rows) if (row !== partition && apart(file, partition, row)) return give(columns, partition, row);
  const several = columns.filter((c) => !c.made).length > 1;
  const choice = has("row") || (several && usable.some((c) => apart(file, c, c)));
  const [text, number] = (["text", "number"] as const).map((made) => columns.find((c) => c.made === made));
  const partition = (several || has("partition") ? partitions[0] : undefined) ?? text;
  return choice || !partition || !number ? false : give(columns, partition, number);
}

function give(columns: readonly Column[], partition: Column, row: Column): true {
  assign(columns, partition, "partition");
  assign(columns, row, "row");
  return true;
}

/** The columns that repeat, those first that name what a row is about, and those last that change in its life. */
function lasting(file: TableFile, columns: readonly Column[]): Column[] {
  const some = columns.filter(({ seen }) => seen.distinct < MANY && seen.distinct < seen.filled);
  const found = some.map((c) => ({ c, rank: rankOf(file, c) + (repeats(c) ? 0 : SELDOM) }));
  return found.sort((a, b) => a.rank - b.rank).map(({ c }) => c);
}

const SELDOM = 3; // ranks that a column loses if its values hardly repeat: a name still comes before yes or no

/** A name or an id, a text, a number or a day, one of two values, a measured value, yes or no. */
function rankOf(file: TableFile, c: Column): number {
  const at = file.names.indexOf(c.name);
  if (c.type === "Boolean" || file.rows.every(({ cells }) => YES_OR_NO.test(cells[at] ?? ""))) return 5;
  if (NAMES.test(c.name) || NAMES_INSIDE.test(c.name)) return 0;
  if (c.type === "Double") return 4;
  if (c.seen.distinct <= 2) return 3;
  return c.type === "String" || c.type === null ? 1 : 2;
}

/** Every row has a value there that may be a key. */
function canBeKey(file: TableFile, column: Column): boolean {
  const at = file.names.indexOf(column.name);
  return file.rows.every(({ cells }) => cells[at] !== null && cells[at] !== undefined && validKey(cells[at]));
}

/** Few values for many rows: rows that are read together, rather than one in each partition. */
function repeats({ seen }: Column): boolean {
  return seen.distinct * 2 <= seen.filled;
}

/** Columns whose name is that of a key come first, the others in the order of the file. */
function byName(columns: readonly Column[]): Column[] {
  const named = ({ name }: Column) => Number(NAMED.test(name) || NAMED_INSIDE.test(name));
  return [...columns].sort((a, b) => named(b) - named(a));
}

/** No two rows have the same pair of keys. */
function apart(file: TableFile, partition: Column, row: Column): boolean {
  const [p, r] = [partition, row].map((c) => file.names.indexOf(c.name)) as [number, number];
  const pairs = new Set(file.rows.map(({ cells }) => JSON.stringify([cells[p], cells[r]])));
  return pairs.size === file.rows.length;
}
