import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, emptyDraft } from "./draft.ts";
import { lackOf } from "./lack.ts";

test("a sheet lacks kinds, then questions, then a design", () => {
  const lines = [
    "# @sheet x",
    "# @entity user, 400",
    "# @ask one, 4/s, user by id",
    "### A\n# @keys {id} | | Users | of user",
  ];
  assert.equal(lackOf(emptyDraft("x")), "kinds");
  assert.deepEqual(
    lines.map((_, i) => lackOf(draftOf(lines.slice(0, i + 1).join("\n")))),
    ["kinds", "asks", "designs", null],
  );
});
