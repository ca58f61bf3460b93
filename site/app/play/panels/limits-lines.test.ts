import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, Extremes } from "../../engine/types.ts";
import { linesOf } from "./limits-lines.ts";

const at = (n: number, row: string) => ({ n, key: { partition: "p", row } });
const table = (name: string, n: number): Extremes => ({
  name,
  entity: at(n, "e"),
  key: at(2, "k"),
  value: at(3, "v"),
  properties: at(4, "x"),
});

test("each limit is told with what comes nearest to it, in all tables and in the last run", () => {
  const exchanges = [
    { ops: [1, 2, 3], record: { bytesIn: 700, returned: 0, pages: 0, plan: null } },
    { ops: [], record: { bytesIn: 0, returned: 1500, pages: 2, plan: {} } },
    { ops: [], record: null },
  ] as unknown as Exchange[];
  const lines = linesOf([table("A", 10), table("B", 90)], exchanges);
  assert.deepEqual(
    lines.map((l) => [l.name, l.n, l.table]),
    [
      ["limits.entity", 90, "B"],
      ["limits.properties", 4, "A"],
      ["limits.value", 3, "A"],
      ["limits.key", 2, "A"],
      ["limits.operations", 3, ""],
      ["limits.body", 700, ""],
      ["limits.page", 750, ""],
    ],
  );
  assert.deepEqual(
    linesOf([], []).map((l) => l.n),
    [0, 0, 0, 0, 0, 0, 0],
  );
});
