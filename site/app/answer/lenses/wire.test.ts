import assert from "node:assert/strict";
import { test } from "node:test";
import { cut } from "./wire.ts";

test("a long body is cut, and says how many characters are missing", () => {
  assert.equal(cut("abc", 3), "abc");
  assert.equal(cut("abcde", 3), "abc\n… 2 more characters are not shown");
});

test("a body is not cut within a character", () => {
  assert.equal(cut("ab😀d", 3), "ab\n… 3 more characters are not shown");
  assert.equal(cut("ab😀d", 4), "ab😀\n… 1 more character is not shown");
});
