import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entity } from "../engine/types.ts";
import { differences, firstDifference } from "./differences.ts";

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

test("two lists are compared item by item, whatever their length", () => {
  const rows = (n: number, at: number) => Array.from({ length: n }, (_, i) => `S/${i === at ? "x" : i}`).join(",");
  assert.deepEqual(firstDifference(rows(500, -1), rows(500, 400)), { item: 401, expected: "S/400", got: "S/x" });
  assert.deepEqual(firstDifference('["a","b"]', '["a"]'), { item: 2, expected: "b", got: null });
  assert.deepEqual(firstDifference("a/1", "a/1,a/2"), { item: 2, expected: null, got: "a/2" });
  assert.deepEqual(firstDifference("a/1,a/3", "a/1,a/2,a/3"), { item: 2, expected: "a/3", got: "a/2" });
});

test("of objects the first property is named, of a list of them the item as well", () => {
  const odd = { property: "B", expected: "2", got: "3" };
  assert.deepEqual(firstDifference('{"A":1,"B":2}', '{"odata.etag":"x","B":3,"A":1}'), odd);
  assert.deepEqual(firstDifference('[{"A":1},{"B":2}]', '[{"A":1},{"B":3}]'), { ...odd, item: 2 });
  assert.deepEqual(firstDifference('{"A":1}', '{"A":1,"C":"x"}'), { property: "C", expected: null, got: "x" });
});

test("of long texts the place is shown with what is around it; short ones are seen at once", () => {
  assert.equal(firstDifference("Berlin", "Bern"), null);
  const text = "0123456789".repeat(9);
  assert.deepEqual(firstDifference(text, `${text.slice(0, 50)}x`), {
    ...{ character: 51, expected: "…890123456789012345678901234567890123…", got: "…890123456789x" },
  });
  assert.deepEqual(firstDifference(text, `${text}0`)?.expected, null);
});

test("equal values do not differ, in whichever order their properties are", () => {
  for (const [a, b] of [
    ["a", "a"],
    ['{"A":1,"B":2}', '{"B":2,"A":1}'],
    ["[1.0,2]", "[1,2]"],
  ] as const)
    assert.equal(firstDifference(a, b), null);
});
