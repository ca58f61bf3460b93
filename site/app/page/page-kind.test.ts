import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf } from "./page-kind.ts";

test("a find says what kind of page it is, and a step of which lesson", () => {
  const lesson = (path: string) => (path === "learn/sorting/" ? "Sorting" : "");
  const kinds = [
    "learn/sorting/",
    "learn/sorting/3/",
    "learn/gone/3/",
    "patterns/log-tail/",
    "cases/chat/",
    "help/urls/",
  ];
  assert.deepEqual(
    kinds.map((path) => kindOf(path, lesson)),
    ["lesson", "step 3 of Sorting", "lesson", "pattern card", "case", "help"],
  );
  assert.deepEqual(
    ["", "learn/", "patterns/", "glossary/", "play/"].map((path) => kindOf(path, lesson)),
    ["", "", "", "", ""],
  );
});
