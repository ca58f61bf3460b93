import assert from "node:assert/strict";
import { test } from "node:test";
import type { BudgetReport, Comparison, DesignBreach, DesignReport } from "../engine/types.ts";
import { limitText } from "./duel/duel-cells.ts";
import { breach, failsAtPeak } from "./duel/facts.ts";
import { review } from "./review.ts";
import { emptyDraft } from "./sheet/draft.ts";
import { figuresApart } from "./sheet/figures.ts";

const reads: DesignBreach = {
  by: "users",
  at: 1,
  what: "budget",
  name: "of a car",
  counter: "read",
  store: 0,
  number: 100.2,
  limit: 100,
};

test("a number and its limit show digits that differ", () => {
  assert.deepEqual(figuresApart(100.2, 100), ["100.2", "100"]);
  assert.deepEqual(figuresApart(1_000_400, 1_000_000), ["1,000,400", "1,000,000"]);
  assert.deepEqual(figuresApart(250, 100), ["250", "100"]);
  assert.deepEqual(figuresApart(1, 1), ["1", "1"]);
  assert.match(breach(reads), /100\.2, allowed 100$/);
  const budget: BudgetReport = { counter: "read", limit: 100, actual: 100.2, class: "", given: true, met: false };
  assert.match(limitText(budget), /≤ 100 \(100\.2\)$/);
});

test("a number of a budget that fails has its unit", () => {
  const counter = (name: string) => breach({ ...reads, counter: name });
  assert.match(counter("contention"), /fails: conditional writes a second to one entity 100\.2, allowed 100$/);
  assert.match(counter("unique"), /fails: rules that are not enforced 100\.2, allowed 100$/);
});

test("a month says that its attempts are those of the peak, where attempts fail", () => {
  const writes = (...attempts: number[]) =>
    ({ writes: attempts.map((v) => ({ contention: { attempts: { v } } })) }) as unknown as DesignReport;
  assert.equal(failsAtPeak(writes(0, 1.4)), true);
  assert.equal(failsAtPeak(writes(0, 1)), false);
});

test("a budget for the class has no numbers", () => {
  assert.equal(/\d/.test(breach({ ...reads, counter: "class", number: 0, limit: 0 })), false);
});

test("a review says that a design fails at its size", () => {
  const figure = { v: 1, label: "exact", of: [] };
  const facts = {
    hottest: { key: "a", rate: figure },
    account: { rate: figure },
    bytes: figure,
    month: { transactions: figure, gib: figure, currency: "" },
    budget: [],
  };
  const design = { name: "A", stores: [], problems: [], questions: [], writes: [], facts, breaks: reads };
  const report = { designs: [design as unknown as DesignReport] } as Comparison;
  const text = review(emptyDraft("stays"), report, [], "");
  assert.match(text, /already now: the budget of/);
  assert.match(
    review(
      emptyDraft("stays"),
      { designs: [{ ...design, breaks: { ...reads, at: 7 } } as unknown as DesignReport] } as Comparison,
      [],
      "",
    ),
    /× 7, the budget/,
  );
});
