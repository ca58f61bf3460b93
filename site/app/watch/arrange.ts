// The shapes of a recording in an order, filtered, and as shares of what was read. Pure.
import type { Watched, WatchedShape } from "../engine/types.ts";

export type Column = "shape" | "calls" | "refused" | "read" | "returned" | "bytes";

export interface Order {
  by: Column;
  down: boolean; // the largest first
}

/** What reads most comes first, and then what is sent most. */
export const USUAL: Order = { by: "read", down: true };

const SLIMMEST = 1 / 200; // of the bar: what reads one row stays visible
const SEGMENTS = 40;

/** Returns the places of the shapes that have all words of a filter, in order. */
export function arranged(shapes: readonly WatchedShape[], order: Order, filter = ""): number[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const places = shapes.map((_, i) => i).filter((i) => matches(shapes[i], words));
  const sign = order.down ? -1 : 1;
  return places.sort((a, b) => {
    const [x, y] = [shapes[a], shapes[b]];
    if (!x || !y) return 0;
    return sign * compare(x, y, order.by) || y.calls - x.calls || a - b;
  });
}

function matches(s: WatchedShape | undefined, words: readonly string[]): boolean {
  const text = s ? `${nameOf(s)} ${s.class} ${spaced(s.class)}`.toLowerCase() : "";
  return words.every((w) => text.includes(w));
}

const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (c) => ` ${c}`);

function compare(x: WatchedShape, y: WatchedShape, by: Column): number {
  if (by === "shape") return nameOf(x) < nameOf(y) ? -1 : Number(nameOf(x) > nameOf(y));
  return numberOf(x, by) - numberOf(y, by);
}

/** The number of a column. */
export function numberOf(s: WatchedShape, by: Exclude<Column, "shape">): number {
  return by === "bytes" ? s.bytesIn + s.bytesOut : s[by];
}

/** A shape in the notation of reports and contracts. */
export function nameOf(s: WatchedShape): string {
  return [s.table, s.does, s.text].filter(Boolean).join(" ");
}

/** A part of the bar: what one shape read. */
export interface Segment {
  place: number;
  x: number; // shares of the bar
  width: number;
}

/** Lays out what the shapes read; scale is what fills the bar, all of it unless another recording read more. */
export function segments(w: Watched, scale = w.sums.read): Segment[] {
  const reading = arranged(w.shapes, USUAL).filter((i) => (w.shapes[i]?.read ?? 0) > 0);
  const all = Math.max(scale, 1);
  const widths = reading.slice(0, SEGMENTS).map((i) => Math.max((w.shapes[i]?.read ?? 0) / all, SLIMMEST));
  const whole = Math.max(
    1,
    widths.reduce((a, b) => a + b, 0),
  );
  let at = 0;
  return widths.map((share, i) => {
    const segment = { place: reading[i] ?? 0, x: at, width: share / whole };
    at += segment.width;
    return segment;
  });
}

/** When the first request came, in milliseconds of the sandbox. */
export function beginning(w: Watched): number {
  return w.shapes.reduce((first, s) => Math.min(first, s.first), Number.POSITIVE_INFINITY);
}

/** In how many milliseconds the requests came: a recording may go on when its programs have ended. */
export function activeOf(w: Watched): number {
  const last = w.shapes.reduce((latest, s) => Math.max(latest, s.last), 0);
  return w.shapes.length ? Math.min(w.elapsed, last - beginning(w)) : 0;
}

/** The statuses of what was refused, each with how often. */
export function statusesOf(shapes: readonly WatchedShape[]): [status: string, times: number][] {
  const counts = new Map<string, number>();
  for (const { refused, failed, conflicts, missing, busy, samples } of shapes) {
    const of = { 412: failed, 409: conflicts, 404: missing, 503: busy };
    const others = refused - failed - conflicts - missing - busy;
    const other = samples.find(({ status }) => status >= 400 && !Object.hasOwn(of, status))?.status ?? "4xx";
    for (const [status, n] of [...Object.entries(of), [String(other), others] as const])
      if (n > 0) counts.set(status, (counts.get(status) ?? 0) + n);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The finding that names a shape, from 1; 0 for none. */
export function findingOf(w: Watched, place: number): number {
  return w.findings.findIndex((f) => f.shapes.includes(place)) + 1;
}

/** Who sent the requests, each once. */
export function agentsOf(shapes: readonly WatchedShape[]): string[] {
  return [...new Set(shapes.flatMap((s) => s.agents))].sort();
}

/** A recording of no requests. */
export const NOTHING: Watched = {
  recording: false,
  elapsed: 0,
  calls: 0,
  sums: {
    read: 0,
    returned: 0,
    partitions: 0,
    bytesIn: 0,
    bytesOut: 0,
    transactions: 0,
    roundtrips: 0,
    pages: 0,
  },
  other: 0,
  shapes: [],
  findings: [],
};
