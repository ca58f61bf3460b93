// The copy of a table below other keys that a proposal needs: which keys, and the scripts that write it.
import { cellText, isAnnotation, propertyOf } from "../../answer/entities.ts";
import type { Advice, Entity } from "../../engine/types.ts";

export const MOST_COPIES = 20_000; // entities that are copied in the page
const BATCH = 100; // operations
const CHUNK = 1000; // operations of one script

/** Returns the entity below its new keys, null if it has no copy. */
export function copyOf(advice: Advice, e: Entity): Entity | null {
  const { copy } = advice;
  const value = copy && propertyOf(e, copy.property);
  if (!copy || value === undefined || value === null) return null;
  const text =
    typeof value === "number" || isInt64(e, copy.property) ? String(value).padStart(copy.digits, "0") : cellText(value);
  const partition = cellText(propertyOf(e, "PartitionKey"));
  const row = cellText(propertyOf(e, "RowKey"));
  const keys =
    advice.kind === "byValue"
      ? { PartitionKey: text, RowKey: `${partition}_${row}` }
      : { PartitionKey: partition, RowKey: `${copy.property}_${text}_${row}` };
  const rest = Object.entries(e).filter(
    ([name]) => !SYSTEM.has(name) && !(isAnnotation(name) && name.startsWith("odata.")),
  );
  return { ...keys, ...Object.fromEntries(rest) };
}

const SYSTEM = new Set(["PartitionKey", "RowKey", "Timestamp", "Timestamp@odata.type"]);

function isInt64(e: Entity, name: string): boolean {
  return propertyOf(e, `${name}@odata.type`) === "Edm.Int64";
}

/** A name for the copy that no table has yet. */
export function copyName(table: string, property: string, taken: readonly string[]): string {
  const base = `${table}By${property.replace(/[^A-Za-z0-9]/g, "")}`.slice(0, 58);
  const lower = new Set(taken.map((name) => name.toLowerCase()));
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!lower.has(name.toLowerCase())) return name;
  }
}

/** Writes the scripts that fill the copy: a transaction for each partition, at most 100 operations each. */
export function copyScripts(name: string, entities: readonly Entity[]): string[] {
  const scripts = [`POST {{table}}/Tables\n\n${JSON.stringify({ TableName: name })}\n`];
  const partitions = new Map<string, Entity[]>();
  for (const e of entities) {
    const key = cellText(propertyOf(e, "PartitionKey"));
    const list = partitions.get(key);
    if (list) list.push(e);
    else partitions.set(key, [e]);
  }
  const blocks: string[] = [];
  let batch = 0;
  for (const list of partitions.values()) {
    for (let i = 0; i < list.length; i += BATCH) {
      const group = list.slice(i, i + BATCH);
      batch++;
      for (const e of group) blocks.push(insert(name, e, group.length > 1 ? `copy${batch}` : ""));
      if (blocks.length >= CHUNK) scripts.push(blocks.splice(0).join("\n"));
    }
  }
  if (blocks.length) scripts.push(blocks.join("\n"));
  return scripts;
}

/** A brace of a value is written as an escape, so that the script takes nothing for a reference. */
function insert(name: string, e: Entity, batch: string): string {
  const body = JSON.stringify(e).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll("{", "\\u007b"));
  return `###\n${batch ? `# @batch ${batch}\n` : ""}POST {{table}}/${name}\nPrefer: return-no-content\n\n${body}\n`;
}
