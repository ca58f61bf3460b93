// What is linear passes, and what searches the rest of a text again and again does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notLinear } from "./linear.ts";

/** Searches from many places for the sign there before what never comes. */
function searches(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at += 64) if (text.indexOf(`${text[at]}\u0001`, at) >= 0) found++;
  return found;
}

test("a reader that searches the rest again and again is not linear", async () => {
  assert.equal((await notLinear(searches, [], ["a", "x "])).length, 2);
});

test("a reader that goes on from where it is, is linear", async () => {
  assert.deepEqual(await notLinear((text) => text.split(",").join(";").toUpperCase(), [["a,", ",b"]]), []);
});
