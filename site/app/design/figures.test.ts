import assert from "node:assert/strict";
import { test } from "node:test";
import type { BudgetReport, Comparison, DesignBreach, DesignReport } from "../engine/types.ts";
import { limitText } from "./duel/duel-cells.ts";
import { breach } from "./duel/facts.ts";
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
