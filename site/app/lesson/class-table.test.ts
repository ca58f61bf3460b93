import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, learnerOf, nameOf } from "./class-table.ts";
import type { Progress } from "./progress.ts";

const LESSONS = [
  { slug: "keys", path: "learn/keys/", title: "Keys", n: 1, steps: ["a", "b"] },
  { slug: "work", path: "learn/work/", title: "Work", n: 2, steps: ["c"] },
];
const p: Progress = {
  v: 1,
  lessons: {
    "keys/1": { s: 1, p: 1, best: {}, seen: 0, d: "2026-11-03" },
    "keys/2": { s: 1, p: 0, best: {}, seen: 1, d: "2026-11-05" },
    "keys/9": { s: 1, p: 1, best: {}, seen: 0, d: "2026-11-01" },
  },
};

test("a learner has the steps that the course has", () => {
  const lea = { name: "lea", solved: 2, par: 1, seen: 1, day: "2026-11-05", lessons: [2, 0] };
  assert.deepEqual(learnerOf("rowkey-progress-lea.json", p, LESSONS), lea);
});

test("files are named as their learners, and one without a name keeps its own", () => {
  assert.deepEqual(["Lea Roth.json", "rowkey-progress_lea.JSON", "rowkey-progress.json"].map(nameOf), [
    "Lea Roth",
    "lea",
    "rowkey-progress",
  ]);
});

test("a name is never a formula of a spreadsheet", () => {
  const of = (name: string) => csvOf(["name"], [{ ...learnerOf("x", p, []), name }]).split("\r\n")[1];
  assert.equal(of("=1+1"), "'=1+1,0,0,1,2026-11-05");
  assert.equal(of('a"b,c'), '"a""b,c",0,0,1,2026-11-05');
});
