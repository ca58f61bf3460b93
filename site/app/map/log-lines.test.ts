import assert from "node:assert/strict";
import { test } from "node:test";
import { decadesOf, heightOf } from "./log-lines.ts";

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
