import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, dayAfter, dueOn, type Mistake, mistakesOf, note } from "./review.ts";

const made = (id: string, failed: string, day = "2026-11-29"): Omit<Mistake, "due" | "gap"> => ({
  id,
  lesson: "Keys",
  step: "One row",
  script: "GET {{table}}/People()",
  failed,
  why: "The whole table is read.",
  checks: ["A", "B"],
  day,
});

const noted = (...list: Omit<Mistake, "due" | "gap">[]): Mistake[] => list.reduce(note, [] as Mistake[]);

test("a mistake is asked about on the day after, and not before", () => {
  const list = noted(made("keys/1", "A"));
  assert.deepEqual([dueOn(list, "2026-11-29").length, dueOn(list, "2026-11-30").length], [0, 1]);
});

test("the same check that fails twice is one question", () => {
  assert.equal(noted(made("keys/1", "A"), made("keys/1", "B"), made("keys/1", "A")).length, 2);
});

test("three questions a day, of different steps first", () => {
  const list = noted(made("a/1", "A"), made("a/1", "B"), made("a/2", "A"), made("a/3", "A"), made("a/4", "A"));
  assert.deepEqual(
    dueOn(list, "2026-11-30").map((m) => `${m.id} ${m.failed}`),
    ["a/1 A", "a/2 A", "a/3 A"],
  );
});

test("right answers make the pauses longer until nothing is asked, a wrong one begins again", () => {
  let list = noted(made("a/1", "A"));
  const days: string[] = [];
  for (let day = "2026-11-30"; list[0]; ) {
    days.push(day);
    list = answered(list, list[0], true, day);
    day = list[0]?.due ?? day;
  }
  assert.deepEqual(days, ["2026-11-30", "2026-12-03", "2026-12-12", "2027-01-08"]);
  const [wrong] = answered(noted(made("a/1", "A")), noted(made("a/1", "A"))[0] as Mistake, false, "2026-11-30");
  assert.deepEqual([wrong?.due, wrong?.gap], ["2026-11-30", 1], "another object changes nothing");
  const one = noted(made("a/1", "A"));
  assert.equal(answered(one, one[0] as Mistake, false, "2026-12-05")[0]?.due, "2026-12-06");
});

test("what cannot be asked about is not noted", () => {
  assert.deepEqual(
    noted({ ...made("a/1", "A"), checks: ["A"] }, { ...made("a/2", "A"), script: "x".repeat(9999) }),
    [],
  );
});

test("a list that makes no sense is left out", () => {
  const good = noted(made("a/1", "A"));
  const bad = [null, 7, {}, { ...good[0], id: "../x" }, { ...good[0], due: "soon" }, { ...good[0], gap: 0 }];
  assert.deepEqual(mistakesOf([...bad, ...good]), good);
  assert.deepEqual(mistakesOf({ length: 1 }), []);
});

test("days end with their month", () => {
  assert.deepEqual([dayAfter("2026-11-30", 1), dayAfter("2028-02-28", 1)], ["2026-12-01", "2028-02-29"]);
});
