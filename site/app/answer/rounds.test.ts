import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../engine/run-script.ts";
import type { Check, Exchange } from "../engine/types.ts";
import { ends, isVerdict } from "./rounds.ts";

const check: Check = { line: 1, text: "", pass: true, query: "", expected: "", got: "", sentences: [] };
const wire = [
  {
    request: { method: "GET", url: "", status: 0, reason: "", headers: [], body: "" },
    response: { method: "", url: "", status: 200, reason: "OK", headers: [], body: "" },
  },
];

function answer(more: Partial<Exchange> = {}): Exchange {
  return { ...brokenExchange(0, 0, ""), problem: null, stopped: false, status: 200, reason: "OK", wire, ...more };
}

test("rounds that all ended alike need no count", () => {
  assert.deepEqual(ends([answer(), answer()]), []);
});

test("rounds are counted by how they ended", () => {
  assert.deepEqual(ends([answer(), answer({ state: "cached", wire: [] }), answer()]), [
    "2 × 200 OK",
    "1 × From the cache",
  ]);
});

test("a block that only asserts is a verdict, one that could not be sent is not", () => {
  assert.equal(isVerdict(answer({ wire: [], status: 0, checks: [check] })), true);
  assert.equal(isVerdict(answer({ checks: [check] })), false);
  assert.equal(isVerdict(answer({ wire: [], state: "skipped", checks: [check] })), false);
  assert.equal(isVerdict(brokenExchange(0, 1, "no")), false);
});
