// A table as a file: typed CSV as Storage Explorer writes it, JSON, JSON lines, or a script that inserts it. Pure.

import { member } from "../engine/edm.ts";
import { bracesEscaped } from "./braces.ts";
import { asText, csvLine, isFormula } from "./csv.ts";
import { TYPE_COLUMN } from "./header.ts";
import type { Planned } from "./import-plan.ts";
import { MAX_OPERATIONS } from "./limits.ts";
import type { FileRow, TableFile } from "./table-file.ts";

export type SaveFormat = "csv" | "json" | "jsonl" | "http";

/** The parts of a text in order; a large one need not be one string. */
export type Parts = string[];

const KEYS = ["PartitionKey", "RowKey"];

/** What can be chosen about a file. */
export interface SaveChoices {
  timestamp?: boolean; // is written too
  asText?: boolean; // no cell of CSV is one that a spreadsheet runs
}

/** Writes rows whose types are known: an empty list of types means strings. */
export function writeTable(format: SaveFormat, table: string, file: TableFile, choices: SaveChoices = {}): Parts {
  const columns = columnsOf(file, !!choices.timestamp && format !== "http");
  const cell = choices.asText ? asText : (text: string) => text;
  switch (format) {
    case "csv":
      return [csvLine(head(columns)), ...file.rows.map((row) => csvLine(cells(row, columns).map(cell)))];
    case "json":
      return ["[\n", ...file.rows.map((row, i) => `${i ? ",\n" : ""}${entityJson(row, columns)}`), "\n]\n"];
    case "jsonl":
      return file.rows.map((row) => `${entityJson(row, columns)}\n`);
    case "http":
      return script(table, file.rows, columns);
  }
}

/** Counts the cells that a spreadsheet may run as formulas. */
export function formulasIn({ rows }: TableFile): number {
  return rows.reduce((n, { cells }) => n + cells.filter((c) => c !== null && isFormula(c)).length, 0);
}

/** The rows as entities that can be written. */
export function entitiesOf(file: TableFile): Planned[] {
  const columns = columnsOf(file, false);
  const [partition, key] = KEYS.map((name) => columns.find((c) => c.name === name)?.at ?? -1);
  return file.rows.map((row) => ({
    line: row.line,
    partition: row.cells[partition ?? -1] ?? "",
    row: row.cells[key ?? -1] ?? "",
    json: entityJson(row, columns),
  }));
}

interface Placed {
  name: string;
  at: number; // in the cells of a row
}

/** The keys first, the others as the file has them. */
function columnsOf(file: TableFile, timestamp: boolean): Placed[] {
  const all = file.names.map((name, at) => ({ name, at }));
  const keys = KEYS.flatMap((key) => all.filter(({ name }) => name === key));
  return [...keys, ...all.filter(({ name }) => !KEYS.includes(name) && (timestamp || name !== "Timestamp"))];
}

/** Each property but the keys has its type beside it. */
function head(columns: readonly Placed[]): string[] {
  return columns.flatMap(({ name }) => (KEYS.includes(name) ? [name] : [name, name + TYPE_COLUMN]));
}

function cells(row: FileRow, columns: readonly Placed[]): string[] {
  return columns.flatMap(({ name, at }) => {
    const text = row.cells[at] ?? null;
    if (KEYS.includes(name)) return [text ?? ""];
    return text === null ? ["", ""] : [text, `Edm.${row.types[at] ?? "String"}`];
  });
}

function entityJson(row: FileRow, columns: readonly Placed[]): string {
  const members = columns.flatMap(({ name, at }) => {
    const text = row.cells[at] ?? null;
    return text === null ? [] : [member(name, text, row.types[at] ?? "String")];
  });
  return `{${members.join(",")}}`;
}

/** Transactions of 100 inserts, in the language of scripts. */
function script(table: string, rows: readonly FileRow[], columns: readonly Placed[]): Parts {
  const partition = columns.find(({ name }) => name === "PartitionKey")?.at ?? 0;
  let [last, n, batch] = ["", 0, 0];
  const inserts = rows.map((row) => {
    const key = row.cells[partition] ?? "";
    if (n === 0 || n === MAX_OPERATIONS || key !== last) [last, n, batch] = [key, 0, batch + 1];
    n++;
    return `\n###\n# @batch b${batch}\n${insertInto(table)}${bracesEscaped(entityJson(row, columns))}\n`;
  });
  return [`### Create ${table}\nPOST {{table}}/Tables\n${JSON_TYPE}{"TableName":"${table}"}\n`, ...inserts];
}

const JSON_TYPE = "Content-Type: application/json\n\n";

function insertInto(table: string): string {
  return `POST {{table}}/${table}\n${JSON_TYPE}`;
}
