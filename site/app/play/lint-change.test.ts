import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../engine/types.ts";
import { applied, changesOf } from "./lint-change.ts";

const finding = (f: Partial<Finding>): Finding => ({ names: [], lines: [], form: [], ...f }) as Finding;

const change = (f: Partial<Finding>, text: string): string => applied(changesOf(finding(f), text), text);

test("a line above the request says what is to be different; each request gets one", () => {
  const text = "### A\nGET /A()\n\n### B\nGET /A()";
  assert.equal(
    change({ rule: "one-by-one", lines: [2, 5] }, text),
    "### A\n# @parallel reads\nGET /A()\n\n### B\n# @parallel reads\nGET /A()",
  );
  assert.deepEqual(changesOf(finding({ rule: "token-dropped", lines: [2] }), "# @follow\nGET /A()"), []);
});

test("a filter takes the missing key or the missing end, wherever in the address it is", () => {
  const f: Partial<Finding> = { rule: "scan-known-key", lines: [1], names: ["O'Neil"] };
  assert.equal(
    change(f, "GET /A()?$filter=Age gt 1&$top=2"),
    "GET /A()?$filter=PartitionKey eq 'O''Neil' and Age gt 1&$top=2",
  );
  assert.equal(
    change(f, "GET /A()\n    ?$filter=Name eq 'a & b'"),
    "GET /A()\n    ?$filter=PartitionKey eq 'O''Neil' and Name eq 'a & b'",
  );
  assert.deepEqual(changesOf(finding(f), "GET /A()?$filter=Age gt 1 or Age lt 0"), []);
  const form = [{ head: [], method: "GET", target: "A()?$filter=x and RowKey lt 'emp`'", fields: [], body: "" }];
  assert.equal(
    change({ rule: "open-range", lines: [1], form }, "GET /A()?$filter=RowKey ge 'emp_'"),
    "GET /A()?$filter=RowKey ge 'emp_' and RowKey lt 'emp`'",
  );
});

test("$select comes at the end of the address", () => {
  const form = [{ head: [], method: "GET", target: "A()?$select=PartitionKey,Age", fields: [], body: "" }];
  const f: Partial<Finding> = { rule: "no-select", lines: [1], form };
  assert.equal(change({ ...f }, "GET /A()"), "GET /A()?$select=PartitionKey,Age");
  assert.equal(
    change({ ...f }, "GET /A()\n    ?$top=1\n\nx"),
    "GET /A()\n    ?$top=1\n    &$select=PartitionKey,Age\n\nx",
  );
});

test("the ETag of the read takes the place of the star, and of nothing else", () => {
  const form = [
    { head: ["name now"], method: "GET", target: "A", fields: [], body: "" },
    { head: [], method: "PATCH", target: "A", fields: [["If-Match", "{{now.response.headers.ETag}}"]], body: "" },
  ] as Finding["form"];
  const f: Partial<Finding> = { rule: "star-after-read", lines: [1], form };
  assert.equal(
    change(f, "PATCH /A\nAccept: x\nif-match: *\n\n{}"),
    "PATCH /A\nAccept: x\nIf-Match: {{now.response.headers.ETag}}\n\n{}",
  );
  assert.deepEqual(changesOf(finding(f), "PATCH /A\n\nIf-Match: *"), []);
});

test("lines that are no requests any more are left alone", () => {
  assert.deepEqual(changesOf(finding({ rule: "one-by-one", lines: [1, 9] }), "### A\nGET /A"), []);
});
