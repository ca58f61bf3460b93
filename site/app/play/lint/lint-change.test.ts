import assert from "node:assert/strict";
import { test } from "node:test";
import { LINT_READING } from "../../answer/lint-text.ts";
import type { Finding } from "../../engine/types.ts";
import { applied, BY_HAND, changesOf, reasonOf } from "./lint-change.ts";

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

test("an or between keys becomes a request for each side, with the comments of the first", () => {
  const f: Partial<Finding> = { rule: "or-of-keys", lines: [3] };
  assert.equal(
    change(
      f,
      "### Three\n# @loop for 3\nGET {{table}}/A()?$filter=PartitionKey eq 'or' and (RowKey eq '{{a}}' or RowKey eq 'b)')&$select=X\n",
    ),
    "### Three\n# @loop for 3\n# @parallel branches\nGET {{table}}/A()?$filter=PartitionKey eq 'or' and RowKey eq '{{a}}'&$select=X\n\n### 2\n# @loop for 3\n# @parallel branches\nGET {{table}}/A()?$filter=PartitionKey eq 'or' and RowKey eq 'b)'&$select=X\n",
  );
  const two = "GET /A()\n  ?$filter=(PartitionKey eq 'a' and RowKey eq '1') or (PartitionKey eq 'b' and RowKey eq '2')";
  assert.equal(
    change({ rule: "or-of-keys", lines: [1] }, two),
    "# @parallel branches\nGET /A()\n  ?$filter=PartitionKey eq 'a' and RowKey eq '1'\n\n### 2\n# @parallel branches\nGET /A()\n  ?$filter=PartitionKey eq 'b' and RowKey eq '2'",
  );
  const checked = "GET /A()?$filter=RowKey eq 'a' or RowKey eq 'b'\n\n# ?? count == 2";
  assert.deepEqual(changesOf(finding({ rule: "or-of-keys", lines: [1] }), checked), []);
  const both = "GET /A()?$filter=(RowKey eq 'a' or RowKey eq 'b') and (PartitionKey eq 'a' or PartitionKey eq 'b')";
  assert.deepEqual(changesOf(finding({ rule: "or-of-keys", lines: [1] }), both), []);
});

test("a replacement becomes a merge of what changed, as it is written", () => {
  const f: Partial<Finding> = { rule: "replace-little", lines: [2], names: ["Age, Title"] };
  assert.equal(
    change(
      f,
      '### R\nPUT {{table}}/A(PartitionKey=\'B\',RowKey=\'{{id}}\')\n\n{ "Age@odata.type": "Edm.Int64", "Age": "2", "Title": "{{x}}, \\"b\\"", "Note": "{{$repeat 9 x}}" }\n',
    ),
    '### R\nPATCH {{table}}/A(PartitionKey=\'B\',RowKey=\'{{id}}\')\nIf-Match: *\n\n{ "Age@odata.type": "Edm.Int64", "Age": "2", "Title": "{{x}}, \\"b\\"" }\n',
  );
  assert.deepEqual(changesOf(finding(f), "### R\nPUT /A\n\n< ./body.json"), []);
});

test("an upsert becomes an insert that carries its keys", () => {
  const f: Partial<Finding> = { rule: "upsert-over", lines: [1] };
  assert.equal(
    change(f, "PUT {{table}}/A(PartitionKey='O''Neil',RowKey='{{id}}')\n\n{ \"Age\": 3 }"),
    'POST {{table}}/A\n\n{ "PartitionKey": "O\'Neil", "RowKey": "{{id}}", "Age": 3 }',
  );
});

test("a query of the copy takes the place of the scan, unless it asks for something else each time", () => {
  const form = [
    { head: ["follow"], method: "GET", target: "Mail()?$filter=PartitionKey%20eq%20'u'", fields: [], body: "" },
  ];
  const f: Partial<Finding> = { rule: "scan-not-copy", lines: [1], form };
  assert.equal(
    change(f, "GET {{table}}/People()?$filter=Email eq 'u'"),
    "# @follow\nGET {{table}}/Mail()?$filter=PartitionKey eq 'u'",
  );
  assert.deepEqual(changesOf(finding(f), "GET {{table}}/People()?$filter=Email eq '{{x}}'"), []);
});

test("each rule has a change, or says why it has none", () => {
  for (const rule of Object.keys(LINT_READING) as Finding["rule"][]) {
    const byHand = BY_HAND.some((r) => r === rule);
    assert.equal(reasonOf(rule), byHand ? rule : "here");
  }
  assert.equal(BY_HAND.length, 10);
});
