// The dialog behind "?" and the page /help/ list the same shortcuts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the help page has every shortcut of the dialog, and no other", () => {
  const lines = [...read("site/app/page/help.ts").matchAll(/^ +\["([^"]+)", "keys\.[^"]+"\],$/gm)];
  const dialog = new Set(lines.flatMap(([, keys]) => keys.split(" ")));
  const page = new Set([...read("content/help/en.md").matchAll(/`keys:([^`]+)`/g)].map(([, keys]) => keys));
  assert.ok(dialog.size > 20, `${dialog.size} shortcuts were found`);
  assert.deepEqual([...page].sort(), [...dialog].sort());
});
