import assert from "node:assert/strict";
import { test } from "node:test";
import type { DesignCosts, DesignReport } from "../../engine/types.ts";
import { money, monthOf, priceOf, pricesShown } from "../sheet/prices.ts";
import { moveBetween, YEAR } from "./money.ts";

const usage = { transactions: 20_000_000, gib: 100 };

test("a month costs its transactions by ten thousand, and its GiB", () => {
  assert.equal(priceOf(usage, { transactions: "0.0004", storage: "0.05", currency: "USD" }), 5.8);
  assert.equal(priceOf(usage, { transactions: "0,0004", storage: "0", currency: "EUR" }), 0.8);
  assert.equal(Number.isNaN(priceOf(usage, { transactions: "cheap", storage: "1", currency: "" })), true);
  assert.equal(Number.isNaN(priceOf(usage, { transactions: "", storage: "1", currency: "" })), true);
  assert.equal((5.8 * YEAR).toFixed(2), "70.57");
});

test("a month of a proposal costs what it would as a design", () => {
  const month = { transactions: { v: usage.transactions }, gib: { v: usage.gib } };
  const report = { facts: { month } } as unknown as DesignReport;
  const example = pricesShown("");
  assert.equal(money(monthOf(report, example), example), "5.8 USD");
  assert.equal(money(Number.NaN, example), "a price is missing");
});

test("prices are those of the example until others are entered", () => {
  assert.equal(pricesShown("").currency, "USD");
  assert.deepEqual(pricesShown("1 transactions and  storage in EUR"), {
    transactions: "1",
    storage: "",
    currency: "EUR",
  });
});

const store = (text: string, base: boolean, entities: number, writes: number) => ({
  text,
  base,
  entities,
  reads: Math.ceil(entities / 1000),
  writes,
});

const design = (...stores: DesignCosts["stores"]): DesignCosts => ({ name: "", now: usage, grown: usage, stores });

test("a move reads what there is and writes what is new", () => {
  const now = design(store("a", true, 5000, 50), store("b", true, 2000, 2000));
  const copy = design(store("a", true, 5000, 50), store("b", true, 2000, 2000), store("c", false, 5000, 5000));
  const other = design(store("x", true, 5000, 50), store("b", true, 2000, 2000));
  assert.deepEqual(moveBetween(now, now), { entities: 0, transactions: 0 });
  assert.deepEqual(moveBetween(now, copy), { entities: 5000, transactions: 5007 });
  assert.deepEqual(moveBetween(now, other), { entities: 5000, transactions: 57 });
});
