// Keys for a file that names none: a column that repeats becomes the PartitionKey, and one that tells its rows apart
// the RowKey. A guess, which the reader is told and can change. Pure.
import { assign, type Column, MANY } from "./columns.ts";
import { validKey } from "./limits.ts";
import type { TableFile } from "./table-file.ts";

const CANDIDATES = 20; // columns that are looked at
const NAMED = /(^|[^a-z])(id|key|no|nr|number|code|uuid|guid|at|time|date)$|Id$|Key$|Number$|At$/i;

/** Gives two columns the roles of the keys, unless the file has them; false if no two columns can be keys. */
export function proposeKeys(file: TableFile, columns: readonly Column[]): boolean {
  const has = (role: Column["role"]) => columns.some((c) => c.role === role);
  if (has("partition") && has("row")) return true;
  const usable = columns.slice(0, CANDIDATES).filter((c) => c.role === "property" && canBeKey(file, c));
  const partitions = has("partition") ? columns.filter((c) => c.role === "partition") : usable.filter(repeats);
  const rows = has("row") ? columns.filter((c) => c.role === "row") : byName(usable);
  for (const partition of partitions)
    for (const row of rows) {
      if (row === partition || !apart(file, partition, row)) continue;
      assign(columns, partition, "partition");
      assign(columns, row, "row");
      return true;
    }
  return false;
}

/** Every row has a value there that may be a key. */
function canBeKey(file: TableFile, column: Column): boolean {
  const at = file.names.indexOf(column.name);
  return file.rows.every(({ cells }) => cells[at] !== null && cells[at] !== undefined && validKey(cells[at]));
}

/** Few values for many rows: rows that are read together, rather than one in each partition. */
function repeats({ seen }: Column): boolean {
  return seen.distinct < MANY && seen.distinct * 2 <= seen.filled;
}

/** Columns whose name is that of a key come first, the others in the order of the file. */
function byName(columns: readonly Column[]): Column[] {
  return [...columns].sort((a, b) => Number(NAMED.test(b.name)) - Number(NAMED.test(a.name)));
}

/** No two rows have the same pair of keys. */
function apart(file: TableFile, partition: Column, row: Column): boolean {
  const [p, r] = [partition, row].map((c) => file.names.indexOf(c.name)) as [number, number];
  const pairs = new Set(file.rows.map(({ cells }) => JSON.stringify([cells[p], cells[r]])));
  return pairs.size === file.rows.length;
}
