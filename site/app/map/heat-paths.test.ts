import assert from "node:assert/strict";
import { test } from "node:test";
import { clip, edgesOf, labelsOf, marksOf, timesOf } from "./heat-axes.ts";
import { levelOf } from "./heat-colours.ts";
import { type HeatData, rowOf } from "./heat-data.ts";
import { pathsOf } from "./heat-paths.ts";

/** A map of rows of rates. */
function map(rows: number[][], more: Partial<HeatData> = {}): HeatData {
  return {
    ranges: rows.map((_, i) => ({ low: `k${i}`, high: `k${i}` })),
    columns: rows[0]?.length ?? 0,
    from: 0,
    step: 1000,
    target: 2000,
    rates: { entities: rows.flat() },
    refused: rows.flat().map(() => 0),
    marks: [],
    ...more,
  };
}

test("colours follow a log scale that ends at the target", () => {
  assert.deepEqual(
    [0, 1, 2, 6, 20, 60, 250, 1000, 1999, 2000, 9000].map((rate) => levelOf(rate, 2000)),
    [0, 1, 1, 1, 1, 1, 4, 6, 6, 7, 7],
  );
});

test("equal neighbours are one rectangle, refusals a stroke each", () => {
  const { levels, refused } = pathsOf(map([[2000, 2500, 0]], { refused: [0, 0.2, 0] }), "entities");
  assert.equal(levels[7], "M0 0h18V7H0z");
  assert.equal(refused, "M11 5.5l5 -4");
});

test("a metric without a count is an empty map", () => {
  assert.equal(pathsOf(map([[2000, 2500]]), "writes").levels[0], "M0 0h18V7H0z");
});

test("long keys are cut", () => {
  assert.deepEqual([clip("dev-0180"), clip("2026-01-05T08:00:00")], ["dev-0180", "2026-01-05T08:0…"]);
});

test("the hottest row has its key beside it, however many rows there are", () => {
  const rows = Array.from({ length: 100 }, (_, i) => [i === 41 ? 900 : 1]);
  const labels = labelsOf(map(rows), "entities");
  assert.equal(labels.length <= 10, true);
  assert.deepEqual(
    labels.filter((l) => l.hot).map((l) => l.text),
    ["k41"],
  );
});

test("among many rows those that reach the target are high enough to be seen", () => {
  const rows = Array.from({ length: 512 }, (_, i) => [i === 41 ? 2500 : 1]);
  const edges = edgesOf(map(rows), "entities");
  const height = (y: number) => (edges[y + 1] ?? 0) - (edges[y] ?? 0);
  assert.equal(height(41) > 8 * height(40), true);
  assert.equal(Math.round(1000 * (edges[512] ?? 0)), 1000);
});

test("times below the map are round, also in a part of it", () => {
  const minutes = (m: HeatData) => timesOf(m).map(({ ms }) => ms / 60_000);
  const whole = map([Array.from({ length: 60 }, () => 1)], { step: 10_000 });
  assert.deepEqual(minutes(whole), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(minutes({ ...whole, columns: 12, from: 250_000 }), [4.5, 5, 5.5, 6]);
});

test("marks stand where they happened, and not outside of a part", () => {
  const marks = [3000, 9000].map((at) => ({ kind: "split" as const, at, row: 1 }));
  const part = map(
    [
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ],
    { from: 2000, marks },
  );
  assert.deepEqual(marksOf(part, "entities"), [{ kind: "split", at: 3000, row: 1, x: 0.25, y: 0.5, height: 0.5 }]);
});

test("a key is in the row that ends behind it", () => {
  const { ranges } = map([[1], [1]]);
  assert.deepEqual([rowOf(ranges, ""), rowOf(ranges, "k0z"), rowOf(ranges, "z")], [0, 1, -1]);
});
