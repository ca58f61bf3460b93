import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { asOneTypes, type Index, type Page, search } from "./search-index.ts";
import { mentions, partsOf, stem, type Term, termsFor } from "./search-terms.ts";

const term = (say: string, ...words: string[]): Term => ({ words, say, pages: [] });
const TERMS = [
  term("create", "create table", "schema"),
  term("join", "join", "sql join"),
  term("order", "order by"),
  term("in", "$in", "BatchGetItem"),
  term("select", "select"),
  term("limit", "limit"),
];
const said = (query: string) => termsFor(query, TERMS).map((t) => t.say);

test("a query means the term whose phrase is in it", () => {
  for (const query of ["create table", "CREATE TABLE Readings", "create a table"])
    assert.deepEqual(said(query), ["create"], query);
  assert.deepEqual(said("how to join?"), ["join"]);
  assert.deepEqual(said("table"), []);
  assert.deepEqual(said("orders by"), ["order"]);
  assert.deepEqual(said(""), []);
});

test("a name in camel case is its words, and an operator is no word", () => {
  assert.deepEqual(["orderBy", "orderby", "order-by", "$orderby"].map(said), Array(4).fill(["order"]));
  assert.deepEqual(["batch get items", "batchgetitem", "$in"].map(said), Array(3).fill(["in"]));
  assert.deepEqual(said("in"), []);
});

test("a phrase is found in every form, and if other words are between its words", () => {
  assert.deepEqual(["joins", "joined", "SQL joins", "joining"].map(said), Array(4).fill(["join"]));
  assert.deepEqual(said("order the results by date"), ["order"]);
});

test("the phrases that explain most of a query decide, and a second term explains the rest", () => {
  const terms = [term("short", "transaction"), term("long", "distributed transaction")];
  assert.deepEqual(
    termsFor("a distributed transaction", terms).map((t) => t.say),
    ["long"],
  );
  assert.deepEqual(said("SELECT * FROM People ORDER BY Name LIMIT 10"), ["order", "limit"]);
  assert.deepEqual(said("select name"), ["select"], "nothing else does");
});

test("words and their forms", () => {
  assert.deepEqual(partsOf("TableClient.upsertEntity $elemMatch ETag JSONFormat"), [
    ..."table client upsert entity $elem match e tag json format".split(" "),
  ]);
  for (const forms of [
    "query queries querying",
    "batch batches batched",
    "delete deletes deleting deleted",
    "page pages",
  ])
    assert.equal(new Set(forms.split(" ").map(stem)).size, 1, forms);
  for (const [one, other] of ["string str", "address addres", "status statu"].map((s) => s.split(" ")))
    assert.equal(stem(one ?? ""), one, other);
});

test("a page mentions a word in another form, not one that begins a little alike", () => {
  assert.equal(mentions("Queries are sorted by keys.", "query"), true);
  assert.equal(mentions("It paginates.", "pagination"), true);
  assert.equal(mentions("All transactions", "transaction"), true);
  assert.equal(mentions("A fire and F. Weiss", "firebase"), false);
  assert.equal(mentions("If-Match: *", "If-Match"), true);
  assert.equal(mentions("order", "order by"), false);
  assert.equal(mentions("A partition", "par"), false);
  assert.equal(mentions("At par, with two keys", "par key"), true);
});

/** An index as Pagefind's: it finds the pages that have each word of a query, in the order in which they are given. */
function indexOf(...pages: [title: string, content: string][]): Index {
  const all = pages.map(
    ([title, content]): Page => ({ url: title, excerpt: "", content, meta: { title }, sub_results: [] }),
  );
  const find = async (query: string) => {
    assert.equal(/[$=]/.test(query), false);
    const found = all.filter((p) => mentions(`${p.meta.title} ${p.content}`, query));
    return { results: found.map((p) => ({ data: async () => p })) };
  };
  return { options: async () => {}, search: find };
}

const found = async (query: string, index: Index) => {
  const f = await search(query, index);
  return [f?.pages.map((p) => p.url).join(" "), f?.all, f?.unknown.join(" ")];
};

test("what is typed is looked for as it is typed, one text at a time, and the last one always", async () => {
  const asked: [string, boolean][] = [];
  let go = () => {};
  const type = asOneTypes(async (text, isOld) => {
    await new Promise<void>((done) => (go = done));
    asked.push([text, isOld()]);
  });
  const typing = [type("j"), type("jo"), type("joi")];
  for (let n = 0; n < 2; n++) {
    go();
    await new Promise((done) => setTimeout(done));
  }
  await Promise.all(typing);
  assert.deepEqual(asked, [
    ["j", true],
    ["joi", false],
  ]);
  void type("join");
  go();
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(asked.at(-1), ["join", false]);
});

test("of a text that has become old no page is read", async () => {
  const read = {
    options: async () => {},
    search: async () => ({ results: [{ data: () => Promise.reject(new Error("read")) }] }),
  };
  assert.equal(await search("rows", read, () => true), null);
});

