import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText, shift, shifted } from "../editor/script-editor.ts";
import type { Block } from "../engine/types.ts";
import { placeOf, placesOf, unitAt, unitOf, unitsOf } from "./units.ts";

const block = (index: number, firstLine: number, lastLine: number, batch = "", line = firstLine + 1): Block => ({
  index,
  title: `b${index}`,
  name: "",
  batch,
  client: "",
  line,
  from: 0,
  to: 0,
  firstLine,
  lastLine,
  method: "GET",
  checks: 0,
});

const blocks = [
  block(0, 1, 1, "", 0),
  block(1, 3, 5),
  block(2, 7, 9, "hire"),
  block(3, 11, 14, "hire"),
  block(4, 16, 18, "fire"),
  block(5, 20, 22),
];
const units = unitsOf(blocks);

test("requests of one transaction are one unit, text without a request is none", () => {
  assert.deepEqual(
    units.map((u) => [u.n, u.firstLine, u.lastLine, u.blocks.length]),
    [
      [1, 3, 5, 1],
      [2, 7, 14, 2],
      [3, 16, 18, 1],
      [4, 20, 22, 1],
    ],
  );
});

test("a result may stand below a block without a request, too", () => {
  assert.deepEqual(
    placesOf([block(0, 1, 2, "", 0), block(1, 3, 5), block(2, 7, 9, "", 0)]).map((u) => [u.n, u.firstLine]),
    [
      [0, 1],
      [1, 3],
      [-2, 7],
    ],
  );
});

test("a line belongs to the unit above it, the top to the first", () => {
  assert.deepEqual(
    [1, 4, 6, 10, 15, 99].map((line) => unitAt(units, line)?.n),
    [1, 1, 1, 2, 2, 4],
  );
});

test("every block of a transaction leads to its unit", () => {
  assert.deepEqual(
    [2, 3, 0].map((b) => unitOf(units, b)?.n),
    [2, 2, undefined],
  );
});

test("a shift is found where two texts begin to differ", () => {
  assert.deepEqual(shift("a\nb\nc", "a\nx\ny\nc"), [2, 1]);
  assert.deepEqual(shift("a\nb\nc", "a\nc"), [2, -1]);
});

test("a line keeps its place when text comes after its end, and goes when it is deleted", () => {
  const now = (line: number, before: string, after: string) => shifted(line, shift(before, after));
  const one = "###\nGET a\n";
  const two = "###\nGET b\n";
  assert.equal(now(2, one.trim(), `${one}\n${two}`), 2, "typed at the end");
  assert.equal(now(2, one + two, `${one}\n\n${two}`), 2, "typed between");
  assert.equal(now(4, one + two, `${one}${one}${two}`), 6, "a request that begins like it, above it");
  assert.equal(now(4, one + two, two), 2, "the one above is deleted");
  assert.equal(now(2, one + two, two), 0, "it is deleted itself");
});

test("quotes of phones become those of OData", () => {
  assert.equal(plainText("\u2018Sales\u2019 \u201Cx\u201D\u00A0y"), "'Sales' \"x\" y");
});

test("blocks are found where they are whole", () => {
  const added = "### One\nGET {{table}}/T()\n    ?$top=1";
  assert.equal(placeOf(added, `${added}\n`), 0);
  assert.equal(placeOf(added, `GET /a\n\n${added}\n\n### Next\nGET /b`), 8);
  assert.equal(placeOf(added, `${added}0\n`), -1);
  assert.equal(placeOf(added, `${added}\n    &$select=a`), -1);
  assert.equal(placeOf(added, `#${added}`), -1);
  assert.equal(placeOf(added, `${added}0\n\n${added}`), added.length + 3);
});
