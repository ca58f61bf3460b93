import assert from "node:assert/strict";
import { test } from "node:test";
import { brief } from "./brief.ts";

const keys = Array.from({ length: 1_000 }, (_, i) => `Sales/${i}`);

test("of a thousand keys the first are shown, and how many follow", () => {
  assert.equal(
    brief(JSON.stringify(keys)),
    '["Sales/0","Sales/1","Sales/2","Sales/3","Sales/4","Sales/5","Sales/6","Sales/7",…] and 992 more',
  );
  assert.equal(brief(keys.join()), `${keys.slice(0, 8).join(", ")} and 992 more`);
});

test("items that are long are fewer, and a text that is no list is cut", () => {
  const rows = keys.map((RowKey) => ({ RowKey, Text: "x".repeat(180) }));
  assert.equal(brief(JSON.stringify(rows)).length < 600, true);
  assert.match(brief(JSON.stringify(rows)), / and 999 more$/);
  assert.equal(brief("y".repeat(10_000)).length < 400, true);
});

test("what is short stays as it is", () => {
  for (const value of ["", "3", "200", '["a","b"]', "a,b", "Sales, North", '"one, two"', keys.slice(0, 12).join()])
    assert.equal(brief(value), value);
});
