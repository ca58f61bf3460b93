import assert from "node:assert/strict";
import { test } from "node:test";
import { startersFor } from "./ways.ts";

const keys = (text: string) => startersFor(text).map((s) => s.key);

test("an empty script is offered all starters, in the order in which they work", () => {
  assert.deepEqual(keys(" \n"), ["starter.table", "starter.insert", "starter.ask"]);
});

test("a starter that the script holds is not offered again", () => {
  const [table] = startersFor("");
  assert.deepEqual(keys(`### Mine\n${table?.request}\n`), ["starter.insert", "starter.ask"]);
});

test("a script that began otherwise is offered none", () => {
  assert.deepEqual(keys("GET {{table}}/Employees()"), []);
});
