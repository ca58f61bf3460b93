import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale } from "./explain.ts";

test("a point query costs the same in any table, a scan grows", () => {
  assert.deepEqual(atScale("point", { read: 1, returned: 1 }, 1000), { read: 1, returned: 1, pages: 1 });
  assert.deepEqual(atScale("partitionScan", { read: 201, returned: 7 }, 1000), {
    read: 201_000,
    returned: 7000,
    pages: 7,
  });
});
