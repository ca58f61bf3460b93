import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutTicks, markOf } from "./ticks.ts";

const end = (t: { from: number; width: number } | undefined) => (t ? t.from + t.width : Number.NaN);

test("up to 200 orders have a mark each, and groups stand apart", () => {
  const { ticks, single } = layoutTicks([30, 30, 5, 5]);
  assert.equal(single, true);
  assert.deepEqual(
    [0, 1, 2, 3].map((g) => ticks.filter((x) => x.group === g).length),
    [30, 30, 5, 5],
  );
  const step = (ticks[1]?.from ?? 0) - (ticks[0]?.from ?? 0);
  const gap = (ticks[30]?.from ?? 0) - (ticks[29]?.from ?? 0);
  assert.equal(gap > 1.9 * step, true);
  assert.equal(Math.abs(end(ticks.at(-1)) - 1) < 1e-9, true);
});

test("more orders are drawn as one bar an outcome, and the rarest can still be seen", () => {
  const { ticks, single } = layoutTicks([34_000, 649, 1]);
  assert.equal(single, false);
  assert.equal(ticks.length, 3);
  assert.equal((ticks[2]?.width ?? 0) > 0.004, true);
  assert.equal(Math.abs(end(ticks[2]) - 1) < 1e-9, true);
  assert.equal((ticks[0]?.width ?? 0) > 40 * (ticks[1]?.width ?? 1), true);
});

test("the mark of an outcome is in the middle of its first tick", () => {
  const ticks = layoutTicks([1, 1]);
  assert.equal(markOf(ticks, 0) < 0.2, true);
  assert.equal(markOf(ticks, 1) > 0.8, true);
});
