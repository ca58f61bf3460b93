// What a choice writes into a field, and what it leaves there.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BUDGET,
  type Clause,
  knownClauses,
  LIMITS,
  questionClauses,
  STORE,
  TYPE,
  valueClauses,
  withClause,
  writeClauses,
} from "./clauses.ts";
import { draftOf } from "./draft.ts";

const SHEET = draftOf(`# @sheet shops
# @entity shop, 100
# @attribute shop.id, guid, identity
# @attribute shop.lat, double
# @attribute shop.lon, double
# @attribute shop.opened, datetime
# @attribute shop.name, string
# @entity visit, 1000 of shop
# @attribute visit.guest, text 8, identity
# @attribute visit.state, text 8, weights open 5 % and done 95 %
# @entity note, 1000 of visit`);

const values = SHEET.kinds.map((kind) => valueClauses(kind, { name: "", type: "", identity: false, more: "" }));
const VALUES = values[0] ?? [];

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
  assert.deepEqual(of("insert"), ["if absent", "for each visit by guest"]);
  assert.deepEqual(of("delete"), ["if unchanged", "opened older 30d"]);
  assert.equal(
    chosen(
      writeClauses(SHEET, "shop", "update"),
      "sets name",
      "adds 1 to lon",
      "adds 1 to lat",
      "if unchanged",
      "largest 60 %",
    ),
    "sets name, adds 1 to lat, if unchanged, largest 60 %",
  );
  assert.deepEqual(
    writeClauses(SHEET, "visit", "insert").map((c) => c.write),
    ["if absent", "at most 100 of shop", "largest 60 %"],
  );
});

test("rules, lists and relations are among the examples", () => {
  assert.equal(chosen(values[1] ?? [], "zipf 1", "unique", "any case", "unique in shop"), "any case, unique in shop");
  assert.equal(chosen(VALUES, "unique", "any case", "exact case"), "unique, exact case");
  const of = (kind: string) => knownClauses(SHEET, kind).map((c) => c.write);
  assert.deepEqual(of("shop"), ["id in 20", "id in visit.guest"]);
  assert.deepEqual(of("visit"), ["shop in 20", "state=open"]);
  assert.equal(chosen(knownClauses(SHEET, "visit"), "state=open", "shop in 20"), "state=open and shop in 20");
  const with_ = questionClauses(SHEET, "visit").filter((c) => c.write.startsWith("with "));
  assert.deepEqual(
    with_.map((c) => c.write),
    ["with shop", "with note"],
  );
  assert.equal(chosen(STORE, "include name", "shards 16", "shards 16 apart"), "include name | shards 16 apart");
});
