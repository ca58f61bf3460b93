import assert from "node:assert/strict";
import { test } from "node:test";
import { type HeatData, lastRowOf, rowOf } from "./heat-data.ts";
import { columnAt, cornersOf, cut, isWindow, rowAt, wholeOf, windowOf } from "./heat-window.ts";

const KEYS = ["a", "c", "e", "g"];
const MAP: HeatData = {
  ranges: KEYS.map((low) => ({ low, high: String.fromCharCode(low.charCodeAt(0) + 1) })), // a-b, c-d, e-f, g-h
  columns: 3,
  from: 60_000,
  step: 10_000,
  target: 2000,
  rates: { requests: Array.from({ length: 12 }, (_, i) => i) },
  refused: Array.from({ length: 12 }, (_, i) => (i === 7 ? 1 : 0)),
  marks: [
    { kind: "split", at: 75_000, row: 2 },
    { kind: "move", at: 75_000, row: 0 },
  ],
};

test("what is dragged becomes whole cells, from whichever corner", () => {
  const part = { low: "c", high: "f", from: 70_000, to: 90_000 };
  assert.deepEqual(windowOf(MAP, "requests", { x0: 0.5, y0: 0.3, x1: 0.9, y1: 0.6 }), part);
  assert.deepEqual(windowOf(MAP, "requests", { x0: 0.9, y0: 0.6, x1: 0.5, y1: 0.3 }), part);
});

test("places outside of the picture belong to the cells at its edge", () => {
  assert.deepEqual([rowAt(MAP, "requests", 1.2), columnAt(MAP, 1), columnAt(MAP, -0.2)], [3, 2, 0]);
});

test("the frame of a part covers its cells", () => {
  assert.deepEqual(cornersOf(MAP, "requests", { low: "c", high: "f", from: 60_000, to: 75_000 }), {
    x0: 0,
    x1: 0.5,
    y0: 0.25,
    y1: 0.75,
  });
  assert.equal(cornersOf(MAP, "requests", { low: "x", high: "z", from: 60_000, to: 75_000 }), null);
});

test("a cut has the cells of its part, and the marks in them", () => {
  const part = cut(MAP, { low: "c", high: "f", from: 70_000, to: 90_000 });
  assert.deepEqual([part.ranges.map((r) => r.low), part.columns, part.from], [["c", "e"], 2, 70_000]);
  assert.deepEqual(
    [part.rates.requests, part.refused],
    [
      [4, 5, 7, 8],
      [0, 0, 1, 0],
    ],
  );
  assert.deepEqual(part.marks, [{ kind: "split", at: 75_000, row: 1 }]);
});

test("the whole map is its own part", () => {
  assert.deepEqual(cut(MAP, wholeOf(MAP)), MAP);
});

test("a part that ends before it begins, or lies behind all keys, is none", () => {
  const part = { low: "c", high: "f", from: 1, to: 2 };
  const parts = [part, { ...part, high: "" }, { ...part, high: "b" }, { ...part, to: 1 }, { ...part, low: "x" }];
  assert.deepEqual(
    parts.map((p) => isWindow(MAP, p)),
    [true, true, false, false, false],
  );
});

test("keys of several tables are found in their table", () => {
  const ranges = ["Users/a", "Users/k", "Log/b"].map((low) => ({ low, high: `${low}z` }));
  assert.deepEqual(
    ["Users/k", "Users/c", "Log/a", "Log/bz", "Log/c"].map((key) => rowOf(ranges, key)),
    [1, 1, 2, 2, -1],
  );
  assert.deepEqual(
    ["Users/k", "Users/z", "Users/0", "Log/z", ""].map((key) => lastRowOf(ranges, key)),
    [1, 1, -1, 2, 2],
  );
});
