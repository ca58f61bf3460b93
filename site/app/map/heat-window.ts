// A part of a heat map: from a key to a key, from a time to a time. Pure.
import { edgesOf } from "./heat-axes.ts";
import { type HeatData, lastRowOf, type Metric, rowOf } from "./heat-data.ts";

/** What part of a map is looked at. */
export interface HeatWindow {
  low: string; // the first key
  high: string; // the last one; "" is no end
  from: number; // ms
  to: number;
}

/** Two corners as shares of the picture. */
export interface Corners {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The row at a share of the height. */
export function rowAt(data: HeatData, metric: Metric, y: number): number {
  const edges = edgesOf(data, metric);
  const row = edges.findIndex((e) => e > y) - 1;
  return row < 0 ? data.ranges.length - 1 : row;
}

/** The column at a share of the width. */
export function columnAt(data: HeatData, x: number): number {
  return Math.min(data.columns - 1, Math.max(0, Math.floor(x * data.columns)));
}

/** The part between two corners, in whole cells. */
export function windowOf(data: HeatData, metric: Metric, { x0, y0, x1, y1 }: Corners): HeatWindow {
  const [top, bottom] = [rowAt(data, metric, Math.min(y0, y1)), rowAt(data, metric, Math.max(y0, y1))];
  const [left, right] = [columnAt(data, Math.min(x0, x1)), columnAt(data, Math.max(x0, x1))];
  return {
    low: data.ranges[top]?.low ?? "",
    high: data.ranges[bottom]?.high ?? "",
    from: data.from + left * data.step,
    to: data.from + (right + 1) * data.step,
  };
}

/** The whole map. */
export function wholeOf(data: HeatData): HeatWindow {
  const { ranges, from, step, columns } = data;
  return { low: ranges[0]?.low ?? "", high: ranges.at(-1)?.high ?? "", from, to: from + step * columns };
}

/** Tells whether a part of a map is one: it ends behind its beginning, and has a row. */
export function isWindow(data: HeatData, { low, high, from, to }: HeatWindow): boolean {
  const first = rowOf(data.ranges, low);
  return to > from && first >= 0 && first <= lastRowOf(data.ranges, high);
}

/** Where a part stands in a map, as shares; null if none of it is there. */
export function cornersOf(data: HeatData, metric: Metric, part: HeatWindow): Corners | null {
  const edges = edgesOf(data, metric);
  const first = rowOf(data.ranges, part.low);
  const last = lastRowOf(data.ranges, part.high);
  const span = data.step * data.columns;
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - data.from) / span));
  if (first < 0 || last < first || share(part.to) <= share(part.from)) return null;
  return { x0: share(part.from), x1: share(part.to), y0: edges[first] ?? 0, y1: edges[last + 1] ?? 1 };
}

/** The cells of a part, for maps whose counts cannot be asked for again. */
export function cut(data: HeatData, part: HeatWindow): HeatData {
  const first = Math.max(0, rowOf(data.ranges, part.low));
  const last = lastRowOf(data.ranges, part.high);
  const left = Math.max(0, Math.floor((part.from - data.from) / data.step));
  const right = Math.min(data.columns, Math.ceil((part.to - data.from) / data.step));
  const cells = <T>(list: readonly T[]) =>
    data.ranges
      .slice(first, last + 1)
      .flatMap((_, y) => list.slice((first + y) * data.columns + left, (first + y) * data.columns + right));
  const rates = Object.entries(data.rates).map(([metric, list]) => [metric, cells(list)]);
  return {
    ...data,
    ranges: data.ranges.slice(first, last + 1),
    columns: Math.max(0, right - left),
    from: data.from + left * data.step,
    rates: Object.fromEntries(rates) as HeatData["rates"],
    refused: cells(data.refused),
    marks: data.marks.filter((m) => m.row >= first && m.row <= last).map((m) => ({ ...m, row: m.row - first })),
  };
}
