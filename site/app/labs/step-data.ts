// The data at a step of one run: every place that a step writes, as it is there. No drawing.
import { cellText, isAnnotation, propertyOf } from "../answer/entities.ts";
import type { Entity, LabStep, LabTouch } from "../engine/types.ts";

/** A place that some step writes. */
export interface Place {
  kind: LabTouch["kind"];
  store: string;
  partition: string;
  row: string;
}

/** What is at a place after a step. */
export interface PlaceState extends Place {
  there: boolean;
  version: number;
  now: boolean; // this step has written it
  step: number; // that has written it last, 0 if none has
  change: LabTouch["change"]; // of that step
  properties: Property[];
}

export interface Property {
  name: string;
  value: string;
  now: boolean; // this step has changed it
}

const SYSTEM = new Set(["PartitionKey", "RowKey", "Timestamp"]);

export const samePlace = (a: Place, b: Place): boolean =>
  a.kind === b.kind && a.store === b.store && a.partition === b.partition && a.row === b.row;

/** The places that steps write, in the order in which they are met. */
export function placesOf(steps: readonly LabStep[]): Place[] {
  const list: Place[] = [];
  for (const { kind, store, partition, row } of steps.flatMap((s) => s.writes)) {
    const place = { kind, store, partition, row };
    if (!list.some((p) => samePlace(p, place))) list.push(place);
  }
  return list;
}

/** What is at the places after step n, 0 for the beginning. Properties are those that some step changes, or that an
 * insert brings. */
export function dataAfter(steps: readonly LabStep[], n: number): PlaceState[] {
  return placesOf(steps).map((place) => stateOf(place, steps, n));
}

function stateOf(place: Place, steps: readonly LabStep[], n: number): PlaceState {
  const writes = steps.flatMap((s) => s.writes.filter((w) => samePlace(w, place)).map((w) => ({ n: s.n, w })));
  const last = writes.findLast((x) => x.n <= n);
  const next = writes.find((x) => x.n > n);
  const entity = last ? last.w.after : (next?.w.before ?? null);
  const seen = last ? last.w.change !== "delete" : startsThere(next?.w);
  const now = last?.n === n;
  return {
    ...place,
    there: seen,
    version: last ? last.w.version : seen ? 1 : 0,
    now,
    step: last?.n ?? 0,
    change: last?.w.change ?? "",
    properties: entity ? propertiesOf(entity, changing(writes), now ? (last?.w.before ?? null) : entity) : [],
  };
}

const startsThere = (w: LabTouch | undefined): boolean => !!w && (w.before !== null || w.change !== "insert");

/** The names of the properties that writes change. */
function changing(writes: readonly { w: LabTouch }[]): Set<string> {
  const names = new Set<string>();
  for (const { before, after } of writes.map((x) => x.w))
    for (const name of namesOf(before, after)) if (textIn(before, name) !== textIn(after, name)) names.add(name);
  return names;
}

function propertiesOf(entity: Entity, names: ReadonlySet<string>, before: Entity | null): Property[] {
  return namesOf(entity, null)
    .filter((name) => names.has(name))
    .map((name) => {
      const value = textIn(entity, name);
      return { name, value, now: textIn(before, name) !== value };
    });
}

function namesOf(...entities: (Entity | null)[]): string[] {
  const all = entities.flatMap((e) => Object.keys(e ?? {}));
  return [...new Set(all)].filter((name) => !SYSTEM.has(name) && !isAnnotation(name));
}

/** A value as it is written, "" where there is none. */
function textIn(entity: Entity | null, name: string): string {
  return entity ? cellText(propertyOf(entity, name)) : "";
}
