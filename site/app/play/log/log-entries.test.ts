import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../engine/types.ts";
import { countsOf, type Entry, entryOf, lineNow, matches, recordEntry, sumsOf, wordsOf } from "./log-entries.ts";

const ROOT = "http://127.0.0.1:10002/devstoreaccount1";
const place = { n: 1, at: 0, run: 1 };

const entry = (e: Partial<Entry>): Entry => ({
  ...place,
  source: "script",
  record: 1,
  method: "GET",
  url: "",
  headers: [],
  body: "",
  words: { path: "People()", key: null, filter: "" },
  client: "",
  title: "",
  line: 0,
  lineText: "",
  status: 200,
  code: "",
  class: null,
  rest: "",
  read: 0,
  returned: 0,
  transactions: 1,
  ...e,
});

test("a request is told by its table, keys and filter", () => {
  assert.deepEqual(wordsOf(`${ROOT}/People(PartitionKey='O''Brien',RowKey='a%20b')`), {
    path: "People",
    key: { partition: "O'Brien", row: "a b" },
    filter: "",
  });
  assert.deepEqual(wordsOf(`${ROOT}/People()?$filter=Age%20ge%2064&$top=1`), {
    path: "People()",
    key: null,
    filter: "Age ge 64",
  });
  assert.deepEqual(wordsOf(`${ROOT}/%zz`), { path: "%zz", key: null, filter: "" });
  assert.deepEqual(wordsOf(""), { path: "/", key: null, filter: "" });
});

test("the filter of the log takes words in any order, and the four kinds", () => {
  const scan = entry({ class: "tableScan", rest: "Email eq 'x'", client: "bob" });
  const write = entry({ method: "POST", status: 409, code: "EntityAlreadyExists" });
  assert.equal(matches(scan, "scans", "email BOB"), true);
  assert.equal(matches(scan, "all", "email alice"), false);
  assert.equal(matches(write, "refused", "409"), true);
  assert.deepEqual(countsOf([scan, write], ""), { all: 2, scans: 1, writes: 1, refused: 1 });
  assert.deepEqual(countsOf([scan, write], "bob"), { all: 1, scans: 1, writes: 0, refused: 0 });
});

test("sums are those of the entries that are shown", () => {
  assert.deepEqual(sumsOf([entry({ read: 5, returned: 1 }), entry({ read: 2, returned: 2, transactions: 0 })]), {
    requests: 2,
    transactions: 1,
    read: 7,
    returned: 3,
  });
});

test("a request is found in the script again after lines have moved", () => {
  const e = entry({ line: 2, lineText: "GET /People()" });
  assert.equal(lineNow(e, ["", "GET /People()"]), 2);
  assert.equal(lineNow(e, ["", "", "", "GET /People()", "GET /People()"]), 4);
  assert.equal(lineNow(e, ["GET /Other()"]), 0);
  assert.equal(lineNow(entry({}), [""]), 0);
});

test("an exchange that sent nothing is no request; a refusal inside a transaction is one", () => {
  const x = { wire: [], ops: [] } as unknown as Exchange;
  assert.equal(entryOf(x, [], place), null);
  const wire = [
    { request: { method: "POST", url: `${ROOT}/$batch`, headers: [], body: "b" }, response: { status: 202 } },
  ];
  const ops = [{ state: "failed", code: "EntityAlreadyExists", key: { partition: "Sales", row: "1" } }];
  const batch = entryOf(
    { wire, ops, line: 1, client: "", title: "", code: "" } as unknown as Exchange,
    ["POST x"],
    place,
  );
  assert.equal(batch?.code, "EntityAlreadyExists");
  assert.equal(batch?.status, 202);
  assert.deepEqual(batch?.words.key, { partition: "Sales", row: "× 1" });
});

test("a request that no script has sent is told by its operation and the row that it changed", () => {
  const key = { partition: "Sales", row: "1" };
  const rec = {
    id: 7,
    op: "MergeEntity",
    table: "People",
    plan: null,
    code: "",
    read: 0,
    returned: 0,
    transactions: 1,
    changes: [{ key }],
  };
  const e = recordEntry(rec as never, "page", place);
  assert.deepEqual([e.words.path, e.words.key, e.source, e.record], ["MergeEntity People", key, "page", 7]);
  assert.equal(matches(e, "writes", "sales"), true);
  assert.equal(matches(recordEntry({ ...rec, op: "QueryEntities" } as never, "page", place), "writes", ""), false);
});
