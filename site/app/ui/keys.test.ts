import assert from "node:assert/strict";
import { test } from "node:test";
import { isMac, keyName } from "./keys.ts";

test("on Linux and Windows keys have their words", () => {
  assert.deepEqual(
    ["Mod+Enter", "Mod+Shift+Enter", "Alt+Shift+Enter", "Mod+/", "F8", "?", "Ctrl+Space"].map((k) => keyName(k, false)),
    ["Ctrl+Enter", "Ctrl+Shift+Enter", "Alt+Shift+Enter", "Ctrl+/", "F8", "?", "Ctrl+Space"],
  );
});

test("on a Mac they have signs, and modifiers stand in the order of its menus", () => {
  assert.deepEqual(
    ["Mod+Enter", "Mod+Shift+Enter", "Alt+Shift+Enter", "Mod+/", "F8", "?", "Ctrl+Space"].map((k) => keyName(k, true)),
    ["⌘↩", "⇧⌘↩", "⌥⇧↩", "⌘/", "F8", "?", "⌃Space"],
  );
});

test("a plus is a key, too", () => {
  assert.deepEqual([keyName("Mod++", false), keyName("Mod++", true)], ["Ctrl++", "⌘+"]);
});

test("a Mac is known by the name of its platform", () => {
  assert.deepEqual(["MacIntel", "iPhone", "iPad", "Linux x86_64", "Win32", ""].map(isMac), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
