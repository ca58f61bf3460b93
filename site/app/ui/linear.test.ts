// What is linear passes, and what searches the rest of a text for each sign does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notLinear } from "./linear.ts";

/** Searches from each place for what never comes, as a reader once did, and four times: such a search is fast. */
function searches(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++)
    for (const end of ["-->", "]]>", "*/", "%>"]) if (text.indexOf(end, at) >= 0) found++;
  return found;
}

test("a reader that searches the rest for each sign is not linear", async () => {
  assert.equal((await notLinear(searches, [], ["a", "x "])).length, 2);
});

test("a reader that goes on from where it is, is linear", async () => {
  assert.deepEqual(await notLinear((text) => text.split(",").join(";").toUpperCase(), [["a,", ",b"]]), []);
});
