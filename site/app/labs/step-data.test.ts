import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST, step, touch } from "./fixture.ts";
import { dataAfter } from "./step-data.ts";

const brief = (n: number, steps = LOST) =>
  dataAfter(steps, n).map((d) => [
    d.there,
    d.version,
    d.now,
    d.properties.map((p) => `${p.name}=${p.value}${p.now ? "!" : ""}`).join(),
  ]);

test("before the first write the data are as the lanes found them", () => {
  assert.deepEqual(brief(0), [[true, 1, false, "Left=10"]]);
  assert.deepEqual(brief(2), [[true, 1, false, "Left=10"]]);
});

test("a write shows its value and its version, and what it has changed", () => {
  assert.deepEqual(brief(3), [[true, 2, true, "Left=9!"]]);
  assert.deepEqual(brief(4), [[true, 3, true, "Left=9"]]);
});

test("an insert brings its place, a delete takes it away", () => {
  const after = { PartitionKey: "show", RowKey: "friday", Show: "x" };
  const steps = [
    step(1, "Ann"),
    step(2, "Ann", { writes: [touch("insert", 1, null, after)] }),
    step(3, "Ann", { writes: [touch("delete", 0, after, null)] }),
  ];
  assert.deepEqual(brief(1, steps), [[false, 0, false, ""]]);
  assert.deepEqual(brief(2, steps), [[true, 1, true, "Show=x!"]]);
  assert.deepEqual(brief(3, steps), [[false, 0, true, ""]]);
});
