import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../engine/types.ts";
import { Journal, type Origin } from "./journal.ts";

const moment = (at: number): Moment => ({
  from: at - 1,
  at,
  record: at,
  op: "InsertEntity",
  table: "T",
  inserted: 1,
  changed: 0,
  deleted: 0,
});
const origin = (m: Moment): Origin => ({ label: `request ${m.record}`, by: "script", line: m.record });

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let x = seed;
  return (below) => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return Math.floor((x / 2147483648) * below);
  };
}

test("undo and redo of random changes are those of a list of states (row 51)", () => {
  for (let seed = 1; seed < 200; seed++) {
    const below = numbers(seed);
    const journal = new Journal();
    journal.begin({ label: "", time: 0, setups: [] });
    let places = [0]; // after each change, as a plain list knows them
    let at = 0;
    for (let time = 1; time < 40; time++) {
      const what = below(4);
      if (what < 2) {
        const moments = Array.from({ length: 1 + below(3) }, (_, i) => moment(journal.at + 1 + i));
        journal.take({ base: 0, at: moments.at(-1)?.at ?? 0, moments }, origin, time, []);
        places = [...places.slice(0, at + 1), ...moments.map((m) => m.at)];
        at = places.length - 1;
      } else {
        const change = what === 2 ? journal.undoable : journal.redoable;
        if (change) {
          journal.arrived(what === 2 ? change.from : change.to, false);
          at += what === 2 ? -1 : 1;
        }
        assert.equal(
          change === null,
          what === 2 ? at === 0 && change === null : at === places.length - 1 && change === null,
        );
      }
      assert.equal(journal.at, places[at]);
      assert.equal(journal.done, at);
      assert.equal(journal.list.length, places.length - 1);
      assert.equal(journal.undoable === null, at === 0);
      assert.equal(journal.redoable === null, at === places.length - 1);
    }
  }
});

test("what follows a mark is one change", () => {
  const journal = new Journal();
  journal.mark("Import a.csv");
  journal.take({ base: 0, at: 3, moments: [moment(1), moment(2), moment(3)] }, origin, 5, []);
  assert.deepEqual(
    journal.list.map((c) => [c.label, c.from, c.to, c.inserted, c.requests]),
    [["Import a.csv", 0, 3, 3, 3]],
  );
  journal.take({ base: 0, at: 4, moments: [moment(4)] }, origin, 6, []);
  assert.equal(journal.list[1]?.label, "request 4");
});

test("requests of one loop are one change, those of two runs are two", () => {
  const journal = new Journal();
  const loop = () => ({ label: "Fill", by: "script" as const, group: "block 1" });
  journal.take({ base: 0, at: 2, moments: [moment(1), moment(2)] }, loop, 1, []);
  journal.take({ base: 0, at: 3, moments: [moment(3)] }, loop, 2, []);
  assert.deepEqual(
    journal.list.map((c) => c.requests),
    [2, 1],
  );
});

test("a look at the past is none at the end, and a write ends it", () => {
  const journal = new Journal();
  journal.take({ base: 0, at: 2, moments: [moment(1), moment(2)] }, origin, 1, ["a.http"]);
  journal.arrived(1, true);
  assert.equal(journal.past, true);
  assert.deepEqual(journal.setupsAt(0), []);
  assert.deepEqual(journal.setupsAt(1), ["a.http"]);
  journal.arrived(2, true);
  assert.equal(journal.past, false);
  journal.arrived(1, true);
  journal.take({ base: 0, at: 2, moments: [moment(2)] }, origin, 2, []);
  assert.equal(journal.past, false);
  assert.equal(journal.list.length, 2);
});

test("changes that the engine has forgotten cannot be taken back", () => {
  const journal = new Journal();
  journal.take({ base: 0, at: 2, moments: [moment(1), moment(2)] }, origin, 1, []);
  journal.take({ base: 1, at: 3, moments: [moment(3)] }, origin, 2, []);
  assert.deepEqual(
    journal.list.map((c) => c.from),
    [1, 2],
  );
});

test("what is tidied up after a change belongs to it", () => {
  const journal = new Journal();
  journal.take({ base: 0, at: 1, moments: [moment(1)] }, origin, 1, []);
  journal.take({ base: 0, at: 5, moments: [{ ...moment(1), at: 5 }] }, origin, 2, []);
  assert.deepEqual(
    journal.list.map((c) => [c.from, c.to]),
    [[0, 5]],
  );
  assert.equal(journal.redoable, null);
});

test("a change is undone when the data are as before it, and forgotten with its history", () => {
  const journal = new Journal();
  for (const at of [1, 2]) journal.take({ base: 0, at, moments: [moment(at)] }, origin, at, []);
  const change = journal.undoable;
  const now = () => change && journal.isBefore(change);
  const at = (place: number) => {
    journal.arrived(place, false);
    return now();
  };
  assert.deepEqual([now(), at(1), at(0), at(2)], [false, true, true, false]);
  journal.begin({ label: "", time: 0, setups: [] });
  assert.equal(now(), null);
});

test("what was made by hand is known while it is there, also after its change is forgotten and after a visit", () => {
  const journal = new Journal();
  const run = (at: number, base = 0) => journal.take({ base, at, moments: [moment(at)] }, origin, at, []);
  journal.begin({ label: "", time: 0, setups: [] });
  run(1);
  assert.equal(journal.byHand(-1), false);
  journal.mark("Import people.csv");
  run(2);
  assert.deepEqual([journal.byHand(-1), journal.byHand(2)], [true, false], "a document may begin with it");
  journal.arrived(1, false);
  assert.equal(journal.byHand(-1), false, "it is undone");
  journal.arrived(2, false);
  run(3, 2);
  assert.deepEqual([journal.list.length, journal.byHand(-1)], [1, true]);
  journal.begin({ label: "", time: 0, setups: [], hand: true });
  assert.equal(journal.byHand(-1), true);
});
