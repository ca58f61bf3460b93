// A file of rows that the reader brought: read, its columns with a type and a role each, and a name for its table.
import { type Column, madeColumns, proposeColumns } from "../../transfer/columns.ts";
import { FileError } from "../../transfer/csv.ts";
import { textOf } from "../../transfer/file-text.ts";
import { hasColumns, readTable } from "../../transfer/read-table.ts";
import type { TableFile } from "../../transfer/table-file.ts";
import { num, t } from "../../ui/i18n.ts";
import { isDocument } from "../open/script-file.ts";

export interface OpenedFile {
  name: string;
  bytes: number;
  file: TableFile;
  columns: Column[];
}

const LARGEST = 200_000_000; // bytes of a file
export const TABLE = /^[A-Za-z][A-Za-z0-9]{2,62}$/;

/** Reads a file; null if it is a document: a script, or a file that was saved in place of a link. Throws FileError. */
export async function openTable(file: File): Promise<OpenedFile | null> {
  if (file.size > LARGEST) throw new FileError(0, t("import.large", { n: num(LARGEST / 1e6) }));
  const text = await textOf(file);
  if (isDocument(file.name, text)) return null;
  const table = readTable(text);
  if (!table.rows.length) throw new FileError(1, t("import.none"));
  const columns = proposeColumns(table);
  const has = (role: Column["role"]) => columns.some((c) => c.role === role);
  const made = madeColumns(table).filter((c) => !has(c.made === "text" ? "partition" : "row"));
  return { name: file.name, bytes: file.size, file: table, columns: [...columns, ...made] };
}

const ROWS = /\.(csv|tsv|tab|jsonl?|ndjson)$/i;

/** Tells whether a file is rows by its name, or by what it looks like. What was pasted has no ending, and is rows. */
export async function isTable(file: File): Promise<boolean> {
  if (ROWS.test(file.name) || !file.name.includes(".")) return true;
  return /\.txt$/i.test(file.name) && file.size <= LARGEST && hasColumns(await textOf(file));
}

/** A name of a table that a file suggests. */
export function tableNameOf(file: string): string {
  const bare = file
    .replace(/\.\w+$/, "")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .replace(/^[0-9]+/, "");
  const name = bare.slice(0, 1).toUpperCase() + bare.slice(1, 63);
  return TABLE.test(name) ? name : "Imported";
}

/** The name, or the first with a number behind it that no table has. Names of tables have no case. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((x) => x.toLowerCase()));
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name.slice(0, 60)}${n}`;
    if (!used.has(free.toLowerCase())) return free;
  }
}
