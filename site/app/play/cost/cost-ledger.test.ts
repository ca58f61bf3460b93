import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../../engine/run-script.ts";
import type { Exchange, Rec } from "../../engine/types.ts";
import { segments } from "./cost-ledger.ts";

test("segments of the ledger fill the bar; requests that read nothing have none", () => {
  const reading = (read: number): Exchange => ({
    ...brokenExchange(0, 1, ""),
    title: "q",
    record: { plan: { class: "tableScan" }, read } as Rec,
  });
  const list = segments([reading(100), brokenExchange(1, 2, ""), reading(300)]);
  assert.deepEqual(
    list.map((s) => [s.x, s.width, s.read]),
    [
      [0, 0.25, 100],
      [0.25, 0.75, 300],
    ],
  );
});
