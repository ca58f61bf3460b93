import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../engine/run-script.ts";
import type { Block, Exchange } from "../engine/types.ts";
import { outcomeOf, partOf } from "./outcome.ts";

const answer = (line: number, more: Partial<Exchange> = {}): Exchange => ({
  ...brokenExchange(0, line, ""),
  status: 200,
  wire: [{ page: 1 }] as unknown as Exchange["wire"],
  problem: null,
  stopped: false,
  ...more,
});
const at = (...lines: number[]) => lines.map((line, index) => ({ index, line }) as Block);
const check = (line: number, pass: boolean) =>
  ({ line, pass, query: "status", expected: "200", got: "404" }) as Exchange["checks"][number];

test("answers that nothing objects to are as expected", () => {
  assert.deepEqual(outcomeOf([answer(1), answer(5, { checks: [check(8, true)] })], at(1, 5)), {
    all: 2,
    refused: 0,
    different: 0,
    unsent: 0,
    line: 0,
  });
});

test("an error that nothing expects is refused, its line is named, and what follows was not sent (row 4)", () => {
  assert.deepEqual(outcomeOf([answer(1), answer(5, { status: 409, stopped: true })], at(1, 5, 9, 13)), {
    all: 4,
    refused: 1,
    different: 0,
    unsent: 2,
    line: 5,
  });
});

test("a transaction that is refused was sent as a whole, and the line is that of the operation it names", () => {
  const ops = [
    { block: 0, state: "undone" },
    { block: 1, state: "failed" },
  ] as Exchange["ops"];
  const refused = answer(1, { status: 409, stopped: true, blocks: [0, 1], ops });
  const { unsent, line } = outcomeOf([refused], at(1, 5, 9));
  assert.deepEqual([unsent, line], [1, 5]);
});

test("the line is that of the first assertion that fails (row 19)", () => {
  const { different, line } = outcomeOf(
    [answer(1, { checks: [check(3, true), check(4, false)] }), answer(6, { checks: [check(9, false)] })],
    at(1, 6),
  );
  assert.deepEqual([different, line], [2, 4]);
});

test("a request that cannot be sent differs from what was expected", () => {
  assert.deepEqual(outcomeOf([brokenExchange(0, 7, "no such name")], at(6)), {
    all: 1,
    refused: 0,
    different: 1,
    unsent: 0,
    line: 7,
  });
});

test("requests of a setup are not counted", () => {
  assert.equal(outcomeOf([answer(1, { hidden: true }), answer(2)], at(2)).all, 1);
});

const block = (index: number, line: number) => ({ index, line }) as Block;

test("a run of one request is a part of the script; a setup, a batch and a loop are counted by their requests", () => {
  const blocks = [block(0, 0), block(1, 3), block(2, 7), block(3, 11)];
  const sent = (...of: number[]) => answer(3, { blocks: of });
  assert.deepEqual(partOf([sent(2)], blocks), { ran: 1, of: 3 });
  assert.deepEqual(partOf([answer(3, { hidden: true, blocks: [1] }), sent(2)], blocks), { ran: 1, of: 3 });
  assert.deepEqual(partOf([sent(0), sent(1, 2), sent(3), sent(3)], blocks), { ran: 3, of: 3 });
});
