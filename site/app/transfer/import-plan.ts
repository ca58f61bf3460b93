// What an import would write, and what in the file does not fit: known before the first request. Pure.

import { type EdmType, fits, member } from "../engine/edm.ts";
import { type Column, written } from "./columns.ts";
import { MAX_BINARY, MAX_ENTITY, MAX_PROPERTIES, MAX_TEXT, mendedKey, validKey, validName } from "./limits.ts";
import type { FileRow, TableFile } from "./table-file.ts";

/** An entity that is to be written. */
export interface Planned {
  line: number;
  partition: string;
  row: string;
  json: string;
}

/** What does not fit. The text of it is import.problem.<Kind>. */
export type Kind = "key-missing" | "key-invalid" | "key-twice" | "value" | "too-long" | "too-large" | "name";

export interface Problem {
  kind: Kind;
  lines: number[];
  example: string; // the key, the value, or the name
}

/** What becomes of a problem: the row is left out, mended as the kind says, or nothing is written. */
export type Choice = "skip" | "mend" | "stop";
export type Choices = Record<"key-invalid" | "key-twice" | "value", Choice>;

export const CHOICES: Choices = { "key-invalid": "skip", "key-twice": "mend", value: "skip" };

export interface ImportPlan {
  entities: Planned[];
  partitions: number;
  largest: { bytes: number; properties: number };
  most: number; // rows of a partition
  uneven: boolean; // row keys are numbers of different lengths, which are sorted as text
  problems: Problem[];
  stopped: boolean; // a choice says that nothing is to be written, or a name does not fit
}

/** Returns the plan for a file, its columns and what is chosen. Needs a column for each key. */
export function planImport(file: TableFile, columns: readonly Column[], choices: Choices): ImportPlan {
  const planner = new Planner(file, columns, choices);
  for (const row of file.rows) planner.add(row);
  return planner.finish();
}

/** Whether all are numbers without padding, which text sorts otherwise. */
function areUneven(keys: readonly string[]): boolean {
  return keys.every((k) => /^(0|[1-9]\d*)$/.test(k)) && keys.some((k) => k.length !== keys[0]?.length);
}

interface Placed {
  column: Column;
  at: number; // in the cells of a row, -1 if it is made
}

class Planner {
  private readonly byKey = new Map<string, Planned>();
  private readonly problems = new Map<Kind, Problem>();
  private readonly largest = { bytes: 0, properties: 0 };
  private readonly columns: Placed[];
  private rows = 0;

  constructor(
    file: TableFile,
    columns: readonly Column[],
    private readonly choices: Choices,
  ) {
    this.columns = columns.map((column) => ({ column, at: column.made ? -1 : file.names.indexOf(column.name) }));
    for (const c of columns) if (c.role === "property" && !validName(c.becomes)) this.note("name", 1, c.becomes);
  }

  add(row: FileRow): void {
    this.rows++;
    const partition = this.key(row, "partition");
    const key = partition === null ? null : this.key(row, "row");
    if (partition === null || key === null) return;
    const json = this.entity(row, partition, key);
    if (json === null) return;
    const id = JSON.stringify([partition, key]);
    if (this.byKey.has(id)) {
      this.note("key-twice", row.line, `${partition}, ${key}`);
      if (this.choices["key-twice"] !== "mend") return; // the first wins
      this.byKey.delete(id);
    }
    this.byKey.set(id, { line: row.line, partition, row: key, json });
  }

  finish(): ImportPlan {
    const problems = [...this.problems.values()];
    const entities = [...this.byKey.values()];
    const counts = new Map<string, number>();
    for (const e of entities) counts.set(e.partition, (counts.get(e.partition) ?? 0) + 1);
    const stopped = problems.some(({ kind }) => kind === "name" || this.choices[kind as keyof Choices] === "stop");
    const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 0);
    const uneven = areUneven(entities.map((e) => e.row));
    return { entities, partitions: counts.size, largest: this.largest, most, uneven, problems, stopped };
  }

  private key(row: FileRow, role: "partition" | "row"): string | null {
    const found = this.columns.find(({ column }) => column.role === role);
    const key = found && (this.made(found) ?? row.cells[found.at] ?? (row.whole ? "" : null));
    if (key === undefined || key === null) return this.refuse("key-missing", row.line, role);
    if (validKey(key)) return key;
    this.note("key-invalid", row.line, key);
    return this.choices["key-invalid"] === "mend" ? mendedKey(key) : null;
  }

  /** The cell of a column that is not in the file. */
  private made({ column: { made, seen } }: Placed): string | null {
    return made === "number" ? String(this.rows).padStart(seen.first.length, "0") : made ? seen.first : null;
  }

  private entity(row: FileRow, partition: string, key: string): string | null {
    const members = [`"PartitionKey":${JSON.stringify(partition)}`, `"RowKey":${JSON.stringify(key)}`];
    let bytes = 4 + 2 * (partition.length + key.length);
    for (const { column, at } of this.columns) {
      const cell = row.cells[at] ?? null;
      if (column.role !== "property" || cell === null) continue;
      const text = written(column, cell);
      const type = this.fitting(row, column, text, column.type ?? row.types[at] ?? "String");
      if (type === null) return null;
      if (type === "left out") continue;
      members.push(member(column.becomes, text, type));
      bytes += 8 + 2 * column.becomes.length + sizeOf(text, type);
    }
    const properties = members.length - 2;
    if (bytes > MAX_ENTITY || properties > MAX_PROPERTIES) return this.refuse("too-large", row.line, key);
    this.largest.bytes = Math.max(this.largest.bytes, bytes);
    this.largest.properties = Math.max(this.largest.properties, properties);
    return `{${members.join(",")}}`;
  }

  /** The type that a value is written with; null if its row cannot be written. */
  private fitting(row: FileRow, column: Column, text: string, type: EdmType): EdmType | "left out" | null {
    if (tooLong(text, type)) return this.refuse("too-long", row.line, column.name);
    if (fits(text, type)) return type;
    this.note("value", row.line, `${column.name}: ${text}`);
    return this.choices.value === "mend" ? "left out" : null;
  }

  private refuse(kind: Kind, line: number, example: string): null {
    this.note(kind, line, example);
    return null;
  }

  private note(kind: Kind, line: number, example: string): void {
    const known = this.problems.get(kind);
    if (!known) this.problems.set(kind, { kind, lines: [line], example });
    else if (known.lines.at(-1) !== line) known.lines.push(line);
  }
}

function tooLong(text: string, type: EdmType): boolean {
  return type === "String" ? text.length > MAX_TEXT : type === "Binary" && (text.length * 3) / 4 - 2 > MAX_BINARY;
}

/** What a value counts towards the size of its entity, in bytes. */
function sizeOf(text: string, type: EdmType): number {
  if (type === "String") return 4 + 2 * text.length;
  if (type === "Binary") return 4 + Math.floor((text.length * 3) / 4);
  return { Boolean: 1, Int32: 4, Guid: 16, Int64: 8, Double: 8, DateTime: 8 }[type];
}
