// What a write changed, property by property. No drawing.

import type { Change, Entity } from "../engine/types.ts";
import { cellText, isAnnotation, propertyOf } from "./entities.ts";

export interface Difference {
  property: string;
  before: string | null; // null: was not there
  after: string | null; // null: is no longer there
}

const STAMP = "Timestamp";
const KEYS = new Set(["PartitionKey", "RowKey"]);

/** Returns the properties in which the two sides of a change differ; keys never do. */
export function differences({ before, after }: Pick<Change, "before" | "after"> & Partial<Change>): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // it changes always: last
  const ordered = [...[...names].filter((n) => n !== STAMP), ...(names.has(STAMP) ? [STAMP] : [])];
  return ordered
    .filter((n) => !KEYS.has(n) && !isAnnotation(n))
    .map((property) => ({ property, before: side(before, property), after: side(after, property) }))
    .filter((d) => d.before !== d.after);
}

/** Writes a value with its type where JSON alone does not tell it. */
function side(entity: Entity | null, name: string): string | null {
  if (!entity || !Object.hasOwn(entity, name)) return null;
  const type = propertyOf(entity, `${name}@odata.type`);
  const value = propertyOf(entity, name);
  const text =
    typeof value === "string" && type === undefined && name !== STAMP ? JSON.stringify(value) : cellText(value);
  return text;
}
