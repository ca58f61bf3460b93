// What the columns of imported files are called in their tables, kept in this browser: a script may ask for a name of
// the file, which no row has.
import { keepText, objectOf, readJSON } from "../ui/storage.ts";
import type { Column } from "./columns.ts";
import type { Renamed } from "./header.ts";

const KEY = "rowkey/columns-of-files";
const MOST = 50; // tables

/** Keeps the names of a table; those of the tables that were imported first go. */
export function keepNames(table: string, columns: readonly Column[], renamed: readonly Renamed[]): void {
  const before = new Map(renamed.map(({ from, to }) => [to, from]));
  const names = columns
    .filter((c) => c.role !== "skip" && !c.made)
    .map((c) => [before.get(c.name) || c.name, c.becomes] as const)
    .filter(([name, becomes]) => name !== becomes);
  const { [table.toLowerCase()]: _, ...others } = objectOf(readJSON(KEY));
  const kept = Object.entries(others).slice(1 - MOST);
  keepText(KEY, JSON.stringify(Object.fromEntries([...kept, [table.toLowerCase(), Object.fromEntries(names)]])));
}

/** What a column became, "" if nothing is known of it. Upper and lower case are the same. */
export function nameInTable(table: string, name: string): string {
  const names = Object.entries(objectOf(objectOf(readJSON(KEY))[table.toLowerCase()]));
  const found = names.find(([column]) => column.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === "string" ? found : "";
}
