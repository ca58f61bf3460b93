import assert from "node:assert/strict";
import { test } from "node:test";
import { noRows, takeRows } from "./share-rows.ts";

const rows = (n: number, size = 10) =>
  Array.from({ length: n }, (_, i) => ({
    partition: "p",
    row: String(i),
    json: `{"n":${i},"x":"${"x".repeat(size)}"}`,
  }));

test("a table that fits is carried whole, without what was there before", () => {
  const part = noRows(true);
  takeRows(part, "Orders", { rows: rows(5), all: 5 }, { rows: rows(2), all: 2 });
  assert.deepEqual([part.rows, part.of, part.whole, part.cut], [3, 5, 3, false]);
});

test("a table without rows is carried by its name", () => {
  const part = noRows(false);
  takeRows(part, "Orders", { rows: [], all: 0 }, null);
  assert.deepEqual([part.text, part.rows], ['{"table":"Orders"}\n', 0]);
});

test("of what is too much a part is carried, which knows of how much", () => {
  const long = noRows(false);
  takeRows(long, "Orders", { rows: rows(500, 1000), all: 500 }, null);
  assert.deepEqual([long.rows < 500, long.whole, long.cut], [true, 500, true]);
  const many = noRows(false);
  takeRows(many, "Orders", { rows: rows(2000), all: 4003 }, null);
  assert.deepEqual([many.rows, many.whole, many.cut], [2000, 4003, true]);
});
