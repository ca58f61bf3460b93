import assert from "node:assert/strict";
import { test } from "node:test";
import { segments } from "../play/cost-ledger.ts";
import { partOf, readOf, touchOf } from "../script/touched-rows.ts";
import { comparePar, onAxis, verdict } from "./check.ts";
import { brokenExchange } from "../engine/run-script.ts";
import { atScale } from "../answer/scale.ts";
import type { Exchange, Judgement, Rec } from "../engine/types.ts";

const checks = (...pass: boolean[]): Judgement => ({
  pass: pass.every(Boolean),
  checks: pass.map((p, i) => ({ title: `c${i}`, pass: p, feedback: "why", details: [] })),
});
const score = (yours: number, par = 1) => ({ name: "read", yours, par });

test("the verdict counts and names the first check that fails", () => {
  assert.equal(verdict(checks(true, false, false), []), "1 of 3 pass. Failing: c1.");
});

test("the verdict of a pass speaks of par", () => {
  assert.match(verdict(checks(true, true), [score(1)]), /^All 2 checks pass\. At par\.$/);
});

test("under par means that nothing is dearer", () => {
  assert.deepEqual(
    [comparePar([]), comparePar([score(1)]), comparePar([score(0)]), comparePar([score(0), score(2)])],
    ["none", "at", "under", "over"],
  );
});

test("the axis runs from 1 to 1,000", () => {
  assert.deepEqual(
    [0, 1, 10, 1000, 5000].map((n) => Number(onAxis(n).toFixed(2))),
    [0, 0, 0.33, 1, 1],
  );
});

test("a point query costs the same in any table, a scan grows", () => {
  assert.deepEqual(atScale("point", { read: 1, returned: 1 }, 1000), { read: 1, returned: 1, pages: 1 });
  assert.deepEqual(atScale("partitionScan", { read: 201, returned: 7 }, 1000), {
    read: 201_000,
    returned: 7000,
    pages: 7,
  });
});

test("rows of a partition know what was done to them", () => {
  const part = { name: "Sales", n: 5, fold: 1, read: [1, 4] as [number, number], hits: [2] };
  const line = { table: "T", total: 5, parts: [part, { ...part, name: "many", fold: 3 }] };
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => touchOf(part, row)),
    ["none", "read", "returned", "read", "none"],
  );
  assert.deepEqual(
    [partOf(line, "T", "Sales")?.name, partOf(line, "U", "Sales"), partOf(line, "T", "many")],
    ["Sales", null, null],
  );
  assert.equal(readOf(part), 3);
});

test("segments of the ledger fill the bar; requests that read nothing have none", () => {
  const reading = (read: number): Exchange => ({
    ...brokenExchange(0, 1, ""),
    title: "q",
    record: { plan: { class: "tableScan" }, read } as Rec,
  });
  const list = segments([reading(100), brokenExchange(1, 2, ""), reading(300)]);
  assert.deepEqual(
    list.map((s) => [s.x, s.width, s.read]),
    [
      [0, 0.25, 100],
      [0.25, 0.75, 300],
    ],
  );
});
