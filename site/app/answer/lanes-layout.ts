// Geometry of a timeline: where the requests of several clients stand, as shares of its width. No drawing.

import type { Attempt, Exchange } from "../engine/types.ts";

export const SLIM = 0.006; // an attempt stays visible
const MARK = 0.02; // a mark in place of a bar
const DIGIT = 0.018; // of a number, on a narrow line
const GAP = 0.35; // of the time in flight: the longest wait that is drawn as long as it is

export interface Span {
  from: number;
  to: number;
}

export interface Bar {
  place: Span;
  wait: Span; // before it
  end: "ok" | "failed" | "none";
}

/** One request, or several in a row that were not sent at the same moment. */
export interface Item {
  x: Exchange;
  n: number; // from 1, in the order of the run
  last: number; // of several
  named: boolean; // there is room for its number
  row: number; // of its lane; requests in flight together stand below each other
  bars: Bar[];
  place: Span;
  dead: Span | null; // of a client that has crashed
}

export interface Lane {
  name: string;
  items: Item[];
  rows: number;
  requests: number;
}

export interface Timeline {
  lanes: Lane[];
  cuts: { at: number; ms: number }[]; // long waits that are drawn shorter
  end: number; // ms
}

/** Says whether the times of a run are worth a picture. */
export function tellsTime(run: readonly Exchange[]): boolean {
  return run.some(
    (x, i) =>
      x.client !== run[0]?.client ||
      !!x.fault ||
      (x.attempts ?? []).length > 1 ||
      x.state === "skipped" ||
      x.state === "cached" ||
      (i > 0 && x.start < (run[i - 1]?.end ?? 0)),
  );
}

/** When an exchange was in flight; one that was not sent never was. */
export function attemptsOf(x: Exchange): Attempt[] {
  if (x.attempts?.length) return x.attempts;
  if (x.state === "skipped" || x.state === "cached") return [];
  const status = x.load ? 200 : x.status; // a load is many requests, and says itself what became of them
  return [{ start: x.start, end: x.end, status, code: x.code, wait: 0 }];
}

/** What went over the wire: each page that was followed, each attempt. */
export function requestsOf(x: Exchange): number {
  return x.load ? x.load.sent : x.wire.length;
}

/** The number of an item: "7", "7–9". */
export function nameOf(i: Item): string {
  return i.last > i.n ? `${i.n}–${i.last}` : String(i.n);
}

/** Says whether a text at a place is set to the left. */
export function atEnd(at: number): boolean {
  return at > 1 - 2.5 * DIGIT;
}

export function crashed(x: Exchange): boolean {
  return x.fault?.includes("crash") ?? false;
}

export function endOf(status: number): Bar["end"] {
  return status === 0 ? "none" : status >= 400 ? "failed" : "ok";
}

export function layoutLanes(run: readonly Exchange[]): Timeline {
  const scale = new TimeScale(run);
  const lanes = new Map<string, Lane>();
  run.forEach((x, i) => {
    const lane = lanes.get(x.client) ?? { name: x.client, items: [], rows: 1, requests: 0 };
    lanes.set(x.client, lane);
    const bars = attemptsOf(x).map(
      (a): Bar => ({
        place: scale.span(a.start, a.end),
        wait: scale.span(a.start - a.wait, a.start),
        end: endOf(a.status),
      }),
    );
    lane.requests += requestsOf(x);
    add(lane, { x, n: i + 1, last: i + 1, named: true, row: 0, bars, place: scale.span(x.start, x.end), dead: null });
  });
  for (const lane of lanes.values()) stack(lane);
  return { lanes: [...lanes.values()], cuts: scale.cuts, end: scale.end };
}

/** Appends an item. One that was not sent joins those of the same kind just before it. */
function add(lane: Lane, item: Item): void {
  const before = lane.items.at(-1);
  if (before && crashed(before.x) && item.x.state === "skipped")
    item.place.from = Math.max(item.place.from, before.place.to + MARK); // beside the mark of the crash
  const joins =
    before && !item.bars.length && before.x.state === item.x.state && before.last === item.n - 1 && !crashed(before.x);
  if (joins && item.place.from < before.place.from + MARK) before.last = item.n;
  else lane.items.push(item);
}

