import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, Judgement } from "../engine/types.ts";
import { isIdle, isOfLast, sides, subject, tells, unjudged, verdict } from "./check.ts";
import { comparePar, onAxis } from "./score.ts";

const checks = (...pass: boolean[]): Judgement => ({
  pass: pass.every(Boolean),
  checks: pass.map((p, i) => ({ title: `c${i}`, pass: p, feedback: "why", details: [] })),
});
const score = (yours: number, par = 1) => ({ name: "read", yours, par });

test("the verdict counts and names the first check that fails", () => {
  assert.equal(verdict(checks(true, false, false), []), "1 of 3 pass. Failing: c1.");
});

test("a run of some requests is not judged, and says how many ran", () => {
  assert.match(unjudged({ ran: 1, of: 2 }), /^1 of 2 requests ran\. /);
  assert.match(unjudged({ ran: 0, of: 1 }), /^Nothing was sent, /);
});

test("a script without a request is not judged, unless it is a design", () => {
  const of = (hidden: boolean, line: number) => ({ hidden, line }) as Exchange;
  assert.equal(isIdle([], "GET /A"), true);
  assert.equal(isIdle([of(true, 2), of(false, 0)], "GET /A"), true);
  assert.equal(isIdle([of(true, 2), of(false, 4)], "GET /A"), false);
  assert.equal(isIdle([of(false, 0)], "### Keys\n# @workload staff"), false);
  assert.match(unjudged({ ran: 0, of: 0 }), /^Your script sends no request/);
});

test("the verdict of a pass speaks of par", () => {
  assert.match(verdict(checks(true, true), [score(1)]), /^All 2 checks pass\. At par\.$/);
});

test("under par means that nothing is dearer", () => {
  assert.deepEqual(
    [comparePar([]), comparePar([score(1)]), comparePar([score(0)]), comparePar([score(0), score(2)])],
    ["none", "at", "under", "over"],
  );
});

test("the axis runs from 1 to 1,000", () => {
  assert.deepEqual(
    [0, 1, 10, 1000, 5000].map((n) => Number(onAxis(n).toFixed(2))),
    [0, 0, 0.33, 1, 1],
  );
});

const detail = (query: string, text: string) => ({
  line: 1,
  pass: false,
  sentences: [],
  query,
  text,
  expected: "rowRange",
  got: "partitionScan",
});

test("what a check measures is expected when it is compared with an answer of the learner", () => {
  assert.deepEqual(sides(detail("plan", "plan == {{given.response.body.F06}}")), ["partitionScan", "rowRange"]);
});

test("otherwise what the check says is expected, also when it takes it from the store", () => {
  assert.deepEqual(sides(detail("plan", "plan == rowRange")), ["rowRange", "partitionScan"]);
  assert.deepEqual(sides(detail("answer plan", "answer plan == {{right.response.body.F06}}")), [
    "rowRange",
    "partitionScan",
  ]);
});

test("a check that found nothing says so", () => {
  assert.deepEqual(sides({ ...detail("keys", "keys == Sales,1"), expected: "Sales,1", got: "" }), [
    "Sales,1",
    "nothing",
  ]);
});

test("what a check looks at is named as the learner knows it, not by its path in an answer that nobody sees", () => {
  for (const [query, text, named] of [
    ["body value[0].Card", "body value[0].Card == {{mine.response.body.First}}", "First"],
    ["plan", "plan == {{given.response.body.F06}}", "F06"],
    ["body value[2].LastName", "body value[2].LastName == Cole", "LastName of row 3"],
    ["body value[*].RowKey", 'body value[*].RowKey == ["1"]', "RowKey of each row"],
    ["answer body value[0].Age", "answer body value[0].Age == {{right.response.body.Age}}", "Age of row 1"],
    ["body value[1]", "body value[1] exists", "row 2"],
    ["body Age", "body Age == 34", "Age"],
    ["answer read", "answer read <= 3", "read"],
    ["run keys", "run keys includes a", "keys"],
  ] as const)
    assert.equal(subject(detail(query, text)), named);
});

const SOURCE = `### The number
# @name mine
GET {{table}}/Answers(PartitionKey='me',RowKey='tail')

# ?? body Requests == 3
# ?? body Entities matches ^2,?500$
# ?? body First matches ^[A-E]$

### The first card
GET {{table}}/Cards()

# ?? body value[0].Card == {{mine.response.body.First}}

### The ETags
# ?? run conditions matches W/
# ?? answer read <= 1
`;

test("a check tells neither a pattern nor the answer that is to be handed in", () => {
  const asked = (text: string, expected: string, got: string) => {
    const line = SOURCE.split("\n").indexOf(`# ?? ${text}`) + 1;
    assert.equal(line > 0, true, text);
    return tells({ ...detail(text.split(" ").slice(0, 2).join(" "), text), line, expected, got }, SOURCE);
  };
  assert.equal(asked("body Requests == 3", "3", "1"), "nothing");
  assert.equal(asked("body Requests == 3", "3", "three"), "number");
  assert.equal(asked("body Entities matches ^2,?500$", "^2,?500$", "?"), "number");
  assert.equal(asked("body First matches ^[A-E]$", "^[A-E]$", "c"), "nothing");
  assert.equal(asked("body value[0].Card == {{mine.response.body.First}}", "A", "C"), "nothing");
  assert.equal(asked("run conditions matches W/", "W/", ""), "nothing");
  assert.equal(asked("answer read <= 1", "<= 1", "1004"), "value");
});

test("a check that finds no answer to its request looks at the last one, and says so", () => {
  const source = `### Mark
# @answer keys == Engineering/000215
# ?? answer keys == Engineering/000215
# ?? answer read <= 1

### Once more
# @answer keys == Sales/1
# @run learner
# ?? keys == Sales/1
`;
  const of = (text: string, line: number) => isOfLast({ ...detail("answer keys", text), line }, source);
  assert.equal(of("answer keys == Engineering/000215", 3), true);
  assert.equal(of("answer read <= 1", 4), false);
  assert.equal(of("keys == Sales/1", 9), true);
  assert.equal(of("keys == Sales/1", 3), false);
});
