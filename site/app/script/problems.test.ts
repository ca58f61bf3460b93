import assert from "node:assert/strict";
import { test } from "node:test";
import { nextProblem } from "./problems.ts";

const RESULTS = [
  { line: 4, n: 1 },
  { line: 9, n: 3 },
];
const from = (line: number, inResult = false) => ({ line, inResult });

test("problems follow each other down the script, and round its end", () => {
  assert.deepEqual(nextProblem([6], RESULTS, from(1), 1), { line: 4, n: 1 });
  assert.deepEqual(nextProblem([6], RESULTS, from(4, true), 1), { line: 6, n: 0 });
  assert.deepEqual(nextProblem([6], RESULTS, from(6), 1), { line: 9, n: 3 });
  assert.deepEqual(nextProblem([6], RESULTS, from(9, true), 1), { line: 4, n: 1 });
});

test("and up, too", () => {
  assert.deepEqual(nextProblem([6], RESULTS, from(9, true), -1), { line: 6, n: 0 });
  assert.deepEqual(nextProblem([6], RESULTS, from(2), -1), { line: 9, n: 3 });
  assert.equal(nextProblem([], [], from(2), -1), null);
});

test("in the line of a refused request its result comes next", () => {
  assert.deepEqual(nextProblem([], RESULTS, from(9), 1), { line: 9, n: 3 });
});
