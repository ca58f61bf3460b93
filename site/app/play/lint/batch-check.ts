// Looks at the operations of a transaction before they are sent: what of the service's rules they keep. Pure.
import type { Block } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";

export const MOST_OPERATIONS = 100;
export const MOST_BYTES = 4 << 20;
const FRAME = 330; // bytes of boundaries and header fields around an operation, about

export interface Operation {
  block: Block;
  method: string;
  table: string;
  key: { partition: string; row: string } | null; // null if it is known only when the script runs
  times: number; // of a loop
}

export interface Flight {
  name: string;
  operations: Operation[];
  count: number;
  bytes: number; // about
  partitions: string[];
  twice: boolean; // an entity
  query: boolean; // a read among several operations
  unknown: number; // operations whose keys are not known yet
}

/** What all transactions of a script are checked by. */
export interface Source {
  lines: readonly string[];
  values: ReadonlyMap<string, string>; // of the variables that have fixed ones
}

export function sourceOf(text: string): Source {
  const lines = text.split("\n");
  return { lines, values: valuesOf(lines) };
}

/** Checks a unit of a script; null if it is no transaction. */
export function flightOf(unit: Unit, { lines, values }: Source): Flight | null {
  const name = unit.blocks[0]?.batch;
  if (!name) return null;
  const operations = unit.blocks.map((b) => operationOf(b, lines, values));
  const known = operations.filter((o) => o.key);
  const entities = known.map((o) => JSON.stringify([o.table.toLowerCase(), o.key]));
  const count = operations.reduce((n, o) => n + o.times, 0);
  return {
    name,
    operations,
    count,
    bytes: operations.reduce((n, o) => n + o.times * (FRAME + sizeOf(o.block, lines)), 0),
    partitions: [...new Set(known.map((o) => o.key?.partition ?? ""))],
    twice: new Set(entities).size < entities.length,
    query: count > 1 && operations.some((o) => o.method === "GET"),
    unknown: operations.length - known.length,
  };
}

/** Tells whether the service would take it, as far as one can know. */
export function isLegal(f: Flight): boolean {
  return f.count <= MOST_OPERATIONS && f.bytes <= MOST_BYTES && f.partitions.length <= 1 && !f.twice && !f.query;
}

/** Tells whether it can be split: everything is known, and no read is among it. */
export function canSplit(f: Flight): boolean {
  return !isLegal(f) && !f.query && f.unknown === 0 && f.operations.every((o) => o.times === 1);
}

/**
 * Splits operations into transactions that are legal each: one partition, each entity once, at most 100. The order of
 * the operations of an entity stays; transactions that only delete come last, so that nothing is missing in between.
 */
export function splitOf(f: Flight): Operation[][] {
  const groups = new Map<string, Operation[][]>();
  for (const o of f.operations) {
    const partition = o.key?.partition ?? "";
    const list = groups.get(partition) ?? [[]];
    groups.set(partition, list);
    const last = list.at(-1) ?? [];
    if (last.length >= MOST_OPERATIONS || last.some((p) => isSame(p, o))) list.push([o]);
    else last.push(o);
  }
  const partitions = [...groups.values()];
  const deletes = (list: Operation[][]) => list.every((group) => group.every((o) => o.method === "DELETE"));
  return [...partitions.filter((l) => !deletes(l)), ...partitions.filter(deletes)].flat();
}

/** Writes the blocks of a split transaction: each part a transaction of its own, one operation alone none. */
export function splitText(f: Flight, text: string): string {
  const lines = text.split("\n");
  return splitOf(f)
    .map((group, i) =>
      group.map((o) => blockText(o.block, lines, group.length > 1 ? `${f.name}${i + 1}` : "")).join("\n\n"),
    )
    .join("\n\n");
}

function blockText(b: Block, lines: readonly string[], batch: string): string {
  const own = lines.slice(b.firstLine - 1, b.lastLine);
  const named = own.flatMap((line) =>
    /^\s*(?:#|\/\/)\s*@batch\b/.test(line) ? (batch ? [`# @batch ${batch}`] : []) : [line],
  );
  const block = named.join("\n").trim();
  return block.startsWith("###") ? block : `###\n${block}`;
}

function isSame(a: Operation, b: Operation): boolean {
  return (
    a.table.toLowerCase() === b.table.toLowerCase() &&
    a.key?.partition === b.key?.partition &&
    a.key?.row === b.key?.row
  );
}

/** The variables that the file gives fixed values. */
function valuesOf(lines: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^@([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name && value !== undefined && !value.includes("{{")) values.set(name, value);
  }
  return values;
}

function operationOf(b: Block, lines: readonly string[], values: ReadonlyMap<string, string>): Operation {
  const fill = (s: string) => s.replaceAll(/\{\{\s*(?:%\s*)?([\w-]+)\s*\}\}/g, (all, name) => values.get(name) ?? all);
  const own = lines.slice(b.firstLine - 1, b.lastLine);
  const at = b.line - b.firstLine;
  const blank = own.findIndex((line, i) => i > at && !line.trim());
  const request = fill(own.slice(at, blank < 0 ? undefined : blank).join(" "));
  const [, table = ""] =
    /\/([A-Za-z][A-Za-z0-9]*)\s*(?:\(|\?|\s|$)/.exec(request.replace(/^\s*[A-Z]+\s+(?:https?:\/\/[^/]+\/)?/, "/")) ??
    [];
  const loop = /^\s*(?:#|\/\/)\s*@loop\s+for\s+(\d+)/m.exec(own.slice(0, at).join("\n"));
  const other = /^\s*(?:#|\/\/)\s*@(?:loop|each)\b/m.test(own.slice(0, at).join("\n"));
  const key = other
    ? null
    : (keyInURL(request) ?? keyInBody(fill(own.slice(blank < 0 ? own.length : blank).join("\n"))));
  return { block: b, method: b.method, table, key: key && isKnown(key) ? key : null, times: Number(loop?.[1] ?? 1) };
}

function keyInURL(request: string): Operation["key"] {
  const found = /\(\s*PartitionKey='((?:[^']|'')*)'\s*,\s*RowKey='((?:[^']|'')*)'\s*\)/.exec(request);
  return found ? { partition: unquoted(found[1]), row: unquoted(found[2]) } : null;
}

function unquoted(s = ""): string {
  const text = s.replaceAll("''", "'");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the keys of a body, which need not be complete while it is being typed. */
function keyInBody(body: string): Operation["key"] {
  const of = (name: string) => new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(body)?.[1];
  const [partition, row] = [of("PartitionKey"), of("RowKey")];
  if (partition === undefined || row === undefined) return null;
  try {
    return { partition: JSON.parse(partition), row: JSON.parse(row) };
  } catch {
    return null;
  }
}

const isKnown = (key: { partition: string; row: string }) => !`${key.partition}${key.row}`.includes("{{");

function sizeOf(b: Block, lines: readonly string[]): number {
  return new TextEncoder().encode(
    lines
      .slice(b.line - 1, b.lastLine)
      .join("\n")
      .trim(),
  ).length;
}
