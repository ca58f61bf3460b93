import assert from "node:assert/strict";
import { test } from "node:test";
import { isRows } from "./watch-rows.ts";

test("lines of several cells and JSON are rows; prose and single words are not", () => {
  assert.deepEqual(["a,b\n1,2", "a\tb\r\n1\t2", '[{"a":1}]', '{"a":1}\n{"a":2}'].map(isRows), [true, true, true, true]);
  assert.deepEqual(["", "word", "a,b", "Dear all,\nsee you"].map(isRows), [false, false, false, false]);
});
