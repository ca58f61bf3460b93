import assert from "node:assert/strict";
import { test } from "node:test";
import type { Control } from "../../engine/control.ts";
import { Rows } from "./grid-rows.ts";

test("rows are loaded in pages as they come into view, and no page twice", async () => {
  const asked: number[] = [];
  const control = {
    rows: async (_: string, skip: number, top: number) => {
      asked.push(skip);
      return { entities: Array.from({ length: top }, (_, i) => ({ RowKey: String(skip + i) })), more: true };
    },
  } as unknown as Control;
  const rows = new Rows(control, () => undefined);
  await rows.open("T", 100_000, null);
  rows.need(190, 230);
  rows.need(195, 235);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(asked, [0, 200]);
  assert.deepEqual(rows.row(201), { RowKey: "201" });
  assert.equal(rows.row(99_000), null);
  for (let i = 1000; i < 100_000; i += 1000) rows.need(i, i + 30);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(asked.slice(2), [99_000], "what was scrolled past is not asked for");
  assert.deepEqual(rows.row(99_000), { RowKey: "99000" });
});

test("the answer of a filter grows until its end", async () => {
  const rows = new Rows({} as Control, () => undefined);
  let n = 0;
  await rows.open("T", 9, async () => ({ entities: [{ RowKey: String(n) }], next: ++n < 3 ? n : null }));
  assert.equal(rows.count, 1);
  rows.need(0, 5);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await rows.next();
  await rows.next();
  assert.equal(rows.count, 3);
  assert.equal(rows.more, null);
});
