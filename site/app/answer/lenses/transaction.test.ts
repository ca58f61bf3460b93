import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../../engine/run-script.ts";
import type { Op } from "../../engine/types.ts";
import { toHtml } from "../../ui/to-string.ts";
import { batchXray } from "./transaction.ts";

/** How many operations of a transaction are drawn, and how many lines stand for others. */
function drawn(n: number, failed: (i: number) => boolean): [shown: number, rests: number] {
  const ops = Array.from(
    { length: n },
    (_, i): Op => ({
      block: i,
      method: "POST",
      target: "T",
      key: { partition: "a", row: String(i) },
      status: 201,
      code: "",
      message: "",
      state: failed(i) ? "failed" : "done",
    }),
  );
  const html = toHtml(batchXray({ ...brokenExchange(0, 0, ""), ops }, { repair: null }));
  return [html.split(`class="bx-i"`).length - 1, html.split("<i></i><i></i>").length - 1];
}

test("twelve operations are all shown, of more the first five and the last", () => {
  assert.deepEqual(
    drawn(12, () => false),
    [12, 0],
  );
  assert.deepEqual(
    drawn(100, () => false),
    [6, 1],
  );
});

test("an operation that failed is shown wherever it stands", () => {
  assert.deepEqual(
    drawn(101, (i) => i === 50),
    [7, 2],
  );
  assert.deepEqual(
    drawn(101, (i) => i === 99),
    [7, 1],
  );
  assert.deepEqual(
    drawn(101, (i) => i === 2),
    [6, 1],
  );
});

test("of a transaction that is refused as a whole few operations are shown", () => {
  assert.deepEqual(
    drawn(100, () => true),
    [6, 1],
  );
});
