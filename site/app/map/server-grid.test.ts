import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, gridWidth } from "./server-grid.ts";

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
