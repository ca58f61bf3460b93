import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./repairs.ts";

test("a letter that is missing, added or changed is forgiven", () => {
  assert.deepEqual(
    ["Employes", "Employeess", "Emplozees", "employees"].map((w) => nearest(w, ["Orders", "Employees"])),
    Array(4).fill("Employees"),
  );
});

test("another word is another word", () => {
  assert.deepEqual([nearest("Customers", ["Orders", "Employees"]), nearest("X", [])], [null, null]);
});
