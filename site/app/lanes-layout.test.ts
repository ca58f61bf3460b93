import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutLanes, tellsTime } from "./lanes-layout.ts";
import { brokenExchange } from "./run.ts";
import type { Exchange } from "./types.ts";

function at(client: string, start: number, end: number, more: Partial<Exchange> = {}): Exchange {
  return { ...brokenExchange(0, 0, ""), client, start, end, status: 200, problem: null, stopped: false, ...more };
}

test("one client that sends one request after the other tells nothing", () => {
  assert.equal(tellsTime([at("", 0, 10), at("", 10, 20)]), false);
});

test("two clients, requests in flight together, and faults do", () => {
  assert.equal(tellsTime([at("", 0, 10), at("b", 10, 20)]), true);
  assert.equal(tellsTime([at("", 0, 10), at("", 5, 20)]), true);
  assert.equal(tellsTime([at("", 0, 10, { fault: "lost" })]), true);
});

test("requests in flight together stand below each other", () => {
  const [lane] = layoutLanes([at("", 0, 50), at("", 0, 100), at("", 50, 100)]).lanes;
  assert.deepEqual(lane?.items.map((i) => [i.row, i.place.from, i.place.to]), [[0, 0, 0.5], [1, 0, 1], [0, 0.5, 1]]);
});

test("a long wait is cut, and said", () => {
  const { cuts, lanes } = layoutLanes([at("", 0, 10), at("", 3_600_010, 3_600_020)]);
  assert.deepEqual(cuts.map((c) => c.ms), [3_600_000]);
  assert.equal((lanes[0]?.items[0]?.place.to ?? 0) > 0.3, true);
});

test("a client that crashed is away until it sends again", () => {
  const [lane] = layoutLanes([at("a", 0, 10, { fault: "crash after", status: 0 }), at("a", 10, 10, { state: "skipped" }), at("a", 30, 40)]).lanes;
  assert.deepEqual(lane?.items.map((i) => i.dead?.to ?? null), [lane?.items[2]?.place.from, null, null]);
});
