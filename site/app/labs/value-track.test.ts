import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST, step, touch } from "./fixture.ts";
import { subjectOf, trackOf } from "./value-track.ts";

test("a run is about the place that is overwritten", () => {
  const place = subjectOf(LOST);
  assert.deepEqual([place?.store, place?.row], ["Box", "friday"]);
  assert.deepEqual(place && trackOf(LOST, place).map((s) => [s.from, s.to, s.version, s.value]), [
    [0, 2, 1, "Left 10"],
    [3, 3, 2, "Left 9"],
    [4, 4, 3, "Left 9"],
  ]);
});

test("without a loss it is about what several lanes write, if there is such a place", () => {
  const write = (n: number, lane: string) =>
    step(n, lane, { writes: [touch("merge", n + 1, { Left: n }, { Left: n + 1 })] });
  assert.equal(subjectOf([write(1, "Ann"), write(2, "Ben")])?.row, "friday");
  assert.equal(subjectOf([write(1, "Ann"), write(2, "Ann")]), null);
});
