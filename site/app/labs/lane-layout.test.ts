import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST, REPORT, step } from "./fixture.ts";
import { labelOf, layoutSteps, sizeOf } from "./lane-layout.ts";

test("steps have a column each, in the row of their lane", () => {
  const { boxes } = layoutSteps(LOST, REPORT.lanes);
  assert.deepEqual(
    boxes.map((b) => b.lane),
    [0, 1, 1, 0],
  );
  assert.equal(
    boxes.every((b, i) => i === 0 || b.from > (boxes[i - 1]?.from ?? 1) + (boxes[i - 1]?.width ?? 1)),
    true,
  );
});

test("what a lane holds reaches from its reading to the write that overwrites", () => {
  const { held, lost, boxes } = layoutSteps(LOST, REPORT.lanes);
  assert.deepEqual(
    held.map((h) => [h.lane, h.step, h.from, h.to]),
    [[0, 1, boxes[0]?.middle, boxes[3]?.middle]],
  );
  assert.deepEqual(
    lost.map((l) => [l.from.step.n, l.to.step.n]),
    [[3, 4]],
  );
});

test("a lane that has crashed is away until it sends again", () => {
  const steps = [
    step(1, "Ann"),
    step(2, "Ann", { kind: "crash" }),
    step(3, "Ben"),
    step(4, "Ann", { kind: "restart" }),
  ];
  const { away, boxes } = layoutSteps(steps, REPORT.lanes);
  assert.deepEqual(away, [{ lane: 0, from: boxes[1]?.middle, to: boxes[3]?.from }]);
  const forGood = layoutSteps(steps.slice(0, 3), REPORT.lanes);
  assert.equal(forGood.away[0]?.to, 1);
});

test("a crash after a request begins where its box ends", () => {
  const steps = [step(1, "Ann", { fault: "crashAfter" }), step(2, "Ben"), step(3, "Ann", { again: 1 })];
  const { away, boxes } = layoutSteps(steps, REPORT.lanes);
  assert.deepEqual(away, [{ lane: 0, from: (boxes[0]?.from ?? 0) + (boxes[0]?.width ?? 0), to: boxes[2]?.from }]);
});

test("a box names what its step touches, cut to its width", () => {
  assert.equal(labelOf(LOST[0] as (typeof LOST)[0]), "friday");
  assert.equal(labelOf(step(1, "Ann", { target: "Employees()?$filter=x" })), "Employe…");
  assert.equal(labelOf(step(1, "Ann", { target: "" })), "");
  assert.equal(labelOf(step(1, "Ann", { target: "moves/messages" })), "moves");
  assert.equal(labelOf(step(1, "Ann", { target: "AVeryLongTable()" })), "AVeryLo…");
});

test("pictures of many steps ask for more width", () => {
  assert.deepEqual([4, 9, 10, 18, 40].map(sizeOf), ["s", "s", "m", "l", "xl"]);
});
