import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Exchange, Rec } from "../engine/types.ts";
import { blockAbove } from "./units.ts";
import { conditionOf, createTable, lackedTable, readAgain, refusedFilter, strayLine, versionOf } from "./ways-on.ts";

const refused = (code: string, record: object, request: object = {}): Exchange =>
  ({ code, record, ops: [], client: "bob", wire: [{ request }] }) as unknown as Exchange;

test("a table that is missing can be made, if it was to be used and could have that name", () => {
  const lacks = (table: string, op = "QueryEntities") => lackedTable(refused("TableNotFound", { table, op }));
  assert.deepEqual([lacks("Orders"), lacks("a b"), lacks("Orders", "DeleteTable")], ["Orders", "", ""]);
  assert.equal(lackedTable(refused("EntityNotFound", { table: "Orders", op: "" })), "");
  assert.match(
    createTable("Orders", "Make it"),
    /^### Make it\nPOST \{\{table\}\}\/Tables\n[\s\S]*"TableName": "Orders" \}\n$/,
  );
});

test("what the parser says about a filter explains why the service has refused it", () => {
  const remark = (...codes: string[]) => ({ sentences: codes.map((code) => ({ code })) }) as unknown as Diagnostic;
  const wrong = remark("in-filter", "at-character", "filter-functions");
  const remarks = [remark("top-out-of-range"), remark("in-filter", "filter-without-end"), wrong];
  const of = (code: string, list = remarks) => refusedFilter(refused(code, {}), list);
  assert.deepEqual([of("NotImplemented"), of("InvalidInput")], [wrong, wrong]);
  assert.deepEqual([of("TableNotFound"), of("InvalidInput", remarks.slice(0, 2))], [null, null]);
});

const URL = "http://127.0.0.1:10002/devstoreaccount1/T(PartitionKey='O''Neil',RowKey='a%20b')?timeout=3";
const ETAG = "W/\"datetime'2026-11-20T10%3A00%3A00.0000001Z'\"";
const late = refused("UpdateConditionNotSatisfied", {}, { url: URL, headers: [["If-Match", ETAG]] });
const condition = conditionOf(late) ?? { table: "", key: { partition: "", row: "" }, etag: "", path: "" };

test("the entity of a refused condition is read again, below a name that is free", () => {
  assert.deepEqual(condition.key, { partition: "O'Neil", row: "a b" });
  const words = { title: "Read", how: (header: string) => `Now ${header}` };
  const block = readAgain(condition, "bob", "### x\n# @name again\nGET y", words);
  assert.equal(
    block,
    `### Read
# Now If-Match: {{again2.response.headers.ETag}}
# @client bob
# @name again2
GET {{table}}/T(PartitionKey='O''Neil',RowKey='a%20b')
`,
  );
  assert.equal(readAgain(condition, "bob", `# @name again\n\n${block}`, words), block, "it is there already");
});

test("the version of an ETag is what a write has made or replaced", () => {
  const at = (Timestamp: string, N: number) => ({ Timestamp, N });
  const [old, now] = [at("2026-11-20T10:00:00.0000001Z", 1), at("2026-11-20T10:00:01.0000001Z", 2)];
  const change = (row: string) => ({
    kind: "merge",
    table: "t",
    key: { partition: "O'Neil", row },
    before: old,
    after: now,
  });
  const records = (row: string) => [{ changes: [change(row)] }] as unknown as Rec[];
  assert.deepEqual(versionOf(condition, records("a b")), old);
  assert.equal(versionOf(condition, records("other")), null);
});

test("a block goes above a request, which then begins with a line of its own", () => {
  assert.deepEqual(blockAbove("@a = 1\nGET x", 1, "### y\n"), { at: 0, text: "### y\n\n###\n" });
  assert.deepEqual(blockAbove("@a = 1\n\n### x\nGET x", 3, "### y\n"), { at: 8, text: "### y\n\n" });
});

test("of the remarks the first is found that is about a line of no request, unless it stops the run", () => {
  const remark = (code: string, severity = "warning", line = 1) =>
    ({ line, severity, sentences: [{ code, params: [] }] }) as unknown as Diagnostic;
  const stray = (...all: Diagnostic[]) => strayLine(all)?.line ?? 0;
  assert.equal(stray(remark("json-broken"), remark("no-separator", "warning", 2), remark("no-body", "warning", 3)), 2);
  assert.equal(stray(remark("sql-select")), 1);
  assert.equal(stray(remark("sql-select", "error"), remark("merge-method")), 0);
});
