import assert from "node:assert/strict";
import { test } from "node:test";
import { guid } from "./fill.ts";

test("a GUID is random, of version 4, and made without what only safe pages have", () => {
  const all = Array.from({ length: 200 }, guid);
  for (const one of all) assert.match(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(new Set(all).size, 200);
});
