import assert from "node:assert/strict";
import { test } from "node:test";
import { clip, levelOf, pathsOf } from "./heat.ts";

test("colours follow a log scale that ends at the target", () => {
  assert.deepEqual(
    [0, 1, 2, 6, 20, 60, 250, 1000, 1999, 2000, 9000].map((rate) => levelOf(rate, 2000)),
    [0, 1, 1, 1, 1, 1, 4, 6, 6, 7, 7],
  );
});

test("equal neighbours are one rectangle, refusals a stroke each", () => {
  const heat = {
    step: 1000,
    target: 2000,
    rows: [
      {
        low: "a",
        high: "a",
        cells: [
          [2000, 0],
          [2500, 500],
          [0, 0],
        ] as [number, number][],
      },
    ],
  };
  const { levels, refused } = pathsOf(heat);
  assert.equal(levels[7], "M0 0h18v7H0z");
  assert.equal(refused, "M11 5.5l5 -4");
});

test("long keys are cut", () => {
  assert.deepEqual([clip("dev-0180"), clip("2026-01-05T08:00:00")], ["dev-0180", "2026-01-05T08:0…"]);
});
