import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, columnsOf, entitiesOf, propertyOf, shortened } from "./entities.ts";

test("a query answers with a list, a point read with one entity", () => {
  assert.deepEqual(entitiesOf('{"value":[{"RowKey":"1"},{"RowKey":"2"}]}')?.length, 2);
  assert.deepEqual(entitiesOf('{"RowKey":"1"}'), [{ RowKey: "1" }]);
});

test("an error, text and XML are no entities", () => {
  assert.deepEqual(['{"odata.error":{"code":"X"}}', "", "<a/>", "[1]", "3"].map(entitiesOf), [
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("keys come first, the Timestamp last, annotations never", () => {
  const { names } = columnsOf([
    {
      "odata.etag": "x",
      "Timestamp": "t",
      "Age": 3,
      "RowKey": "r",
      "PartitionKey": "p",
      "Hired@odata.type": "Edm.DateTime",
      "Hired": "h",
    },
  ]);
  assert.deepEqual(names, ["PartitionKey", "RowKey", "Age", "Hired", "Timestamp"]);
});

test("a column of numbers is numeric, also when a type says so", () => {
  const { numeric } = columnsOf([
    { RowKey: "1", Age: 3, Big: "9", "Big@odata.type": "Edm.Int64", Name: "x" },
    { RowKey: "2", Age: null },
  ]);
  assert.deepEqual([...numeric], ["Age", "Big"]);
});

test("text is shown as it is, everything else as JSON", () => {
  assert.deepEqual(["a b", 3, true, null, undefined].map(cellText), ["a b", "3", "true", "null", ""]);
});

test("a long value is cut and tells its length", () => {
  assert.equal(shortened("x".repeat(500)), "x".repeat(500));
  assert.equal(shortened(`"${"x".repeat(27_500)}"`), `"${"x".repeat(99)}… 27,500 characters`);
});

// D13
test("a property may have any name that objects inherit, and be missing", () => {
  const names = ["toString", "constructor", "__proto__", "valueOf", "hasOwnProperty"];
  for (const name of names) {
    const entities =
      entitiesOf(`{"value":[{"PartitionKey":"p","RowKey":"1","${name}":7},{"PartitionKey":"p","RowKey":"2"}]}`) ?? [];
    assert.deepEqual(
      entities.map((e) => cellText(propertyOf(e, name))),
      ["7", ""],
      name,
    );
    const { names: columns, numeric } = columnsOf(entities);
    assert.deepEqual([columns, [...numeric]], [["PartitionKey", "RowKey", name], [name]], name);
  }
});
