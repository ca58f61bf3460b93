import assert from "node:assert/strict";
import { test } from "node:test";
import { isRows, rowsInScript } from "./watch-rows.ts";

test("lines of several cells and JSON are rows; prose and single words are not", () => {
  assert.deepEqual(["a,b\n1,2", "a\tb\r\n1\t2", '[{"a":1}]', '{"a":1}\n{"a":2}'].map(isRows), [true, true, true, true]);
  assert.deepEqual(["", "word", "a,b", "Dear all,\nsee you"].map(isRows), [false, false, false, false]);
});

test("among requests rows are neither a part of a script nor a body", () => {
  const csv = 'isbn,title\n978,"a, b"';
  const post = ["### Add", "POST {{table}}/Books", "", ""];
  assert.equal(rowsInScript(csv, []), true);
  assert.equal(rowsInScript(csv, post), true);
  assert.equal(rowsInScript('[{"a":1}]', ["GET {{table}}/Books()", ""]), true);
  assert.equal(rowsInScript('{"a":1}', post), false);
  assert.equal(rowsInScript('{"a":1}', [...post, "{}", "### Next"]), true);
  assert.equal(rowsInScript("### a,b\nGET {{table}}/A()?$select=a,b", []), false);
  assert.equal(rowsInScript("@a = 1,2\n@b = 2,3", []), false);
  assert.equal(rowsInScript("$select=a", []), false);
});
