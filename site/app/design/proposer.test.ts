import assert from "node:assert/strict";
import { test } from "node:test";
import type { Control } from "../engine/control.ts";
import type { Proposed } from "../engine/types.ts";
import { Proposer } from "./proposer.ts";

const SLICE = 50;
const ALL = 200; // designs of the search

/** A control that searches in slices, and notes what it is asked. */
function searching(asked: [number, boolean][]): Control {
  const propose = (_: string, state: number, stop: boolean): Promise<Proposed> => {
    asked.push([state, stop]);
    const tried = stop ? state : state + SLICE;
    const progress = { cluster: 0, clusters: 1, tried, waiting: ALL - tried, done: tried >= ALL };
    const found = { messages: [], state: tried, progress, proposals: [], counter: -1, counterBy: "" as const };
    return Promise.resolve({ ...found, complete: false, loosen: [] });
  };
  return { propose } as unknown as Control;
}

test("a search goes on from slice to slice until it is done", async () => {
  const asked: [number, boolean][] = [];
  const p = new Proposer(searching(asked), () => undefined);
  await p.run("text", "sheet");
  assert.deepEqual(
    asked.map(([state]) => state),
    [0, 50, 100, 150],
  );
  assert.equal(p.search.state, "done");
  assert.equal(p.search.tried, ALL);
  assert.equal(p.search.of, "sheet");
});

test("a search that is stopped asks for the best so far and for no slice more", async () => {
  const asked: [number, boolean][] = [];
  const p: Proposer = new Proposer(searching(asked), () => {
    if (p.search.tried === 2 * SLICE) p.stop();
  });
  await p.run("text", "sheet");
  assert.deepEqual(asked.at(-1), [100, true]);
  assert.equal(p.search.state, "stopped");
  assert.equal(p.search.found?.progress.tried, 100);
});

test("what was searched for another sheet is not shown", async () => {
  const p = new Proposer(searching([]), () => undefined);
  const running = p.run("text", "sheet");
  p.forget();
  await running;
  assert.equal(p.search.state, "none");
  assert.equal(p.search.found, null);
});
