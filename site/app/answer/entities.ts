// Entities as tables: which columns, how a value is written. No drawing.

import type { Entity } from "../engine/types.ts";
import { num, t } from "../ui/i18n.ts";

export interface Columns {
  names: string[];
  numeric: Set<string>;
}

const KEYS = ["PartitionKey", "RowKey"];
const LONGEST = 500; // characters of a value that a table shows whole
const START = 100; // of a longer one
const NUMBERS = new Set(["Edm.Int32", "Edm.Int64", "Edm.Double"]);

/**
 * Returns a property of an entity, undefined if it has none of that name. What every object inherits,
 * such as "toString" or "__proto__", is no property of an entity.
 */
export function propertyOf(entity: Entity, name: string): unknown {
  return Object.hasOwn(entity, name) ? (entity as Record<string, unknown>)[name] : undefined;
}

/** Returns the entities of an answer, null if the body is none: "value" of a query, or one entity. */
export function entitiesOf(body: string): Entity[] | null {
  const parsed = parseObject(body);
  if (!parsed || Object.hasOwn(parsed, "odata.error")) return null;
  const value = propertyOf(parsed, "value");
  if (!Array.isArray(value)) return [parsed];
  return value.every(isObject) ? value : null;
}

/** Returns the properties of all entities in order of appearance, keys first, annotations left out. */
export function columnsOf(entities: readonly Entity[], hidden: readonly string[] = []): Columns {
  const names = new Set<string>();
  for (const e of entities)
    for (const name of Object.keys(e)) if (!isAnnotation(name) && !hidden.includes(name)) names.add(name);
  const rest = [...names].filter((n) => !KEYS.includes(n));
  const ordered = [
    ...KEYS.filter((k) => names.has(k)),
    ...rest.filter((n) => n !== "Timestamp"),
    ...rest.filter((n) => n === "Timestamp"),
  ];
  return { names: ordered, numeric: new Set(ordered.filter((n) => !KEYS.includes(n) && isNumeric(entities, n))) };
}

/** Writes a value as the grid shows it: text as it is, everything else as JSON. */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Cuts a long value, and says how long it is; quotes around it do not count. */
export function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return text.slice(0, START) + t("value.cut", { n: num(text.length - (text.startsWith('"') ? 2 : 0)) });
}

/** A member such as "Hired@odata.type" or "odata.etag" describes others and is no property. */
export function isAnnotation(name: string): boolean {
  return name.startsWith("odata.") || name.includes("@odata.");
}

function isNumeric(entities: readonly Entity[], name: string): boolean {
  const having = entities.filter((e) => (propertyOf(e, name) ?? null) !== null);
  return (
    having.length > 0 &&
    having.every(
      (e) => typeof propertyOf(e, name) === "number" || NUMBERS.has(String(propertyOf(e, `${name}@odata.type`))),
    )
  );
}

function parseObject(body: string): Entity | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isObject(x: unknown): x is Entity {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
