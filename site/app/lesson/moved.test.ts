import assert from "node:assert/strict";
import { test } from "node:test";
import { movedNames, movedProgress, movesIn, placeAfter } from "./moved.ts";
import type { Progress, StepProgress } from "./progress.ts";

const ALL = movesIn(`# a comment -> of no effect
2026-11-29
keys/2 -> keys/1
keys/3 -> keys/2
old/1 -> keys/2
old/2 => keys/9
2026-12-01
keys/2 -> other/7
`);

const step = (s: 0 | 1, p: 0 | 1 = 0): StepProgress => ({ s, p, best: {}, seen: 0, d: "2026-11-01" });

test("moves of one day happen together, and those of the next day follow", () => {
  assert.deepEqual(
    ["keys/1", "keys/2", "keys/3", "old/1", "old/2", "else/1"].map((at) => placeAfter(at, ALL)),
    ["keys/1", "keys/1", "other/7", "other/7", "gone", "else/1"],
  );
});

test("progress moves with its steps, and where two became one the better counts", () => {
  const lessons = { "keys/3": step(1), "old/1": step(1, 1), "old/2": step(1), "else/1": step(0) };
  const p = movedProgress({ v: 1, lessons }, ALL);
  assert.deepEqual(p, { v: 1, moved: 2, lessons: { "other/7": step(1, 1), "else/1": step(0) } });
  assert.equal(movedProgress(p, ALL), p, "and does so once");
});

test("what has seen the first day moves by the second alone", () => {
  const p = movedProgress({ v: 1, moved: 1, lessons: { "keys/2": step(1), "keys/3": step(1) } }, ALL);
  assert.deepEqual(Object.keys(p.lessons), ["other/7", "keys/3"]);
});

test("the last place stays in its lesson, or is given up", () => {
  const at = (n: number): Progress => ({
    v: 1,
    lessons: {},
    last: { id: `keys/${n}`, path: `fr/learn/keys/${n}/index.html`, title: "Keys", n },
  });
  assert.deepEqual(movedProgress(at(2), ALL).last, {
    id: "keys/1",
    path: "fr/learn/keys/1/index.html",
    title: "Keys",
    n: 1,
  });
  assert.equal(movedProgress(at(3), ALL).last, undefined);
});

test("what is kept by an address moves to steps alone", () => {
  assert.deepEqual(movedNames(ALL), [
    ["keys/2", "keys/1"],
    ["keys/3", "other/7"],
    ["old/1", "other/7"],
  ]);
});
