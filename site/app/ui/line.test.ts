import assert from "node:assert/strict";
import { test } from "node:test";
import { spares } from "./line.ts";

test("a slow line, and one that is paid by the megabyte, is spared", () => {
  for (const line of [{ saveData: true, effectiveType: "4g" }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])
    assert.equal(spares(line), true, JSON.stringify(line));
  assert.equal(spares({ type: "cellular", effectiveType: "4g" }), true);
  for (const line of [{}, { effectiveType: "3g" }, { saveData: false, type: "wifi", effectiveType: "4g" }])
    assert.equal(spares(line), false, JSON.stringify(line));
});
