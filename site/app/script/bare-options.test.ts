import assert from "node:assert/strict";
import { test } from "node:test";
import { bareCondition } from "./bare-options.ts";

const PROPERTIES = Object.entries({
  LastName: "String",
  Age: "Int32",
  Active: "Boolean",
  Hired: "DateTime",
  Id: "Guid",
}).map(([name, type]) => ({ name, type: `Edm.${type}` }));

const meant = (script: string, line = 1) => {
  const found = bareCondition(script, line, PROPERTIES);
  return found && script.slice(0, found.at) + found.meant + script.slice(found.at + found.text.length);
};

test("an option that is named like a property becomes a condition of the filter", () => {
  for (const [written, want] of [
    ["GET {{table}}/E()?PartitionKey='Sales'", "GET {{table}}/E()?$filter=PartitionKey eq 'Sales'"],
    ["GET {{table}}/E?partitionkey=Sales&$top=5", "GET {{table}}/E?$filter=PartitionKey eq 'Sales'&$top=5"],
    ["GET {{table}}/E()?LastName=O'Neil", "GET {{table}}/E()?$filter=LastName eq 'O''Neil'"],
    ['GET {{table}}/E()?LastName="Smith" HTTP/1.1', "GET {{table}}/E()?$filter=LastName eq 'Smith' HTTP/1.1"],
    ["GET {{table}}/E()?Age>=30", "GET {{table}}/E()?$filter=Age ge 30"],
    ["GET {{table}}/E()?Age gt '30'", "GET {{table}}/E()?$filter=Age gt 30"],
    [
      "GET {{table}}/E()?Active=true&Hired<2020-01-31",
      "GET {{table}}/E()?$filter=Active eq true and Hired lt datetime'2020-01-31T00:00:00Z'",
    ],
    ["GET {{table}}/E()?LastName=Ann%20Lee", "GET {{table}}/E()?$filter=LastName eq 'Ann Lee'"],
    [
      "GET {{table}}/E()\n    ?$filter=Age eq 1 or Age eq 2\n    &RowKey='7'\n    &$select=Age\n\n# x",
      "GET {{table}}/E()\n    ?$filter=(Age eq 1 or Age eq 2) and RowKey eq '7'\n    &$select=Age\n\n# x",
    ],
    [
      "GET {{table}}/E()?$top=2&RowKey='7'&PartitionKey='a'",
      "GET {{table}}/E()?$top=2&$filter=RowKey eq '7' and PartitionKey eq 'a'",
    ],
    ["GET {{table}}/E()?RowKey='{{id}}'", "GET {{table}}/E()?$filter=RowKey eq '{{id}}'"],
  ] as const)
    assert.equal(meant(written), want);
  assert.equal(meant("### One\nGET {{table}}/E()?Age=1", 2), "### One\nGET {{table}}/E()?$filter=Age eq 1");
});

test("an option that is none of the rows, or that no filter can hold, is left alone", () => {
  for (const written of [
    "GET {{table}}/E()",
    "GET {{table}}/E()?$top=5&timeout=3",
    "GET {{table}}/E(PartitionKey='a?RowKey=b',RowKey='c')",
    "GET {{table}}/E()?sig=abc&sv=2019-02-02",
    "GET {{table}}/E()?Age=young",
    "GET {{table}}/E()?PartitionKey",
    "GET {{table}}/E()?$filter=PartitionKey eq 'a&RowKey=b'",
    "GET {{table}}/E()?NextPartitionKey=1&NextRowKey=2",
  ])
    assert.equal(meant(written), null, written);
});

test("what was written is named", () => {
  assert.equal(bareCondition("GET /E()?$top=1&Age=1&RowKey='2'", 1, PROPERTIES)?.written, "Age=1");
});
