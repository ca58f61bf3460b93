// What is assumed while a sheet has a mistake.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Control } from "../engine/control.ts";
import type { SheetMessage } from "../engine/types.ts";
import { SheetReader } from "./reader.ts";

test("a question with a mistake is shown no budget of what it was before", async () => {
  const budgets = [0, 1].map((i) => ({ path: `/asks/${i}/budget`, value: `roundtrips <= ${i + 1}` }));
  const wrong: Partial<SheetMessage> = { path: "/asks/0", note: false };
  const note: Partial<SheetMessage> = { path: "/asks/1", note: true };
  const control = {
    sheet: (text: string) =>
      Promise.resolve(
        text === "right" ? { messages: [], assumptions: budgets } : { messages: [wrong, note], assumptions: [] },
      ),
  } as unknown as Control;
  const reader = new SheetReader(control, () => undefined, {
    fetch: () => Promise.reject(new Error("not asked")),
    stop: () => undefined,
  });
  reader.judges = false;
  await reader.now("right");
  assert.equal(reader.said.assumptions.length, 2);
  await reader.now("wrong");
  assert.deepEqual(
    reader.said.assumptions.map((a) => a.path),
    ["/asks/1/budget"],
  );
});
