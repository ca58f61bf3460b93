import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../../engine/types.ts";
import type { Term } from "../grid/grid-filter.ts";
import { filterText, type Query, requestText, termsOf, writtenIn } from "./query-text.ts";

const term = (name: string, op: string, value: string, type = "String"): Term => ({ name, op, value, type });
const query = (q: Partial<Query>): Query => ({ table: "People", terms: [], select: [], top: "", ...q });

test("each type is written as the service reads it", () => {
  const terms = [
    term("Name", "eq", "O'Brien"),
    term("Age", "ge", "5", "Int32"),
    term("Big", "lt", "5", "Int64"),
    term("Pay", "gt", "5", "Double"),
    term("Pay", "le", "1e3", "Double"),
    term("On", "eq", "true", "Boolean"),
    term("Day", "ne", "2026-01-31T00:00:00Z", "DateTime"),
    term("Id", "eq", "12345678-1234-1234-1234-123456789abc", "Guid"),
    term("Raw", "eq", "01ff", "Binary"),
    term("Code", "starts", "A-"),
    term("Nothing", "", "x"),
  ];
  assert.equal(
    filterText(terms),
    "Name eq 'O''Brien' and Age ge 5 and Big lt 5L and Pay gt 5.0 and Pay le 1e3 and On eq true and Day ne datetime'2026-01-31T00:00:00Z'" +
      " and Id eq guid'12345678-1234-1234-1234-123456789abc' and Raw eq X'01ff' and Code ge 'A-' and Code lt 'A.'",
  );
});

test("both keys alone are an address, everything else is a filter", () => {
  const keys = [term("PartitionKey", "eq", "A&B's"), term("RowKey", "eq", "{{id}}")];
  assert.equal(
    requestText(query({ terms: keys, select: ["Name"] })),
    "GET {{table}}/People(PartitionKey='A%26B''s',RowKey='{{id}}')\n    ?$select=Name",
  );
  assert.equal(
    requestText(query({ terms: keys, top: "5" })),
    "GET {{table}}/People()\n    ?$filter=PartitionKey eq 'A%26B''s' and RowKey eq '{{id}}'\n    &$top=5",
  );
  assert.equal(requestText(query({})), "GET {{table}}/People()");
});

const block = (lastLine: number, line = 1, method = "GET"): Block =>
  ({ line, lastLine, method, firstLine: 1 }) as unknown as Block;

test("what is written is read back", () => {
  const filter = "PartitionKey eq 'A&B''s' and Name eq '50% {{%x}} #1'";
  const text = `### One\n${requestText(query({ terms: [term("PartitionKey", "eq", "A&B's"), term("Name", "eq", "50% {{%x}} #1")], select: ["Name", "Age"], top: "7" }))}\nAccept: x`;
  const found = writtenIn(text, block(6, 2));
  assert.deepEqual(found && { ...found, from: 0, to: 0 }, {
    from: 0,
    to: 0,
    table: "People",
    keys: null,
    filter,
    select: ["Name", "Age"],
    top: "7",
  });
  assert.equal(text.slice(found?.from, found?.to), text.split("\n").slice(1, 5).join("\n"));
  const point = writtenIn("/People(PartitionKey='O''B(?)',RowKey='') HTTP/1.1", block(1));
  assert.deepEqual(point?.keys, ["O'B(?)", ""]);
});

test("a request with more than the form can hold is not read", () => {
  for (const text of [
    "GET {{table}}/People()?$filter=A eq 1&NextPartitionKey=x",
    "GET {{table}}/People()?$filter=A eq 'a+b'",
    "GET {{table}}/People()?$top=1&$top=2",
    "GET {{table}}/People(RowKey='a',PartitionKey='b')",
    "GET {{table}}/Tables",
    "GET {{queue}}/q",
    "GET {{table}}/People()\n    ?$top=1\n# a remark\n    &$select=A",
    "GET {{table}}/People()?$filter=%zz",
  ]) {
    assert.equal(writtenIn(text, block(text.split("\n").length)), null, text);
  }
  assert.equal(writtenIn("POST {{table}}/People", block(1, 1, "POST")), null);
  assert.equal(writtenIn("# nothing", block(1, 0, "")), null);
});

test("the comparisons of a filter become conditions, the keys first, two bounds of a prefix one", () => {
  assert.deepEqual(
    termsOf(
      [
        term("Age", "ge", "5", "Int32"),
        term("RowKey", "ge", "emp_"),
        term("RowKey", "lt", "emp`"),
        term("PartitionKey", "eq", "a"),
        term("PartitionKey", "ne", "b"),
      ],
      null,
    ),
    [
      term("PartitionKey", "eq", "a"),
      term("RowKey", "starts", "emp_"),
      term("Age", "ge", "5", "Int32"),
      term("PartitionKey", "ne", "b"),
    ],
  );
  assert.deepEqual(termsOf([], ["a", "b"]), [term("PartitionKey", "eq", "a"), term("RowKey", "eq", "b")]);
  assert.deepEqual(termsOf([], null), [term("PartitionKey", "", ""), term("RowKey", "", "")]);
});
