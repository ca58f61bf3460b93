import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

/** The terms of the site, as their page lists them. */
function siteTerms(): Term[] {
  const text = readFileSync("../../../../content/search/en.md", "utf8");
  const entries = text.split(/^ {2}- words: /m).slice(1);
  return entries.map((entry) => {
    const [, words = "", rest = ""] = /^\[(.*)\]\n([\s\S]*)/.exec(entry) ?? [];
    const pages = /^ {4}pages: \[(.*)\]$/m.exec(rest)?.[1] ?? "";
    const urls = pages.split(/, (?=[{\w])/).flatMap((p) => /^[\w/-]+$|page: "?([\w/#-]+)/.exec(p) ?? []);
    return {
      words: words.split(/, */),
      say: /^ {4}say: "?(.*?)"?$/m.exec(rest)?.[1] ?? "",
      pages: urls.filter((url) => url && !url.startsWith("page:")).map((url) => ({ url, title: url, about: "" })),
    };
  });
}

// What people type who come from Microsoft's documents, from SQL, MongoDB, DynamoDB or Firestore, and the page that
// answers it. What a term says comes before all that the index finds.
const QUERIES: readonly (readonly [query: string, page: string])[] = [
  ["entity group transaction", "learn/entity-group-transactions/"],
  ["EGT limit", "learn/entity-group-transactions/"],
  ["hotspot partition", "learn/partitions-and-scale/"],
  ["scalability targets", "limits/#targets"],
  ["throttling 503 server busy", "learn/partitions-and-scale/"],
  ["TakeCount", "learn/continuation-and-paging/"],
  ["ExecuteQuerySegmentedAsync", "learn/continuation-and-paging/"],
  ["DynamicTableEntity", "learn/heterogeneous-types/"],
  ["server-side projection", "learn/projection/"],
  ["log tail pattern", "patterns/log-tail/"],
  ["intra-partition secondary index pattern", "patterns/intra-partition-index/"],
  ["inter-partition secondary index pattern", "patterns/inter-partition-index/"],
  ["append-only anti-pattern", "patterns/prepend-append/"],
  ["optimistic concurrency ETag", "learn/modification-and-concurrency/"],
  ["shared access signature", "learn/shared-access-signatures/"],
  ["client-side encryption", "learn/encryption/"],
  ["ORDER BY created_at DESC", "learn/sorting/"],
  ["left join two tables", "learn/relationships/"],
  ["GROUP BY department", "learn/data-series/"],
  ["SELECT COUNT(*)", "learn/data-series/"],
  ["LIKE 'Jo%'", "learn/query-classes/3/"],
  ["auto increment primary key", "learn/choosing-keys/"],
  ["foreign key constraint", "learn/relationships/"],
  ["unique constraint on email", "learn/data-model-and-keys/"],
  ["LIMIT 10 OFFSET 20", "learn/continuation-and-paging/"],
  ["rollback a transaction", "learn/entity-group-transactions/"],
  ["ALTER TABLE ADD COLUMN", "learn/data-model-and-keys/"],
  ["stored procedure trigger", "learn/eventually-consistent-transactions/"],
  ["embedded document array", "learn/denormalization/"],
  ["ObjectId", "learn/choosing-keys/"],
  ["findOneAndUpdate upsert", "learn/modification-and-concurrency/"],
  ["aggregation pipeline", "learn/data-series/"],
  ["16 MB document size limit", "limits/#entity-size"],
  ["sort key begins_with", "learn/query-classes/3/"],
  ["global secondary index", "patterns/inter-partition-index/"],
  ["single table design", "learn/heterogeneous-types/"],
  ["BatchWriteItem", "learn/entity-group-transactions/"],
  ["conditional write attribute_not_exists", "learn/modification-and-concurrency/"],
  ["TTL expire items", "patterns/high-volume-delete/"],
  ["subcollection", "learn/relationships/"],
  ["startAfter cursor", "learn/continuation-and-paging/"],
  ["onSnapshot listener", "learn/eventually-consistent-transactions/"],
];

test("what people from elsewhere type finds the page that answers it among the first three", () => {
  const terms = siteTerms();
  const missed = QUERIES.filter(([query, page]) => {
    const first = termFor(query, terms)?.pages.slice(0, 3) ?? [];
    return !first.some((p) => p.url === page);
  });
  assert.deepEqual(missed, []);
});
