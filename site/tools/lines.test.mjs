// Every line of a source can be read without scrolling to the side. The formatter breaks code, but no templates,
// comments or literals. And no test waits for what is always true.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { read } from "./sources.mjs";

const WIDTH = 120;
const FOLDERS = ["app", "bench", "e2e", "sdk", "tools"];
const ALL_BUT = /(^|\/)(node_modules|testdata)\/|^app\/engine\/types\.ts$/; // data; generated

/** Data and names of tests: they may be longer where a literal has no place to break it. */
const ofTest = (name) => /\.test\.m?[jt]s$|^(bench|e2e)\//.test(name);
const LITERAL = /["'`/].{60}/;

/** The lines of a text that are too long, by their numbers. */
function tooLong(name, text) {
  const long = text.split("\n").map((line, i) => [i + 1, line]);
  return long.filter(([, line]) => [...line].length > WIDTH && !(ofTest(name) && LITERAL.test(line)));
}

test(`no line is longer than ${WIDTH} columns`, () => {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => /\.(css|m?[jt]s)$/.test(name) && !ALL_BUT.test(name)),
  );
  assert.ok(names.length > 500, `${names.length} files were found`);
  assert.deepEqual(
    names.flatMap((name) => tooLong(name, read(name)).map(([n]) => `${name}:${n}`)),
    [],
  );
});

test("a line that is too long is found; in a test its literal may be", () => {
  const code = `const ${"a".repeat(120)} = 1;`;
  const literal = `  "${"a".repeat(120)}",`;
  assert.deepEqual(tooLong("app/a.ts", `\n${code}\n${"b".repeat(WIDTH)}`), [[2, code]]);
  assert.deepEqual(tooLong("app/a.ts", literal), [[1, literal]]);
  assert.deepEqual(tooLong("app/a.test.ts", literal), []);
  assert.deepEqual(tooLong("app/a.test.ts", code), [[1, code]]);
});

test("no browser test waits for the answer of an async function: its promise is a yes", () => {
  const names = readdirSync(new URL("../e2e", import.meta.url)).filter((name) => name.endsWith(".mjs"));
  const asked = /\.waitForFunction\(\s*async\b/;
  assert.match("page.waitForFunction(\n    async () => {", asked);
  assert.deepEqual(
    names.filter((name) => asked.test(read(`e2e/${name}`))),
    [],
  );
});
