// What a choice writes into a field, and what it leaves there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BUDGET, type Clause, LIMITS, questionClauses, TYPE, VALUES, withClause, writeClauses } from "./clauses.ts";
import { draftOf } from "./draft.ts";

const SHEET = draftOf(`# @sheet shops
# @entity shop, 100
# @attribute shop.id, guid, identity
# @attribute shop.lat, double
# @attribute shop.lon, double
# @attribute shop.opened, datetime
# @attribute shop.name, string`);

const questions = questionClauses(SHEET, "shop");

function chosen(clauses: readonly Clause[], ...examples: string[]): string {
  return examples.reduce((text, write) => {
    const found = clauses.find((c) => c.write === write);
    assert.equal(found !== undefined, true, write);
    return found ? withClause(text, found) : text;
  }, "");
}

test("a choice takes the place of what says the same, and leaves the rest", () => {
  assert.equal(chosen(TYPE, "text 12", "time day"), "time day");
  assert.equal(chosen(VALUES, "500 values", "zipf 1", "changes", "largest 20 %"), "500 values, changes, largest 20 %");
  assert.equal(chosen(VALUES, "500 values", "zipf 1", "changes", "unique"), "changes, unique");
  assert.equal(chosen(VALUES, "zipf 1", "weights open 5 % and done 95 %"), "weights open 5 % and done 95 %");
  assert.equal(
    chosen(BUDGET, "read <= 100", "requests <= 1", "read <= 2 x answer"),
    "requests <= 1, read <= 2 x answer",
  );
  assert.equal(chosen(LIMITS, "month <= 100", "workflows <= 0"), "month <= 100, workflows <= 0");
});

test("a question has an order and a range of each attribute, a write what it sets", () => {
  assert.equal(
    chosen(questions, "opened last 1h", "opened one day", "newest opened", "greatest lat"),
    "opened one day, greatest lat",
  );
  assert.equal(chosen(questions, "lat between 2 %", "lon between 2 %"), "lat between 2 %, lon between 2 %");
  const of = (verb: string) => writeClauses(SHEET, "shop", verb).map((c) => c.write);
  assert.deepEqual(of("insert"), []);
  assert.deepEqual(of("delete"), ["opened older 30d"]);
  assert.deepEqual(of("update").includes("sets name"), true);
});
