import assert from "node:assert/strict";
import { test } from "node:test";
import { decadesOf, heightOf } from "./log-lines.ts";
import { cellsOf, gridWidth } from "./server-grid.ts";

test("a log scale spans the decades of its values, at least two", () => {
  assert.deepEqual(decadesOf([3400, 20, 2000]), { low: 1, high: 4 });
  assert.deepEqual(decadesOf([2000]), { low: 2, high: 4 });
  assert.deepEqual(decadesOf([]), { low: 0, high: 2 });
});

test("each decade has the same height, and what is below the scale stands at its foot", () => {
  const scale = { low: 1, high: 4 };
  const thirds = [10_000, 1000, 100, 10, 1, 0].map((n) => Math.round(3 * heightOf(n, scale)));
  assert.deepEqual(thirds, [0, 1, 2, 3, 3, 3]);
});

test("a thousand servers are a grid of fifty by twenty", () => {
  assert.equal(gridWidth(1000), 50);
  assert.equal(cellsOf(Array.from({ length: 1000 }, () => 0))[0]?.match(/M/g)?.length, 1000);
});

test("every server is one cell, in the colour of its load", () => {
  const cells = cellsOf([0, 100, 60, 1]);
  assert.deepEqual(
    cells.map((d) => d.match(/M/g)?.length ?? 0),
    [1, 1, 0, 0, 0, 0, 1, 1],
  );
});
