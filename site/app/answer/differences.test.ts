import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entity } from "../engine/types.ts";
import { differences } from "./differences.ts";

const change = (before: Entity | null, after: Entity | null) =>
  differences({ kind: "merge", table: "T", key: { partition: "p", row: "r" }, before, after });

test("only what differs is listed", () => {
  assert.deepEqual(change({ RowKey: "r", Age: 3, Name: "A" }, { RowKey: "r", Age: 4, Name: "A" }), [
    { property: "Age", before: "3", after: "4" },
  ]);
});

test("an insert has no before, a delete no after", () => {
  assert.deepEqual(change(null, { PartitionKey: "p", Age: 3 }), [{ property: "Age", before: null, after: "3" }]);
  assert.deepEqual(change({ PartitionKey: "p", Age: 3 }, null), [{ property: "Age", before: "3", after: null }]);
});

test("the Timestamp comes last", () => {
  assert.deepEqual(
    change(null, { Timestamp: "t", Age: 3 }).map((d) => d.property),
    ["Age", "Timestamp"],
  );
});

test("a number and the same digits as text are different", () => {
  assert.deepEqual(change({ Age: 34 }, { Age: "34" }), [{ property: "Age", before: "34", after: '"34"' }]);
});

test("a value with a type of its own needs no quotes", () => {
  assert.deepEqual(change(null, { "Id@odata.type": "Edm.Guid", "Id": "c9da" }), [
    { property: "Id", before: null, after: "c9da" },
  ]);
});

// D13
test("a property with an inherited name is new when it is new, and gone when it is gone", () => {
  for (const name of ["toString", "constructor", "__proto__", "valueOf", "hasOwnProperty"]) {
    const having = JSON.parse(`{"RowKey":"r","${name}":"y"}`) as Entity;
    assert.deepEqual(change({ RowKey: "r" }, having), [{ property: name, before: null, after: '"y"' }]);
    assert.deepEqual(change(having, { RowKey: "r" }), [{ property: name, before: '"y"', after: null }]);
  }
});
