// The rows that a link brings: lines of JSON, each {"table": name} or {"table": name, "entity": {...}}. Read from anybody, so
// each is checked before it becomes part of a script. Pure.
import { membersOf } from "./copy/operation.ts";
import { BrokenLink } from "./link.ts";

export interface SharedRow {
  partition: string;
  row: string;
  json: string; // with types beside values, without what the service adds
}

export type SharedTables = Map<string, SharedRow[]>;

const NAME = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
const ADDED = /^(odata\.|Timestamp(@|$))/;
const BATCH = 100;

/** Reads the lines of a link. Throws BrokenLink. */
export function tablesOf(data: string): SharedTables {
  const tables: SharedTables = new Map();
  for (const line of data.split("\n").filter((l) => l.trim())) {
    const [, name = "", entity] =
      /^\s*\{\s*"table"\s*:\s*"(\w+)"\s*(?:,\s*"entity"\s*:\s*(\{.*\})\s*)?\}\s*$/s.exec(line) ?? [];
    if (!NAME.test(name) || name === "Tables") throw new BrokenLink("content");
    const rows = tables.get(name) ?? [];
    tables.set(name, rows);
    if (entity) rows.push(rowOf(entity) ?? broken());
  }
  return tables;
}

function broken(): never {
  throw new BrokenLink("content");
}

/** Reads a row in JSON; null if it is none. */
export function rowOf(json: string): SharedRow | null {
  const members = membersOf(json)?.filter(([name]) => !ADDED.test(name));
  const key = (name: string) => members?.findLast(([n]) => n === name)?.[1] ?? "";
  const [partition, row] = [key("PartitionKey"), key("RowKey")];
  if (!members || !partition.startsWith('"') || !row.startsWith('"')) return null;
  const text = `{${members.map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join()}}`;
  return { partition: JSON.parse(partition) as string, row: JSON.parse(row) as string, json: text };
}

/** Writes a line of a link; a table without rows has one by itself. */
export function lineOf(table: string, row?: SharedRow): string {
  return row ? `{"table":"${table}","entity":${row.json}}\n` : `{"table":"${table}"}\n`;
}

/** A script that writes the rows, for a store that may hold some of them. */
export function setupOf(tables: SharedTables, before = ""): string {
  const blocks = before ? [`# @setup ${before}\n`] : [];
  let batch = 0;
  for (const [table, rows] of tables) {
    blocks.push(`### ${table}\nPOST {{table}}/Tables\n${JSON_TYPE}{"TableName":"${table}"}\n\n# ?? status >= 201\n`);
    const partitions = new Map<string, SharedRow[]>();
    for (const r of rows) {
      const list = partitions.get(r.partition);
      if (list) list.push(r);
      else partitions.set(r.partition, [r]);
    }
    for (const list of partitions.values()) {
      const unique = [...new Map(list.map((r) => [r.row, r])).values()];
      for (let i = 0; i < unique.length; i += BATCH) {
        batch++;
        blocks.push(...unique.slice(i, i + BATCH).map((r) => `###\n# @batch b${batch}\n${put(table, r)}\n`));
      }
    }
  }
  return blocks.join("\n");
}

const JSON_TYPE = "Content-Type: application/json\n\n";

function put(table: string, { partition, row, json }: SharedRow): string {
  const body = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (s) => s.replaceAll("{", "\\u007b"));
  return `PUT {{table}}/${table}(PartitionKey='${quoted(partition)}',RowKey='${quoted(row)}')\n${JSON_TYPE}${body}`;
}

/** A key inside of an address: nothing of it ends the quotes, the line or the address. */
function quoted(key: string): string {
  return encodeURIComponent(key.toWellFormed().replaceAll("'", "''")).replaceAll("'", "%27");
}
