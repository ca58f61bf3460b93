// What a heat map shows: what each range of keys was asked for in each step of time. Whoever counts makes it; nothing
// here draws.
import type { Load, LoadEvent } from "../engine/types.ts";

/** What the colour may show. Entities are what small loads count; the others are those of a load at scale. */
export type Metric = "entities" | "requests" | "read" | "writes" | "refused";

export interface HeatRange {
  low: string;
  high: string; // the last of its keys
  label?: string; // the first one, as it stands beside the map
}

/** What happened to a range, and where it stands. */
export interface HeatMark {
  kind: "split" | "move" | "merge";
  at: number; // ms
  row: number;
}

export interface HeatData {
  ranges: readonly HeatRange[]; // in key order
  columns: number;
  from: number; // ms
  step: number; // ms
  target: number; // of a partition, a second: where the colours end
  rates: Readonly<Partial<Record<Metric, readonly number[]>>>; // a second, row by row
  refused: readonly number[]; // the share of each cell that was refused
  hatched?: number; // shares above it are marked in the picture, 0 without it
  marks: readonly HeatMark[];
}

/** The rates of a metric; empty if nobody counted it. */
export function ratesOf(data: HeatData, metric: Metric): readonly number[] {
  return data.rates[metric] ?? [];
}

/** The heat of a small load. */
export function heatOf({ heat, events }: Load): HeatData {
  const cells = heat.rows.flatMap((r) => r.cells);
  const ranges = heat.rows.map(({ low, high }) => ({ low, high }));
  return {
    ranges,
    columns: heat.rows[0]?.cells.length ?? 0,
    from: 0,
    step: heat.step,
    target: heat.target,
    rates: { entities: cells.map(([sent]) => (sent * 1000) / heat.step) },
    refused: cells.map(([sent, no]) => (sent ? no / sent : 0)),
    marks: events.flatMap((e) => markOf(e, ranges)),
  };
}

const KEY = 2; // the parameter of an event's text that is the first key of its range, quoted

function markOf({ at, kind, sentences }: LoadEvent, ranges: readonly HeatRange[]): HeatMark[] {
  const quoted = sentences?.[0]?.params?.[KEY];
  const row = quoted ? rowOf(ranges, quoted.slice(1, -1)) : -1;
  return row < 0 ? [] : [{ kind, at, row }];
}

/** The row that holds a key, or the next one behind it; -1 if there is none. Maps of several tables name keys as
 * "table/key". */
export function rowOf(ranges: readonly HeatRange[], key: string): number {
  const exact = ranges.findIndex((r) => r.low === key || r.high === key);
  if (exact >= 0) return exact;
  const table = key.slice(0, key.indexOf("/") + 1);
  return ranges.findIndex((r) => r.high.startsWith(table) && key <= r.high);
}

/** The row that holds a key, or the one before it in its table; "" is the end of all keys. */
export function lastRowOf(ranges: readonly HeatRange[], key: string): number {
  const exact = ranges.findLastIndex((r) => r.low === key || r.high === key);
  if (exact >= 0 || key === "") return key === "" ? ranges.length - 1 : exact;
  const table = key.slice(0, key.indexOf("/") + 1);
  return ranges.findLastIndex((r) => r.low.startsWith(table) && r.low <= key);
}
