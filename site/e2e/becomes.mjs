// Asserts of what a page shows in the end. Asked once, right after a key or a click, a page is often asked too early.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { PATIENCE } from "./browser.mjs";

/**
 * Waits until what a page does after a pause has begun, for something that must not happen then. The timers of a page
 * fire in the order in which they are due, so nothing is looked at too early, however slow the machine is.
 */
export const afterPauses = (page) => page.evaluate(() => new Promise((later) => setTimeout(later, 1000)));

/** Asks until the answer equals what is wanted, or matches it, and fails with the last answer. */
export async function becomes(ask, wanted, message) {
  const right = (got) => (wanted instanceof RegExp ? wanted.test(got) : isDeepStrictEqual(got, wanted));
  const end = Date.now() + PATIENCE;
  let got = await ask();
  while (!right(got) && Date.now() < end) {
    await new Promise((later) => setTimeout(later, 50));
    got = await ask();
  }
  if (wanted instanceof RegExp) assert.match(got, wanted, message);
  else assert.deepEqual(got, wanted, message);
}
