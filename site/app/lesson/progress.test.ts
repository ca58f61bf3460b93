import assert from "node:assert/strict";
import { test } from "node:test";
import { goOn, type Progress, parseProgress, progressOf, read, see, solve, stateOf, today, visit } from "./progress.ts";

const none: Progress = { v: 1, lessons: {} };
const par = { read: 1, transactions: 1 };

test("a step that passes is solved; at par it says so", () => {
  assert.equal(stateOf(solve(none, "keys/1", { read: 401, transactions: 1 }, par, "2026-11-20"), "keys/1"), "solved");
  assert.equal(stateOf(solve(none, "keys/1", { read: 1, transactions: 1 }, par, "2026-11-20"), "keys/1"), "par");
});

test("the best counters are kept, and par once reached", () => {
  const good = solve(none, "keys/1", { read: 1, transactions: 1 }, par, "2026-11-20");
  const worse = solve(good, "keys/1", { read: 9, transactions: 1 }, par, "2026-11-21");
  assert.deepEqual([worse.lessons["keys/1"]?.best, stateOf(worse, "keys/1")], [{ read: 1, transactions: 1 }, "par"]);
});

test("a solution that was opened today earns no par today, tomorrow it does", () => {
  const seen = see(none, "keys/1", "2026-11-20");
  const same = solve(seen, "keys/1", { read: 1, transactions: 1 }, par, "2026-11-20");
  assert.equal(stateOf(same, "keys/1"), "solved");
  assert.equal(stateOf(solve(same, "keys/1", { read: 1, transactions: 1 }, par, "2026-11-21"), "keys/1"), "par");
});

test("a step without a task is solved when it is read, and reading it again changes nothing", () => {
  const once = read(none, "keys/7", "2026-11-20");
  assert.equal(stateOf(once, "keys/7"), "solved");
  assert.equal(read(once, "keys/7", "2026-11-21"), once);
});

test("to look at the solution of a solved step changes nothing", () => {
  const solved = solve(none, "keys/1", { read: 1, transactions: 1 }, par, "2026-11-20");
  assert.equal(see(solved, "keys/1", "2026-11-21"), solved);
});

test("a record survives being written and read", () => {
  const p = visit(solve(none, "keys/1", { read: 1 }, { read: 1 }, "2026-11-20"), {
    id: "keys/2",
    path: "learn/keys/2/",
    title: "Keys",
    n: 2,
  });
  assert.deepEqual(parseProgress(JSON.stringify(p)), p);
});

test("who has solved a step goes on with the next one of its lesson", () => {
  const at = (n: number) => ({ id: `keys/${n}`, path: `de/learn/keys/${n}/`, title: "Keys", n });
  assert.deepEqual(goOn(visit(none, at(9)), "keys/9", 10).last, at(10));
  assert.deepEqual(goOn(visit(none, at(10)), "keys/10", 10).last, at(10));
  assert.deepEqual(goOn(visit(none, at(3)), "keys/9", 10).last, at(3));
  assert.equal(goOn(none, "keys/9", 10), none);
});

test("what is no record is refused", () => {
  assert.deepEqual(["", "null", "{}", '{"v":2,"lessons":{}}', '{"v":1}', "nonsense"].map(parseProgress), [
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("days are those of the reader's clock", () => {
  assert.equal(today(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

test("a step that scores nothing is solved, and has no par", () => {
  assert.equal(stateOf(solve(none, "keys/1", {}, {}, "2026-11-20"), "keys/1"), "solved");
});

test("steps and a last place that make no sense are left out of progress", () => {
  const last = { id: "keys/1", path: "learn/keys/1/", title: "Keys", n: 1 };
  assert.deepEqual(progressOf({ v: 1, lessons: { "a/1": null, "a/2": 7, "a/3": { s: 1, best: 7 } }, last }), {
    v: 1,
    lessons: { "a/3": { s: 1, best: {}, seen: 0, d: "" } },
    last,
  });
});

test("a last place leads to a step of the course and nowhere else", () => {
  const last = { id: "keys/1", path: "learn/keys/1/", title: "Keys", n: 1 };
  for (const path of ["learn/keys/1/", "learn/two-clerks/12/", "learn/keys/1/index.html"]) {
    assert.deepEqual(progressOf({ v: 1, lessons: {}, last: { ...last, path } })?.last, { ...last, path });
  }
  const elsewhere = [
    "javascript:alert(1)",
    "http://[",
    "//example.org/",
    "https://evil.example/learn/keys/1/",
    "//evil.example/learn/keys/1/",
    "/learn/keys/1/",
    "../learn/keys/1/",
    "./learn/keys/1/",
    " learn/keys/1/",
    "learn/../../x/1/",
    "learn/keys/1/../../../x/",
    "learn/keys/1/#x",
    "learn/keys/1/?next=https://evil.example/",
    "learn/keys/1/index.html\n",
    "learn/keys/1",
    "learn/keys/",
    "learn//1/",
    "Learn/keys/1/",
    "learn/keys/1/other.html",
    "learn/keys/1/indexxhtml",
    7,
  ];
  for (const path of elsewhere) {
    assert.equal(progressOf({ v: 1, lessons: {}, last: { ...last, path } })?.last, undefined, String(path));
  }
});
