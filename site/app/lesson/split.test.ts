import assert from "node:assert/strict";
import { test } from "node:test";
import { LEAST, MOST, shareAfter, sharesOf } from "./split.ts";

test("what was kept is taken if it can be, else the usual", () => {
  const usual = sharesOf(undefined);
  assert.deepEqual(sharesOf({ narrow: 60, wide: 30.4 }), { narrow: 60, wide: 30 });
  assert.deepEqual(sharesOf({ narrow: "60", wide: Number.NaN }), usual);
  assert.deepEqual(sharesOf({ narrow: 2, wide: 99 }), { narrow: LEAST, wide: MOST });
  assert.deepEqual(sharesOf("nonsense"), usual);
});

test("keys move the handle, and not over the ends", () => {
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].map((key) => shareAfter(key, 50)),
    [45, 55, LEAST, MOST, null],
  );
  assert.deepEqual([shareAfter("ArrowLeft", LEAST), shareAfter("ArrowRight", MOST)], [LEAST, MOST]);
});
