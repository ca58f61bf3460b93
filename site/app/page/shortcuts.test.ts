import assert from "node:assert/strict";
import { test } from "node:test";
import { typedWith } from "./shortcuts.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
const after = (text: string, key: string, more = {}) => typedWith(text, { ...none, key, ...more });

test("letters are kept in their order, and Backspace takes the last one", () => {
  assert.equal(after("lo", "g"), "log");
  assert.equal(after("log", " "), "log ");
  assert.equal(after("", "é"), "é");
  assert.equal(after("log", "Backspace"), "lo");
  assert.equal(after("", "Backspace"), "");
});

test("Enter keeps the text, Esc takes it back", () => {
  assert.equal(after("log", "Enter"), "log");
  assert.equal(after("log", "Escape"), null);
});

test("keys that write nothing, and shortcuts, go where they went before", () => {
  for (const key of ["Shift", "ArrowDown", "F6", "Tab"]) assert.equal(after("a", key), undefined);
  assert.equal(after("a", "k", { ctrlKey: true }), undefined);
  assert.equal(after("a", "k", { metaKey: true }), undefined);
  assert.equal(after("a", "n", { altKey: true }), undefined);
  assert.equal(after("a", "k", { isComposing: true }), undefined);
});
