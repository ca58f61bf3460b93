import assert from "node:assert/strict";
import { test } from "node:test";
import { certificateOf, sealed } from "./certificate.ts";

const made = sealed({ name: "Lea", day: "2026-11-29", moved: 1, steps: { "keys/1": "GET /", "keys/2": "PUT /" } });

test("a certificate is read as it was made, in whatever order its members are", () => {
  assert.deepEqual(certificateOf(JSON.stringify(made)), made);
  const steps = Object.fromEntries(Object.entries(made.steps).reverse());
  assert.deepEqual(certificateOf(JSON.stringify({ ...made, steps })), made);
});

test("one that was changed does not count", () => {
  const edits = [
    { name: "Mia" },
    { day: "2026-11-30" },
    { moved: 0 },
    { steps: { ...made.steps, "keys/3": "GET /" } },
    { steps: { ...made.steps, "keys/1": "GET / " } },
    { steps: { ...made.steps, "../x/1": "GET /" } },
    { steps: { ...made.steps, "keys/1": 7 } },
    { seal: "" },
    { seal: undefined },
  ];
  for (const edit of edits)
    assert.equal(certificateOf(JSON.stringify({ ...made, ...edit })), "changed", JSON.stringify(edit));
});

test("what is none is told apart from it", () => {
  for (const text of ["", "{}", "null", '{"v":1,"lessons":{}}', JSON.stringify({ ...made, steps: {} })])
    assert.equal(certificateOf(text), "none", text);
});
