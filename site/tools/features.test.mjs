// testdata/features.txt: what the playground promises, and the test of each promise.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { read } from "./sources.mjs";

// Rows of the table that are due: those of the playground that must or should be there.
const DUE = [...Array.from({ length: 62 }, (_, i) => i + 1), 85].filter((n) => ![12, 42, 58].includes(n));

const rows = read("testdata/features.txt")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [, number, what, file, name] = /^(\d+) +([^|]+?) \| (\S+)(?: \| (.+))?$/.exec(line) ?? [];
    return { line, number: Number(number), what, file, name };
  });

/** Tells whether a file has a test with this in its name, in either tier. */
function tests(file, name) {
  if (!existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)))) return false;
  const names = read(`../${file}`).match(/^\s*(?:(?:test|deep)\(\s*|func Test).*/gm) ?? [];
  return names.some((line) => line.includes(name));
}

test("every row that is due is listed once, in its order", () => {
  assert.deepEqual(
    rows.map((r) => r.number),
    DUE,
  );
});

test("every row names a test that exists, or is open", () => {
  const wrong = rows.filter((r) => r.file !== "open" && !(r.name && tests(r.file, r.name)));
  assert.deepEqual(
    wrong.map((r) => r.line),
    [],
  );
});
