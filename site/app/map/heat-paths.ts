// A heat map as a few paths: one for each step of colour, one for all strokes of what was refused. For maps of up to
// MOST cells.
import { edgesOf } from "./heat-axes.ts";
import { levelOf, SHARES } from "./heat-colours.ts";
import { type HeatData, type Metric, ratesOf } from "./heat-data.ts";

export const CELL = { width: 9, height: 7 }; // units of the view box
export const MOST = 4000; // cells: from there on a canvas is faster than paths

export interface HeatPaths {
  levels: string[];
  refused: string;
}

/** One path for each step of colour, equal neighbours as one, and strokes for what was refused. */
export function pathsOf(data: HeatData, metric: Metric): HeatPaths {
  const levels = SHARES.map(() => "").concat("");
  const { width: w, height: h } = CELL;
  const rates = ratesOf(data, metric);
  const heights = edgesOf(data, metric).map((e) => Math.round(10 * e * data.ranges.length * h) / 10);
  let refused = "";
  for (let y = 0; y < data.ranges.length; y++) {
    const at = y * data.columns;
    const [top = 0, bottom = 0] = [heights[y], heights[y + 1]];
    const row = Array.from({ length: data.columns }, (_, x) => levelOf(rates[at + x] ?? 0, data.target));
    for (let x = 0; x < row.length; x++) {
      if ((data.refused[at + x] ?? 0) > (data.hatched ?? 0))
        refused += `M${x * w + 2} ${bottom - 1.5}l${w - 4} ${top - bottom + 3}`;
    }
    for (let x = 0; x < row.length; ) {
      const level = row[x] ?? 0;
      let end = x + 1;
      while (end < row.length && row[end] === level) end++;
      levels[level] += `M${x * w} ${top}h${(end - x) * w}V${bottom}H${x * w}z`;
      x = end;
    }
  }
  return { levels, refused };
}
