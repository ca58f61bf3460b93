import assert from "node:assert/strict";
import { test } from "node:test";
import { billOf, pricesOf, USUAL } from "./prices.ts";

test("ENG-M4: a month costs the run so many times, and what is stored", () => {
  const bill = billOf({ transactions: 0.5, stored: 2, times: 20_000 }, { transactions: 3, bytes: 2 ** 29 });
  assert.deepEqual(bill, { transactions: 3, stored: 1, sum: 4 });
});

test("ENG-M4: prices that are not entered keep the relations", () => {
  const one = billOf(USUAL, { transactions: 1, bytes: 0 });
  const two = billOf(USUAL, { transactions: 2, bytes: 0 });
  assert.equal(two.sum, 2 * one.sum);
});

test("prices that make no sense are as usual", () => {
  for (const bad of [7, null, [], { times: -1, stored: "2", transactions: NaN }])
    assert.deepEqual(pricesOf(bad), USUAL);
});
