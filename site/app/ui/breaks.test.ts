import assert from "node:assert/strict";
import { test } from "node:test";
import { breakable, cutBehind } from "./breaks.ts";
import { toHtml } from "./to-string.ts";

test("a list of keys breaks behind its commas, a key behind its slash", () => {
  assert.deepEqual(cutBehind('["000009_2010","000009_2011"]', ","), ['["000009_2010",', '"000009_2011"]']);
  assert.deepEqual(cutBehind("Log/log_20261122", "/_"), ["Log/", "log_", "20261122"]);
  assert.deepEqual([cutBehind("", ","), cutBehind("a,,b", ",")], [[], ["a,,", "b"]]);
});

test("the text is what it was, and nothing in it is read as HTML", () => {
  assert.equal(toHtml(breakable("a,<b>", ",")), "a,<wbr>&lt;b&gt;");
});
