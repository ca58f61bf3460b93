import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entity } from "../engine/types.ts";
import { AS_IT_CAME, arranged, sortedBy, turned } from "./arrange.ts";

const rows: Entity[] = [
  { RowKey: "1", Name: "Ann", Age: 9 },
  { RowKey: "2", Name: "Bob", Age: 10, Note: "annual" },
  { RowKey: "3", Name: "Cid" },
];
const keys = (list: readonly Entity[]) => list.map((e) => (e as { RowKey: string }).RowKey).join("");
const by = (name: string, down = false) => ({ ...AS_IT_CAME, sort: { name, down } });

test("rows are sorted by numbers as numbers, those without the property last", () => {
  assert.equal(keys(arranged(rows, by("Age"), ["Age"], true)), "123");
  assert.equal(keys(arranged(rows, by("Age", true), ["Age"], true)), "213");
  assert.equal(keys(arranged(rows, by("Name", true), ["Name"], false)), "321");
  assert.equal(keys(rows), "123");
});

test("an Int64 that no number can hold has its place", () => {
  const list = ["9223372036854775807", "9223372036854775806", "-5", "10"].map((N) => ({ N }));
  assert.deepEqual(
    sortedBy(list, { name: "N", down: false }, true).map((e) => (e as { N: string }).N),
    ["-5", "10", "9223372036854775806", "9223372036854775807"],
  );
});

test("a text is looked for in the columns that are shown", () => {
  const find = (names: string[]) => keys(arranged(rows, { ...AS_IT_CAME, find: " ANN " }, names, false));
  assert.equal(find(["Name", "Note"]), "12");
  assert.equal(find(["Name"]), "1");
  assert.equal(find(["RowKey"]), "");
});

test("the head of a column goes up, down, and back to how the rows came", () => {
  const up = turned(null, "Age");
  const down = turned(up, "Age");
  assert.deepEqual(
    [up, down, turned(down, "Age"), turned(down, "Name")],
    [{ name: "Age", down: false }, { name: "Age", down: true }, null, { name: "Name", down: false }],
  );
});
