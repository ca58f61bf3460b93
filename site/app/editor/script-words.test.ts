import assert from "node:assert/strict";
import { test } from "node:test";
import { wordKeys } from "./script-words.ts";

const shown = (script: string) => wordKeys(script).map(([word]) => word);

test("the row begins with what the script refers to, its tables and the properties that it asks for", () => {
  const script = `@dept = Sales
### Who is it?
GET {{table}}/Employees()?$filter=PartitionKey eq '{{dept}}' and Age ge 60 and LastName eq 'Jones'`;
  assert.deepEqual(shown(script), [
    "{{table}}",
    "{{dept}}",
    "/Employees",
    "$filter=",
    "PartitionKey eq ''",
    "RowKey eq ''",
    "Age",
    "LastName",
  ]);
});

test("an empty script has the words that every request needs", () => {
  assert.deepEqual(shown(""), ["{{table}}", "$filter=", "PartitionKey eq ''", "RowKey eq ''"]);
});

test("of many names a few are keys", () => {
  const many = Array.from({ length: 50 }, (_, i) => `GET {{table}}/T${i}()?$filter=P${i} eq {{v${i}}}`).join("\n");
  assert.equal(shown(many).length, 4 + 3 + 3 + 3);
});
