import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScaleBusy, ScaleKeys, ScaleReport } from "../engine/types.ts";
import { busiestOf } from "./busiest.ts";
import { percent, reasons, title } from "./sentence.ts";

function busy(table: string, key: string, units: number, refused: number, row: number, alike = 1): ScaleBusy {
  return { table, key, alike, server: 1, peak: units, units, refused, row };
}

/** A run in which each table has two rows of the map. */
function run(tables: [string, ScaleKeys][], busiest: ScaleBusy[], refused = 0): ScaleReport {
  const rows = tables.flatMap(([table]) =>
    [0, 1].map((i) => ({ table, peaks: i ? [0, 30] : [20, 0], requests: [], refused: [], from: 0, to: 1 })),
  );
  return {
    tables: tables.map(([table, keys]) => ({ table, keys })),
    parameters: { partitionTarget: 2000 },
    totals: { attempts: 1000, refused },
    heat: { columns: 2, rows },
    busiest,
  } as unknown as ScaleReport;
}

test("a customer and a log that are too hot are named", () => {
  const report = run(
    [
      ["Orders", "tenants"],
      ["Log", "time"],
    ],
    [busy("Log", "l2", 5200, 62, 2), busy("Log", "l1", 5200, 62, 3), busy("Orders", "c4", 3400, 41.2, 0)],
    20,
  );
  assert.equal(title(report), "The newest partition of Log and partition Orders/c4 are too hot for any server");
  assert.deepEqual(reasons(report), [
    "Keys of Log name the time, so each moment writes to one partition. It gets 5,200 requests a second, retries included, and refuses 62 %.",
    "Orders/c4 gets 3,400 requests a second, retries included. A partition is never split, so one server answers all of them and refuses 41 %.",
  ]);
});

test("where load wanders through the keys, its partitions are one line", () => {
  const report = run([["Log", "time"]], [busy("Log", "l1", 5200, 62, 0), busy("Log", "l2", 5200, 62, 1)]);
  assert.deepEqual(
    busiestOf(report).map((b) => b.values),
    [[20, 30]],
  );
});

test("a run that refuses nothing says how near its busiest partition is to the target", () => {
  const report = run([["T", "even"]], [busy("T", "k", 500, 0, 0, 40)]);
  assert.equal(title(report), "Nothing is too hot: every request is served");
  assert.deepEqual(reasons(report), [
    "The busiest partition, k, gets 500 requests a second: 25 % of the 2,000 entities that it can take.",
  ]);
});

test("what only moves refuse is told apart from what is too hot", () => {
  const report = run([["T", "even"]], [busy("T", "k", 500, 0.2, 0)], 3);
  assert.equal(title(report), "No partition is too hot, but 0.3 % is refused while load moves");
});

test("a share that is more than nothing is never told as nothing", () => {
  assert.deepEqual([0, 0.001, 0.34, 9.96, 41.2].map(percent), ["0", "0.1", "0.3", "10", "41"]);
});
