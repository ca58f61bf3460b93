import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "./menu.ts";

test("lines of a menu that follow each other in one group are together", () => {
  const item = (word: string, group?: string) => ({ word, press: () => undefined, ...(group ? { group } : {}) });
  const groups = grouped([item("a", "x"), item("b", "x"), item("c", "y"), item("d"), item("e")]);
  assert.deepEqual(
    groups.map((items) => items.map((i) => i.word).join("")),
    ["ab", "c", "de"],
  );
});
