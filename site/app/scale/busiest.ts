// The busiest partitions of a run, as they are told and drawn: where keys are times, the load wanders from one
// partition to the next, and all of them are one line.
import type { ScaleBusy, ScaleKeys, ScaleReport } from "../engine/types.ts";
import { nameOf } from "./scale-heat.ts";

const WANDERS: readonly ScaleKeys[] = ["time", "inverted", "prefix", "import"];

export interface Busiest {
  table: string;
  keys: ScaleKeys;
  key: string; // the partition with the highest peak
  wanders: boolean; // it is a different partition at each moment
  partitions: number; // that are as busy; 1 for what wanders
  peak: number; // requests a second, with repetitions
  units: number; // entities of that second
  refused: number; // percent
  values: number[]; // requests a second of the busiest of them, in each column of the map
}

/** The busiest partitions, each table whose load wanders once. */
export function busiestOf(report: ScaleReport): Busiest[] {
  const seen = new Set<string>();
  return report.busiest.flatMap((b) => {
    const keys = report.tables.find((t) => t.table === b.table)?.keys ?? "even";
    const wanders = WANDERS.includes(keys);
    if (wanders && seen.has(b.table)) return [];
    seen.add(b.table);
    return [
      { ...told(report, b), keys, wanders, partitions: wanders ? 1 : b.alike, values: lineOf(report, b, wanders) },
    ];
  });
}

function told(report: ScaleReport, { table, key, peak, units, refused }: ScaleBusy) {
  return { table, key: nameOf(report, table, key), peak, units, refused };
}

/** The peaks of a row; of all rows of its table if the load wanders. */
function lineOf({ heat }: ScaleReport, b: ScaleBusy, wanders: boolean): number[] {
  const rows = wanders ? heat.rows.filter((r) => r.table === b.table) : heat.rows.slice(b.row, b.row + 1);
  return Array.from({ length: heat.columns }, (_, x) => Math.max(0, ...rows.map((r) => r.peaks[x] ?? 0)));
}

/** Those that are asked for more than a partition takes. */
export function tooHot(report: ScaleReport): Busiest[] {
  return busiestOf(report).filter((b) => b.units > report.parameters.partitionTarget && b.refused >= 1);
}
