// The map of a run as a heat map: rates of the busiest partition of each range, so that many quiet ones are quiet.
import type { ScaleEvent, ScaleMapRow, ScaleReport } from "../engine/types.ts";
import { type HeatData, type HeatMark, lastRowOf, type Metric, rowOf } from "../map/heat-data.ts";
import type { HeatWindow } from "../map/heat-window.ts";
import type { MapWindow } from "./plan.ts";

/** What is marked in the picture. Joins are hundreds, and change nothing that can be seen: the table has them. */
const MARKS: Readonly<Partial<Record<ScaleEvent["kind"], HeatMark["kind"]>>> = { split: "split", offload: "move" };
type Counted = "requests" | "refused" | "read" | "written";
const METRICS: readonly (readonly [Metric, Counted])[] = [
  ["requests", "requests"],
  ["read", "read"],
  ["writes", "written"],
  ["refused", "refused"],
];

export const HATCHED = 0.1; // what a move of a few among thousands of partitions refuses is not what a hot one refuses

export const SHOWN: readonly Metric[] = METRICS.map(([metric]) => metric);

/** The heat of a run. */
export function heatOf(report: ScaleReport): HeatData {
  const { heat, events } = report;
  const { rows, columns } = heat;
  const each = (of: Counted) => rows.flatMap((r) => perPartition(r, of, columns));
  const asked = rows.flatMap((r) => filled(r.requests, columns));
  const refused = rows.flatMap((r) => filled(r.refused, columns));
  return {
    ranges: rows.map((r) => ({
      low: nameOf(report, r.table, r.low),
      high: nameOf(report, r.table, r.high),
      label: shortName(r.low),
    })),
    columns,
    from: heat.window.begins * 1000,
    step: heat.step * 1000,
    target: heat.target,
    rates: Object.fromEntries(METRICS.map(([metric, of]) => [metric, each(of)])) as HeatData["rates"],
    refused: asked.map((n, i) => (n > 0 ? (refused[i] ?? 0) / n : 0)),
    hatched: HATCHED,
    marks: events.flatMap((e) => markOf(e, rows)),
  };
}

const LETTERS = 18;
const HEAD = 6;

/** A key beside the map: of a long one its middle is left out, for times differ at their end. */
function shortName(key: string): string {
  const letters = [...key];
  if (letters.length <= LETTERS) return key;
  return `${letters.slice(0, HEAD).join("")}…${letters.slice(HEAD + 1 - LETTERS).join("")}`;
}

/** What the busiest partition of a row was asked in each column: the target is about one, not about all of a row. */
function perPartition(r: ScaleMapRow, of: Counted, columns: number): number[] {
  const [peaks, all] = [filled(r.peaks, columns), filled(r.requests, columns)];
  if (of === "requests") return peaks;
  return filled(r[of], columns).map((n, i) => (all[i] ? (n * (peaks[i] ?? 0)) / (all[i] ?? 1) : 0));
}

/** A key, with its table if there are several. */
export function nameOf({ tables }: ScaleReport, table: string, key: string): string {
  return tables.length > 1 ? `${table}/${key}` : key;
}

/** A list in which everything is 0 is empty. */
function filled(list: readonly number[], columns: number): number[] {
  return list.length ? [...list] : Array.from({ length: columns }, () => 0);
}

function markOf(e: ScaleEvent, rows: readonly ScaleMapRow[]): HeatMark[] {
  const row = rows.findIndex((r) => e.at < r.to);
  const kind = MARKS[e.kind];
  return row < 0 || !kind ? [] : [{ kind, at: e.second * 1000, row }];
}

/** The part of the run that a part of its map is, in whole rows and seconds. */
export function windowOf({ heat }: ScaleReport, data: HeatData, part: HeatWindow): MapWindow {
  const { rows, window } = heat;
  const first = Math.max(0, rowOf(data.ranges, part.low));
  const last = rows[lastRowOf(data.ranges, part.high)];
  return {
    from: rows[first]?.from ?? window.from,
    to: last?.to ?? window.to,
    begins: Math.max(window.begins, Math.floor(part.from / 1000)),
    ends: Math.min(window.ends, Math.ceil(part.to / 1000)),
  };
}
