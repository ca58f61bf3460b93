// How large the script of a table is, known before all of it is written. Pure.
import type { TableFile } from "./table-file.ts";
import { writeTable } from "./write-table.ts";

export const MAX_SCRIPT = 65_536; // bytes; engine/script reads no more
export const SAMPLE = 700; // rows: an insert has about 100 bytes, so a script of more is too large whatever is in them

/** The bytes of a script that inserts so many rows, of which the first SAMPLE are given; of more rows it is an
 * estimate. */
export function scriptSize(table: string, first: TableFile, rows: number): number {
  const bytes = new TextEncoder().encode(writeTable("http", table, first).join("")).length;
  return rows > first.rows.length ? Math.round((bytes * rows) / Math.max(1, first.rows.length)) : bytes;
}
