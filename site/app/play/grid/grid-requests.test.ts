import assert from "node:assert/strict";
import { test } from "node:test";
import {
  address,
  deleteRows,
  dropProperty,
  insertCopy,
  moveRow,
  setProperty,
  typedOf,
  typeOf,
} from "./grid-requests.ts";

const e = {
  PartitionKey: "Sales",
  RowKey: "1",
  Timestamp: "2026-01-05T08:00:00.0000001Z",
  Age: 53,
  Pay: 20,
  "Pay@odata.type": "Edm.Double",
  Big: "5",
  "Big@odata.type": "Edm.Int64",
  Name: "{{x}}",
};
const p = { table: "Staff", partition: "Sales", row: "1" };

test("a changed cell is a MERGE of one property with the ETag of the row (row 44)", () => {
  assert.equal(
    setProperty("Age of 1", p, e, "Age", typedOf("54", "Int32")).text,
    `### Age of 1
MERGE {{table}}/Staff(PartitionKey='Sales',RowKey='1')
If-Match: W/"datetime'2026-01-05T08%3A00%3A00.0000001Z'"

{"Age": 54}
`,
  );
});

test("the type of a property is kept, also where JSON does not tell it", () => {
  assert.deepEqual(
    ["Age", "Pay", "Big", "Name", "Timestamp", "none"].map((name) => typeOf(e, name)),
    ["Int32", "Double", "Int64", "String", "DateTime", ""],
  );
  assert.match(
    setProperty("", p, e, "Pay", typedOf("21", "Double")).text,
    /\{"Pay": 21, "Pay@odata.type": "Edm.Double"\}/,
  );
  assert.match(
    setProperty("", p, e, "Big", typedOf("6", "Int64")).text,
    /\{"Big": "6", "Big@odata.type": "Edm.Int64"\}/,
  );
});

test("what is no value of a type is sent as it was typed, for the service to refuse", () => {
  assert.deepEqual(typedOf("many", "Int32"), { type: "Int32", value: "many" });
  assert.match(
    setProperty("", p, e, "Age", typedOf("many", "Int32")).text,
    /"Age": "many", "Age@odata.type": "Edm.Int32"/,
  );
  assert.deepEqual(typedOf("", "Double"), { type: "Double", value: "" });
  assert.deepEqual(typedOf("yes", "Boolean"), { type: "Boolean", value: "yes" });
});

test("a value that looks like a reference of a script is none", () => {
  assert.match(insertCopy("x", p, e).text, /"Name": "\\u007b\\u007bx\}\}"/);
  assert.equal(/\{\{secret/.test(setProperty("{{secret}}", p, e, "Age", typedOf("1", "Int32")).text), false);
});

test("a property is removed by a PUT of the others", () => {
  const { text } = dropProperty("t", p, e, "Pay");
  assert.match(text, /^PUT /m);
  assert.equal(/Pay/.test(text), false);
  assert.match(text, /"Age": 53, "Big": "5", "Big@odata.type": "Edm.Int64"/);
});

test("a new key in one partition is one transaction, in another partition two requests", () => {
  const same = moveRow("t", p, { ...p, row: "2" }, e);
  assert.equal(same.length, 1);
  assert.equal(same[0]?.text.match(/# @batch/g)?.length, 2);
  const other = moveRow("t", p, { ...p, partition: "HR" }, e);
  assert.deepEqual(
    other.map((x) => /^(POST|DELETE)/m.exec(x.text)?.[0]),
    ["POST", "DELETE"],
  );
});

test("a selection is deleted in transactions of 100 operations and one partition", () => {
  const rows = Array.from({ length: 205 }, (_, i) => ({ ...e, PartitionKey: i < 202 ? "a" : "b", RowKey: String(i) }));
  assert.deepEqual(
    deleteRows("t", "Staff", rows).map((x) => x.operations),
    [100, 100, 2, 3],
  );
  assert.equal(deleteRows("t", "Staff", rows.slice(0, 1))[0]?.text.includes("@batch"), false);
});

test("any key can be addressed", () => {
  assert.equal(
    address({ table: "T", partition: "O'Neil & Sons/{{x}}", row: "a b(c)%ü" }),
    "/T(PartitionKey='O''Neil%20%26%20Sons%2F%7B%7Bx%7D%7D',RowKey='a%20b%28c%29%25%C3%BC')".replaceAll("''", "''"),
  );
});
