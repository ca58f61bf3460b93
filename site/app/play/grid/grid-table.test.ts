import assert from "node:assert/strict";
import { test } from "node:test";
import { sameEnds } from "./grid-table.ts";

test("a value that is changed keeps its line ends", () => {
  assert.equal(sameEnds("a\nb!", "a\r\nb"), "a\r\nb!");
  assert.equal(sameEnds("a\nb!", "a\nb"), "a\nb!");
  assert.equal(sameEnds("a\nb!", "a\rb"), "a\rb!");
});
