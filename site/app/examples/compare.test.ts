import assert from "node:assert/strict";
import { test } from "node:test";
import { leastOf } from "./compare.ts";

test("the least of different values are marked, all of them", () => {
  assert.deepEqual([leastOf([3, 1, 2]), leastOf([1, 5, 1]), leastOf([0, 9])], [[1], [0, 2], [0]]);
});

test("of equal values none is the least", () => {
  assert.deepEqual([leastOf([2, 2]), leastOf([0, 0, 0])], [[], []]);
});
