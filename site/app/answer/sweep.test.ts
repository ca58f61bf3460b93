import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeyLine } from "../engine/types.ts";
import { layout } from "./key-line-layout.ts";
import { planOf } from "./sweep.ts";

const part = (n: number, read: [number, number] | null, hits: number[] = []) => ({ name: "", n, fold: 0, read, hits });
const plan = (...parts: KeyLine["parts"]) =>
  planOf(layout({ table: "T", total: parts.reduce((sum, p) => sum + p.n, 0), parts }).bands);

test("a row that a key names is found at once; the more is read, the longer it takes", () => {
  const point = plan(part(100, null), part(100, [40, 41], [40]));
  assert.deepEqual(point.stretches, [{ band: 1, begins: 0, takes: 0, hits: [0] }]);
  const half = plan(part(100, null), part(100, [0, 100]));
  const all = plan(part(100, [0, 100]), part(100, [0, 100]));
  assert.deepEqual([point.ends, half.ends, all.ends].map(Math.round), [150, 525, 900]);
});

test("partitions are read one after the other, and a row that comes back shows when it is reached", () => {
  const { stretches, ends } = plan(part(100, [0, 100], [25, 99]), part(50, null), part(100, [0, 100], [0]));
  assert.equal(Math.round(ends), 750); // of 250 rows 200 are read
  assert.deepEqual(
    stretches.map(({ hits, ...s }) => [s.band, Math.round(s.begins), Math.round(s.takes), ...hits.map(Math.round)]),
    [
      [0, 0, 375, 96, 373],
      [2, 375, 375, 377],
    ],
  );
});
