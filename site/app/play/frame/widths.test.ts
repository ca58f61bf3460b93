import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, openAfter, shareAfter, widthsOf } from "./widths.ts";

test("arrow keys move the handle in steps of five percent, and stop at the ends", () => {
  assert.equal(shareAfter("ArrowRight", 56), 61);
  assert.equal(shareAfter("ArrowLeft", 56), 51);
  assert.equal(shareAfter("ArrowLeft", 56, true), 61);
  assert.equal(shareAfter("ArrowRight", 73), 75);
  assert.equal(shareAfter("Home", 56), 30);
  assert.equal(shareAfter("End", 56), 75);
  assert.equal(shareAfter("a", 56), null);
});

test("what is kept is read as far as it can be", () => {
  assert.deepEqual(widthsOf(null), { open: "both", medium: 50, wide: 56 });
  assert.deepEqual(widthsOf({ open: "panel", medium: 99, wide: "60" }), { open: "panel", medium: 75, wide: 56 });
  assert.deepEqual(widthsOf({ open: "toString", medium: Number.NaN, wide: 40.4 }), {
    open: "both",
    medium: 50,
    wide: 40,
  });
  assert.equal(fitting(3), 30);
});

test("a bracket gives room to its side, step by step", () => {
  assert.equal(openAfter("both", -1), "panel");
  assert.equal(openAfter("panel", 1), "both");
  assert.equal(openAfter("both", 1), "script");
  assert.equal(openAfter("script", 1), "script");
});
