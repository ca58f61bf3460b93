import assert from "node:assert/strict";
import { test } from "node:test";
import type { CostMember, Proposal, Proposed } from "../../engine/types.ts";
import { gives, leaving, rank } from "./proposal-text.ts";

/** Two proposals that differ in a member of the cost, and in what a question reads and a write sends. */
function proposed(
  next: Proposal["next"],
  costs: [number, number],
  reads: [number, number],
  sends: [number, number],
): Proposed {
  const proposal = (i: 0 | 1) => {
    const cost: CostMember[] = [{ member: next as CostMember["member"], value: costs[i], number: costs[i] }];
    const questions = [{ name: "latest", read: { often: { v: reads[i] } } }];
    const writes = [{ name: "expire", requests: { v: sends[i] } }];
    return { next: i === 0 ? next : "", costs: cost, report: { questions, writes } };
  };
  return { proposals: [proposal(0), proposal(1)] } as unknown as Proposed;
}

test("a proposal says by how much it comes before the next one, where a number says something", () => {
  assert.deepEqual(rank(proposed("broken", [0, 2], [1, 1], [1, 1]), 0), [
    "It ranks above proposal 2 because of this: broken budgets and loads without headroom, 0 against 2.",
  ]);
  assert.match(rank(proposed("waiting", [1.5, 3000], [1, 1], [1, 1]), 0)[0] ?? "", / against 3/);
  assert.match(rank(proposed("headroom", [0.032, 0.08], [1, 1], [1, 1]), 0)[0] ?? "", /uses, 3\.2 % against 8 %\.$/);
  assert.equal(rank(proposed("simplicity", [3, 4], [1, 1], [1, 1]), 0)[0]?.includes("against"), false);
});

test("the question or the write in which two proposals differ most is named if they differ much", () => {
  const of = (reads: [number, number], sends: [number, number]) => rank(proposed("broken", [0, 2], reads, sends), 0)[1];
  assert.equal(of([1, 9], [1, 1]), undefined, "nine times is not much");
  assert.match(of([20_000, 50], [1, 1]) ?? "", /latest.*20,000.*50 in proposal 2/);
  assert.match(of([20, 1], [1, 560]) ?? "", /expire.*1 .*560/);
  assert.match(of([0, 10], [1, 1]) ?? "", /latest/);
});

test("the last proposal has none behind it", () => {
  assert.deepEqual(rank(proposed("broken", [0, 2], [1, 1], [1, 1]), 1), []);
});

test("without a copy, a time of waiting that is the same as written is not said", () => {
  const without = (without: number, waiting: number, month: number) =>
    leaving({ stores: ["a"], leaveOut: [{ store: 0, without, waiting, month }] } as unknown as Proposal)[0] ?? "";
  assert.match(without(1410, 1400, 2), /^Without [^:]*: a month costs 2 times as much\.$/);
  assert.match(without(1410, 1400, 1), /: calls wait as long, and a month costs about the same\.$/);
  assert.match(without(7_383_600_000, 1400, 2), /wait 2,051 h, not 1\.4 s, and/);
});

test("a month that costs as much is not said to cost 1 times as much", () => {
  const month = (o: number) =>
    leaving({ stores: ["a"], leaveOut: [{ store: 0, without: 3, waiting: 2, month: o }] } as unknown as Proposal)[0];
  assert.match(month(1.001) ?? "", /a month costs about the same\.$/);
  assert.match(month(2) ?? "", /a month costs 2 times as much\.$/);
  assert.match(month(0.973) ?? "", /a month costs 2\.7 % less\.$/);
  const given = (mine: number) =>
    gives({ proposals: [{ givesUp: [{ member: "month", than: 1, mine, theirs: 100 }] }] } as unknown as Proposed, 0);
  assert.deepEqual(given(100.1), ["A month costs a little more than with proposal 2."]);
  assert.deepEqual(given(300), ["A month costs 3 times as much as with proposal 2."]);
});