test("a page whose title says it comes first, and signs are spaces", async () => {
  const index = indexOf(
    ["Keys", "a filter and rows"],
    ["Filter", "a filter"],
    ["Emulator", "UseDevelopmentStorage=true"],
  );
  assert.deepEqual(await found("$filter", index), ["Filter Keys", true, ""]);
  assert.deepEqual(await found("UseDevelopmentStorage=true", index), ["Emulator", true, ""]);
});

test("without a page that has all words, those with the most and the rarest come, and unknown words are named", async () => {
  const index = indexOf(
    ["One", "a table"],
    ["Two", "a table of rows"],
    ["Three", "time of the server"],
    ["Four", "a table"],
  );
  assert.deepEqual(await found("junction table", index), ["One Two Four", false, "junction"]);
  assert.deepEqual(await found("rows table junction", index), ["Two One Four", false, "junction"]);
  assert.deepEqual(await found("server table", index), ["Three One Two Four", false, ""]);
  assert.deepEqual(await found("serverTime", index), ["Three", false, "serverTime"], "its parts");
  assert.deepEqual(await found("firebase", index), ["", false, "firebase"]);
});

/** The terms of the site, as their page lists them. */
function siteTerms(): Term[] {
  const text = readFileSync("../../../../content/search/en.md", "utf8");
  return [...text.matchAll(/^ {2}- words: \[(.*)\]\n {4}say: (.*)\n {4}pages: \[(.*)\]$/gm)].map(
    ([, words = "", say = "", pages = ""]) => ({
      words: words.split(", ").map((w) => (w.startsWith('"') ? JSON.parse(w) : w)),
      say: say.startsWith('"') ? JSON.parse(say) : say,
      pages: [...pages.matchAll(/(?:^|, |page: ")([\w/#-]+)(?=$|, |")/g)].map(([, url = ""]) => ({
        url,
        title: "",
        about: "",
      })),
    }),
  );
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
  ["SELECT TOP 10 newest rows", "patterns/log-tail/"],
  ["WHERE email IS NULL", "limits/#functions"],
  ["nonclustered index", "patterns/intra-partition-index/"],
  ["sum of a column per customer", "learn/data-series/"],
  ["transaction isolation level read committed", "glossary/#isolation"],
  ["difference between INNER JOIN and LEFT JOIN", "learn/relationships/"],
  ["$in", "limits/#comparisons"],
  ["$unset", "learn/modification-and-concurrency/2/"],
  ["choose a shard key", "learn/choosing-keys/"],
  ["count number of distinct values per field", "learn/index-entities/"],
  ["ScanIndexForward false", "patterns/log-tail/"],
  ["Query vs GetItem for a single item", "learn/query-classes/2/"],
  ["ConditionalCheckFailedException", "learn/modification-and-concurrency/"],
  ["query on non-key attribute", "patterns/inter-partition-index/"],
  ["collection group query", "learn/relationships/"],
  ["FieldValue.increment", "learn/data-series/4/"],
  ["setDoc with merge true", "learn/modification-and-concurrency/2/"],
  ["delete documents after 30 days automatically", "patterns/high-volume-delete/"],
  ["ALLOW FILTERING", "learn/query-classes/"],
  ["TableClient.SubmitTransactionAsync", "learn/entity-group-transactions/"],
  ["UseDevelopmentStorage=true", "help/local-endpoint/#connect"],
  ["DefaultAzureCredential", "help/known-differences/#left-out"],
  ["Forbidden characters in PartitionKey and RowKey", "limits/#key-characters"],
  ["OutOfRangeInput DateTime.MinValue", "limits/#dates"],
  ["par", "glossary/#par"],
  ["entity framework", "help/local-endpoint/#program"],
  ["EF Core DbContext", "help/local-endpoint/#program"],
  ["download the program", "help/local-endpoint/"],
];

test("what people from elsewhere type finds the page that answers it among the first three", () => {
  const terms = siteTerms();
  const missed = QUERIES.filter(([query, page]) => {
    const meant = termsFor(query, terms);
    const first = meant.flatMap((t) => t.pages.slice(0, meant.length > 1 ? 2 : 3)).slice(0, 3);
    return !first.some((p) => p.url === page);
  });
  assert.deepEqual(missed, []);
});

test("each code of an error has its term", () => {
  const terms = siteTerms();
  const source = readFileSync("../../../../engine/apierr/codes.go", "utf8");
  const codes = [...source.matchAll(/Code = "(\w+)"/g)].map(([, code = ""]) => code);
  assert.equal(codes.length > 80, true);
  const written = new Set(terms.flatMap((t) => t.words.map((w) => w.toLowerCase())));
  assert.deepEqual(
    codes.filter((c) => !written.has(c.toLowerCase())),
    [],
  );
});

test("a phrase belongs to one term", () => {
  const all = siteTerms().flatMap((t) => t.words.map((w) => partsOf(w).join("")));
  assert.deepEqual(
    all.filter((w, i) => all.indexOf(w) !== i),
    [],
  );
});
