// The columns of a table: properties as they were seen, their types, and which of them the reader wants to see.
import { columnsOf } from "../../answer/entities.ts";
import type { Entity, TableInfo } from "../../engine/types.ts";
import { keepText, readJSON } from "../../ui/storage.ts";
import { typeOf } from "./grid-requests.ts";

export const KEYS = ["PartitionKey", "RowKey"];
const SHOWN = 12; // columns, until the reader chooses
const COLUMNS = "rowkey/columns/";

export class GridColumns {
  names: string[] = []; // of all properties that are known, without Timestamp
  private readonly types = new Map<string, string>(); // of them, in the order in which they came
  private readonly known = new WeakSet<Entity>(); // rows whose properties are among them
  private hidden: Set<string>;

  constructor(private readonly table: string) {
    this.hidden = new Set(listOf(readJSON(COLUMNS + table)));
  }

  /** Takes the properties of the table from the engine: some of them only rows have that were never in view. */
  know(properties: TableInfo["properties"]): void {
    for (const { name, type } of properties)
      if (!this.types.has(name)) this.types.set(name, type.replace(/^Edm\./, ""));
    this.list();
  }

  /** Takes note of the properties of rows that are in view. */
  learn(rows: readonly Entity[]): void {
    for (const e of rows) {
      if (this.known.has(e)) continue;
      this.known.add(e);
      for (const name of columnsOf([e], KEYS).names) if (!this.types.has(name)) this.types.set(name, typeOf(e, name));
    }
    this.list();
  }

  private list(): void {
    if (this.types.size > this.names.length) this.names = [...this.types.keys()].filter((n) => n !== "Timestamp");
  }

  /** The keys and all properties. */
  get all(): string[] {
    return [...KEYS, ...this.names, "Timestamp"];
  }

  /** Those of them that are shown. */
  get shown(): string[] {
    const hidden = (name: string, i: number) =>
      this.hidden.size ? this.hidden.has(name) : i >= SHOWN || name === "Timestamp";
    return [...KEYS, ...[...this.names, "Timestamp"].filter((name, i) => !hidden(name, i))];
  }

  /** Shows a column or hides it, also on later visits. */
  toggle(name: string): void {
    const { all, shown } = this;
    this.hidden = new Set(all.filter((n) => (n === name ? shown.includes(n) : !shown.includes(n))));
    this.hidden.add(""); // something was chosen
    keepText(COLUMNS + this.table, JSON.stringify([...this.hidden]));
  }

  /** The type that most of a column has: that of the first row that was seen with it. */
  typeOf(name: string): string {
    return KEYS.includes(name) ? "String" : (this.types.get(name) ?? "String");
  }

  /** Values of these types are long, and lose their sense with their end. */
  wide(name: string): boolean {
    return name === "Timestamp" || /^(Int64|DateTime)$/.test(this.typeOf(name));
  }

  numeric(name: string): boolean {
    return /^(Int32|Int64|Double)$/.test(this.typeOf(name));
  }
}

function listOf(x: unknown): string[] {
  return Array.isArray(x) ? x.filter((s) => typeof s === "string") : [];
}
