import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../engine/run-script.ts";
import type { Exchange } from "../engine/types.ts";
import { layoutLanes, nameOf, requestsOf, tellsTime } from "./lanes-layout.ts";

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
  assert.deepEqual(
    lane?.items.map((i) => [i.row, i.place.from, i.place.to]),
    [
      [0, 0, 0.5],
      [1, 0, 1],
      [0, 0.5, 1],
    ],
  );
});

test("a long wait is cut, and said", () => {
  const { cuts, lanes } = layoutLanes([at("", 0, 10), at("", 3_600_010, 3_600_020)]);
  assert.deepEqual(
    cuts.map((c) => c.ms),
    [3_600_000],
  );
  assert.equal((lanes[0]?.items[0]?.place.to ?? 0) > 0.3, true);
});

test("a client that crashed is away until it sends again", () => {
  const [lane] = layoutLanes([
    at("a", 0, 10, { fault: "crash after", status: 0 }),
    at("a", 10, 10, { state: "skipped" }),
    at("a", 30, 40),
  ]).lanes;
  assert.deepEqual(
    lane?.items.map((i) => i.dead?.to ?? null),
    [lane?.items[2]?.place.from, null, null],
  );
});

test("hits of a cache stand below what was sent, those in a row as one", () => {
  const hit = { state: "cached", status: 200 } as const;
  const [lane] = layoutLanes([at("", 0, 10), at("", 10, 10, hit), at("", 10, 10, hit), at("", 10, 20)]).lanes;
  assert.deepEqual(
    lane?.items.map((i) => [nameOf(i), i.row]),
    [
      ["1", 0],
      ["2–3", 1],
      ["4", 0],
    ],
  );
});

test("requests are numbered where there is room", () => {
  const run = Array.from({ length: 100 }, (_, i) => at("", i * 10, i * 10 + 10));
  const [lane] = layoutLanes(run).lanes;
  assert.equal(lane?.rows, 1);
  const named = lane?.items.filter((i) => i.named) ?? [];
  assert.equal(named.length > 10 && named.length < 50, true);
});

test("a block that was followed is as many requests as it has pages", () => {
  const page = {
    request: { method: "GET", url: "", status: 0, reason: "", headers: [], body: "" },
    response: { method: "", url: "", status: 200, reason: "OK", headers: [], body: "" },
  };
  assert.equal(requestsOf(at("", 0, 10, { wire: [page, page, page] })), 3);
  assert.equal(requestsOf(at("", 0, 0, { state: "cached" })), 0);
});
