// What stands beside a heat map: how high its rows are, keys at the left, times below, and where splits and moves are
// marked.
import { type HeatData, type HeatMark, type Metric, ratesOf } from "./heat-data.ts";

const LABELS = 9; // beside the rows, besides those of hot ones
const HOT_LABELS = 5;
const GAP = 1 / 14; // of the height, between two labels
const LETTERS = 16;
const TIMES = 6; // below the columns, at most
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((s) => s * 1000); // ms
const EVEN = 64; // rows: up to here they are of equal height
const HOT_HEIGHT = 1 / 60; // of the picture, for a hot row among many
const HOT_MOST = 1 / 2; // of the picture, for all of them

export interface KeyLabel {
  text: string;
  at: number; // share of the height
  hot: boolean;
}

/** Where rows begin and end, as shares of the height. Among many rows the hot ones are high enough to be seen. */
export function edgesOf(data: HeatData, metric: Metric): number[] {
  const rows = data.ranges.length;
  const hot = rows > EVEN ? hotRows(data, metric) : [];
  const height = Math.min(HOT_HEIGHT, HOT_MOST / Math.max(hot.length, 1));
  const rest = (1 - height * hot.length) / Math.max(rows - hot.length, 1);
  const isHot = new Set(hot);
  const edges = [0];
  for (let y = 0; y < rows; y++) edges.push((edges[y] ?? 0) + (isHot.has(y) ? Math.max(height, rest) : rest));
  const sum = edges[rows] ?? 1;
  return edges.map((e) => e / sum);
}

/** The rows that reach the target, those with the largest sum first. */
export function hotRows(data: HeatData, metric: Metric): number[] {
  const rates = ratesOf(data, metric);
  const rowsOf = (y: number) => rates.slice(y * data.columns, (y + 1) * data.columns);
  const all = data.ranges.map((_, y) => ({ y, rates: rowsOf(y) })).filter((r) => r.rates.some((n) => n >= data.target));
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  return all.sort((a, b) => sum(b.rates) - sum(a.rates)).map((r) => r.y);
}

/** The row that was asked for most. */
export function hottestRow(data: HeatData, metric: Metric): number {
  const rates = ratesOf(data, metric);
  const sums = data.ranges.map((_, y) => {
    let sum = 0;
    for (let x = 0; x < data.columns; x++) sum += rates[y * data.columns + x] ?? 0;
    return sum;
  });
  return sums.reduce((best, sum, y) => (sum > (sums[best] ?? 0) ? y : best), 0);
}

/** Keys beside the rows: the hot ones first, then others where there is room. */
export function labelsOf(data: HeatData, metric: Metric): KeyLabel[] {
  const { ranges, columns } = data;
  if (!columns || !ranges.length) return [];
  const edges = edgesOf(data, metric);
  const middle = (y: number) => ((edges[y] ?? 0) + (edges[y + 1] ?? 0)) / 2;
  const labels: KeyLabel[] = [];
  const add = (y: number, gap: number, hot: boolean) => {
    const at = middle(y);
    if (labels.every((l) => Math.abs(l.at - at) >= gap))
      labels.push({ text: ranges[y]?.label ?? clip(ranges[y]?.low ?? ""), at, hot });
  };
  const hottest = hottestRow(data, metric);
  for (const y of [hottest, ...hotRows(data, metric).slice(0, HOT_LABELS)]) add(y, GAP, true);
  const every = Math.ceil(ranges.length / LABELS);
  for (let y = 0; y < ranges.length; y += every) add(y, every > 1 ? GAP : 0.5 / ranges.length, false);
  return labels.sort((a, b) => a.at - b.at);
}

/** A key, cut if it is long. */
export function clip(text: string): string {
  const letters = [...text];
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join("")}…` : text;
}

/** Round times below the columns, in ms, with the share of the width where they stand. */
export function timesOf({ from, step, columns }: HeatData): { ms: number; at: number }[] {
  const span = step * columns;
  const every = STEPS.find((s) => span / s < TIMES) ?? 3_600_000 * Math.ceil(span / 3_600_000 / TIMES);
  const times: { ms: number; at: number }[] = [];
  for (let ms = Math.ceil(from / every) * every; ms <= from + span; ms += every)
    times.push({ ms, at: (ms - from) / span });
  return times;
}

/** Where the marks stand, as shares of width and height; those outside of the picture are left out. */
export function marksOf(data: HeatData, metric: Metric): (HeatMark & { x: number; y: number; height: number })[] {
  const { marks, from, step, columns, ranges } = data;
  const edges = edgesOf(data, metric);
  return marks.flatMap((m) => {
    const x = (m.at - from) / (step * columns);
    if (x < 0 || x > 1 || m.row < 0 || m.row >= ranges.length) return [];
    const y = edges[m.row] ?? 0;
    return [{ ...m, x, y, height: (edges[m.row + 1] ?? 1) - y }];
  });
}
