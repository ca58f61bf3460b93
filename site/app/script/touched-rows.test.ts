import assert from "node:assert/strict";
import { test } from "node:test";
import { partOf, readOf, touchOf } from "./touched-rows.ts";

test("rows of a partition know what was done to them", () => {
  const part = { name: "Sales", n: 5, fold: 1, read: [1, 4] as [number, number], hits: [2] };
  const line = { table: "T", total: 5, parts: [part, { ...part, name: "many", fold: 3 }] };
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => touchOf(part, row)),
    ["none", "read", "returned", "read", "none"],
  );
  assert.deepEqual(
    [partOf(line, "T", "Sales")?.name, partOf(line, "U", "Sales"), partOf(line, "T", "many")],
    ["Sales", null, null],
  );
  assert.equal(readOf(part), 3);
});
