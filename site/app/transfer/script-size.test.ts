import assert from "node:assert/strict";
import { test } from "node:test";
import { readTable } from "./read-table.ts";
import { MAX_SCRIPT, SAMPLE, scriptSize } from "./script-size.ts";
import { writeTable } from "./write-table.ts";

const rows = (n: number) =>
  readTable(`[${Array.from({ length: n }, (_, i) => `{"PartitionKey":"ü","RowKey":"${1000 + i}"}`).join()}]`);

test("the script of a small table is measured", () => {
  const text = writeTable("http", "Shop", rows(3)).join("");
  assert.equal(scriptSize("Shop", rows(3), 3), new TextEncoder().encode(text).length);
});

test("that of a large table is estimated, and a sample of it is already too large", () => {
  const size = scriptSize("Shop", rows(SAMPLE), 10 * SAMPLE);
  const exact = new TextEncoder().encode(writeTable("http", "Shop", rows(10 * SAMPLE)).join("")).length;
  assert.equal(Math.abs(size - exact) < exact / 50, true, `${size} of ${exact}`);
  const least = readTable(`[${Array(SAMPLE).fill('{"PartitionKey":"","RowKey":""}').join()}]`);
  assert.equal(scriptSize("Abc", least, SAMPLE) > MAX_SCRIPT, true);
});