/** Requests that overlap get rows of their own, what came from a cache the rows below; a client that crashed is away
 * until it sends again. */
function stack(lane: Lane): void {
  const sent: number[] = []; // where each row is free again
  const hits: number[] = [];
  lane.items.forEach((item, i) => {
    const { from, to } = item.place;
    if (item.x.state === "cached") item.row = take(hits, from, from + MARK);
    else item.row = take(sent, from, Math.max(to, from + (crashed(item.x) ? 0 : item.bars.length ? SLIM : MARK)));
    const back = lane.items.slice(i + 1).find((later) => later.x.state !== "skipped");
    if (crashed(item.x)) item.dead = { from: to, to: back?.place.from ?? 1 };
  });
  for (const item of lane.items) if (item.x.state === "cached") item.row += sent.length;
  lane.rows = Math.max(sent.length + hits.length, 1);
  nameItems(lane);
}

/** Finds the first row that is free at a place, or begins one. */
function take(rows: number[], from: number, to: number): number {
  const found = rows.findIndex((free) => free <= from + 1e-9);
  const row = found < 0 ? rows.length : found;
  rows[row] = to;
  return row;
}

/** Numbers the items that have room for it, first those that were sent; the list has all numbers. */
function nameItems(lane: Lane): void {
  const taken: { row: number; from: number; to: number }[] = [];
  for (const item of [...lane.items.filter((i) => i.bars.length), ...lane.items.filter((i) => !i.bars.length)]) {
    const room = nameOf(item).length * DIGIT + SLIM;
    const from = item.place.from - (atEnd(item.place.from) ? room : 0);
    item.named = !taken.some((s) => s.row === item.row && s.from < from + room - 1e-9 && from < s.to - 1e-9);
    if (item.named) taken.push({ row: item.row, from, to: from + room });
  }
}

/** Maps times to shares. What is in flight is drawn to scale; a long time in which nothing is, is cut. */
class TimeScale {
  readonly cuts: Timeline["cuts"] = [];
  readonly end: number;
  private readonly points: number[];
  private readonly shares: number[] = [0];

  constructor(run: readonly Exchange[]) {
    const flights = run.flatMap(attemptsOf);
    this.points = [
      ...new Set([0, ...run.flatMap((x) => [x.start, x.end]), ...flights.flatMap((a) => [a.start, a.end])]),
    ].sort((a, b) => a - b);
    this.end = this.points.at(-1) ?? 0;
    const steps = this.points.slice(1).map((to, i) => {
      const from = this.points[i] ?? 0;
      return { ms: to - from, busy: flights.some((a) => a.start <= from && a.end >= to) };
    });
    const longest = Math.max(steps.reduce((sum, s) => sum + (s.busy ? s.ms : 0), 0) * GAP, 1);
    const drawn = steps.map((s) => (s.busy ? s.ms : Math.min(s.ms, longest)));
    const all = drawn.reduce((a, b) => a + b, 0) || 1;
    drawn.forEach((d, i) => {
      const before = this.shares[i] ?? 0;
      this.shares.push(before + d / all);
      const { ms } = steps[i] ?? { ms: 0 };
      if (d < ms) this.cuts.push({ at: before + d / all / 2, ms });
    });
  }

  span(from: number, to: number): Span {
    return { from: this.at(from), to: this.at(to) };
  }

  private at(ms: number): number {
    const i = this.points.findIndex((p) => p >= ms);
    const [to, before] = [this.points[i], this.points[i - 1]];
    if (to === undefined) return 1;
    if (to === ms || before === undefined) return this.shares[i] ?? 0;
    const [low, high] = [this.shares[i - 1] ?? 0, this.shares[i] ?? 0];
    return low + ((ms - before) / (to - before)) * (high - low);
  }
}
