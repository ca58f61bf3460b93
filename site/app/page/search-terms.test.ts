import assert from "node:assert/strict";
import { test } from "node:test";
import { mentions, type Term, termFor } from "./search-terms.ts";

const term = (say: string, ...words: string[]): Term => ({ words, say, pages: [] });
const TERMS = [term("create", "create table", "schema"), term("join", "join", "sql join"), term("order", "order by")];

test("a query means the term whose phrase is in it", () => {
  const said = (query: string) => termFor(query, TERMS)?.say;
  assert.deepEqual(["create table", "CREATE TABLE Readings", "how to join?", "left join", "order by date"].map(said), [
    "create",
    "create",
    "join",
    "join",
    "order",
  ]);
});

test("parts of words and half a phrase mean nothing", () => {
  assert.deepEqual(
    ["joined", "table", "create", "orders by", ""].map((q) => termFor(q, TERMS)),
    [null, null, null, null, null],
  );
});

test("the longest phrase decides", () => {
  const terms = [term("short", "transaction"), term("long", "distributed transaction")];
  assert.equal(termFor("a distributed transaction", terms)?.say, "long");
});

test("a page mentions a word in another form, not one that begins a little alike", () => {
  assert.equal(mentions("Queries are sorted by keys.", "query"), true);
  assert.equal(mentions("It paginates.", "pagination"), true);
  assert.equal(mentions("All transactions", "transaction"), true);
  assert.equal(mentions("A fire and F. Weiss", "firebase"), false);
  assert.equal(mentions("If-Match: *", "If-Match"), true);
  assert.equal(mentions("order", "order by"), false);
});
