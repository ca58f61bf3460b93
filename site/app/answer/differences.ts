// In what two versions of an entity differ, property by property, and where two values begin to. No drawing.

import type { Change, Entity } from "../engine/types.ts";
import { parseJson } from "../ui/json.ts";
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

/** The place from which on two values differ, and what is there; null where one has ended. */
export interface Place {
  item?: number; // of a list, from 1
  property?: string;
  character?: number; // of a long text, from 1
  expected: string | null;
  got: string | null;
}

/** Returns where two lists, objects or long texts begin to differ; null for what is seen at a glance. */
export function firstDifference(expected: string, got: string): Place | null {
  if (expected === got) return null;
  const [a, b] = [parseJson(expected), parseJson(got)];
  if (Array.isArray(a) && Array.isArray(b)) return inLists(a, b);
  if (isObject(a) && isObject(b)) return inObjects(a, b);
  if ([expected, got].every((text) => !/^[[{]/.test(text)) && /,\S/.test(`${expected} ${got}`))
    return inLists(expected.split(","), got.split(","));
  return inTexts(expected, got);
}

function isObject(value: unknown): value is Entity {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inLists(expected: readonly unknown[], got: readonly unknown[]): Place | null {
  const n = Math.max(expected.length, got.length);
  for (let i = 0; i < n; i++) {
    const [a, b] = [expected[i], got[i]];
    if (!same(a, b)) return { expected: written(a), got: written(b), ...inside(a, b), item: i + 1 };
  }
  return null;
}

function inside(a: unknown, b: unknown): Place | null {
  if (isObject(a) && isObject(b)) return inObjects(a, b);
  return typeof a === "string" && typeof b === "string" ? inTexts(a, b) : null;
}

/** What describes others is no property, unless it is expected. */
function inObjects(expected: Entity, got: Entity): Place | null {
  const names = [...Object.keys(expected), ...Object.keys(got).filter((n) => !isAnnotation(n))];
  const property = names.find((n) => !same(propertyOf(expected, n), propertyOf(got, n)));
  if (property === undefined) return null;
  return { property, expected: written(propertyOf(expected, property)), got: written(propertyOf(got, property)) };
}

const LONG = 40; // characters, from which on two texts are not compared at a glance

function inTexts(expected: string, got: string): Place | null {
  if (expected.length < LONG && got.length < LONG) return null;
  let at = 0;
  while (at < expected.length && expected[at] === got[at]) at++;
  return { character: at + 1, expected: around(expected, at), got: around(got, at) };
}

const BEFORE = 12;
const AFTER = 24;

/** A piece of a text that is long enough to be found in it. */
function around(text: string, at: number): string | null {
  if (at >= text.length) return null;
  const from = Math.max(0, at - BEFORE);
  return `${from ? "…" : ""}${text.slice(from, at + AFTER)}${at + AFTER < text.length ? "…" : ""}`;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** The order of properties does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) =>
    v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}

function written(value: unknown): string | null {
  return value === undefined ? null : cellText(value);
}
