// The rows of a file as a table of texts, whatever the file was (read-table.ts). Pure.

import type { EdmType } from "../engine/edm.ts";
import { FileError } from "./csv.ts";
import type { Renamed } from "./header.ts";

export type FileFormat = "typed-csv" | "csv" | "json" | "json-lines";

/** Rows of a file. A cell is null where the row has no such property. */
export interface TableFile {
  format: FileFormat;
  names: string[];
  rows: FileRow[];
  renamed: Renamed[]; // columns
  turned: Turned[];
}

/** Values that the file has in a form that no property has, or that a Double would not hold with all digits. The text
 * of it is import.turned.<into>. */
export interface Turned {
  name: string;
  into: "json" | "long";
}

export interface FileRow {
  line: number; // from 1
  cells: (string | null)[]; // in the order of names
  types: (EdmType | null)[]; // that the file says; empty if it says none
  whole: boolean; // the line has all cells, so a key without text is the empty one
}

const MOST_NAMES = 1000; // of properties in a file: each becomes a column of the preview
const MOST_CELLS = 50_000_000; // names times rows

/** Refuses what would make the browser run out of memory, such as a name of its own in each of 100,000 rows. */
export function checkSize(line: number, names: number, rows: number): void {
  if (names > MOST_NAMES)
    throw new FileError(line, `more than ${MOST_NAMES} different names of properties: import the file in parts`);
  if (names * rows > MOST_CELLS)
    throw new FileError(line, `${rows} rows with ${names} names of properties are too many: import the file in parts`);
}
