import assert from "node:assert/strict";
import { test } from "node:test";
import { clientsOf } from "./clients.ts";

test("clients are named once, in the order of their first request", () => {
  const text = "### a\n# @client Ben\nGET x\n\n### b\n// @client ann\nGET x\n### c\n  # @client Ben\nGET x\n";
  assert.deepEqual(clientsOf(text), ["Ben", "ann"]);
});

test("a body or a title that speaks of clients names none", () => {
  assert.deepEqual(clientsOf('### the @client Ann\nPOST x\n\n{ "a": "# @client" }\n'), []);
});
