// The rows that a link brings: lines of JSON, each {"table": name} or {"table": name, "entity": {...}}. Read from
// anybody, so each is checked before it becomes part of a script. Pure.
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
const LARGEST_FILE = 60_000; // bytes; engine/script reads 64 KiB
const MARKS = 20; // bytes around a request
const encoder = new TextEncoder();

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
  return [...(before ? [`# @setup ${before}\n`] : []), ...blocksOf(tables)].join("\n");
}

/** The same as files, each of a size that the engine reads; the one with this name sets up with all others. */
export function setupFiles(name: string, tables: SharedTables, before = ""): Record<string, string> {
  const parts: string[][] = [[]];
  let size = 0;
  for (const block of blocksOf(tables)) {
    const more = encoder.encode(block).length + 1;
    if (size + more > LARGEST_FILE && size) {
      parts.push([]);
      size = 0;
    }
    size += more;
    parts.at(-1)?.push(block);
  }
  const nameOf = (i: number) => (i === parts.length - 1 ? name : `${i + 1}-${name}`);
  const setUp = (i: number) => (i > 0 ? nameOf(i - 1) : before);
  const head = (i: number) => (setUp(i) ? [`# @setup ${setUp(i)}\n`] : []);
  return Object.fromEntries(parts.map((blocks, i) => [nameOf(i), [...head(i), ...blocks].join("\n")]));
}

/** Requests that make the tables, and transactions that write their rows. */
function blocksOf(tables: SharedTables): string[] {
  const blocks: string[] = [];
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
      for (const group of groupsOf(unique.map((r) => put(table, r)))) {
        batch++;
        blocks.push(group.map((text) => `###\n# @batch b${batch}\n${text}\n`).join("\n"));
      }
    }
  }
  return blocks;
}

/** Cuts requests into transactions of at most 100, none of which is too long for a file. */
function groupsOf(requests: readonly string[]): string[][] {
  const groups: string[][] = [];
  let size = 0;
  for (const text of requests) {
    size += encoder.encode(text).length + MARKS;
    const last = groups.at(-1);
    if (last && last.length < BATCH && size <= LARGEST_FILE / 2) last.push(text);
    else {
      groups.push([text]);
      size = encoder.encode(text).length + MARKS;
    }
  }
  return groups;
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
