import assert from "node:assert/strict";
import { test } from "node:test";
import { type Control, ControlError } from "../../engine/control.ts";
import type { Proposed, SampleReport, Verified } from "../../engine/types.ts";
import { Proposer } from "./proposer.ts";

const ALL = 200; // designs of the search
const SAMPLE = { entities: 100, questions: [] } as unknown as SampleReport;

interface Asked {
  text: string | null;
  state: number;
  slice: number;
  found: readonly string[];
}

/** A control that searches in slices, and notes what it is asked; it forgets its search before a state. */
function searching(asked: Asked[], { forgets = -1, stores = [] as string[], samples = [] as string[] } = {}): Control {
  const propose = (text: string | null, state: number, slice: number, found: readonly string[]): Promise<Proposed> => {
    asked.push({ text, state, slice, found });
    if (text === null && state === forgets)
      return Promise.reject(new ControlError(409, { message: "gone", line: 0, sentences: [], fix: "", label: [] }));
    const tried = Math.min(ALL, state + slice);
    const progress = { cluster: 0, clusters: 1, tried, waiting: ALL - tried, met: 1, budgets: 2, done: tried >= ALL };
    const proposals = stores.map((s) => ({ stores: [s] })) as Proposed["proposals"];
    const answer = { messages: [], state: tried, progress, proposals, counter: -1, counterBy: "" as const };
    return Promise.resolve({ ...answer, complete: false, loosen: [], weak: 0 });
  };
  const verify = (text: string): Promise<Verified> => {
    samples.push(text);
    return Promise.resolve({ messages: [], sample: SAMPLE });
  };
  return { propose, verify } as unknown as Control;
}

/** A clock on which each slice takes so many ms. */
function ticking(ms: number): () => number {
  let now = 0;
  return () => (now += ms);
}

test("a search sends its sheet once and goes on from slice to slice until it is done", async () => {
  const asked: Asked[] = [];
  const p = new Proposer(searching(asked), () => undefined, ticking(20));
  await p.run("text", "sheet");
  assert.deepEqual(
    asked.map((a) => a.state),
    [0, 25, 50, 75, 100, 125, 150, 175],
  );
  assert.deepEqual([asked[0]?.text, asked[1]?.text], ["text", null]);
  assert.equal(p.search.state, "done");
  assert.deepEqual([p.search.tried, p.search.met, p.search.budgets, p.search.of], [ALL, 1, 2, "sheet"]);
});

test("slices grow while they are short, and shrink when one takes too long", async () => {
  const sizes = async (ms: number) => {
    const asked: Asked[] = [];
    await new Proposer(searching(asked), () => undefined, ticking(ms)).run("text", "sheet");
    return asked.map((a) => a.slice);
  };
  assert.deepEqual((await sizes(1)).slice(0, 3), [25, 50, 100]);
  assert.deepEqual((await sizes(40)).slice(0, 3), [25, 12, 6]);
});

test("an engine that has forgotten the search is told the sheet again", async () => {
  const asked: Asked[] = [];
  const p = new Proposer(searching(asked, { forgets: 100 }), () => undefined, ticking(20));
  await p.run("text", "sheet");
  assert.equal(asked.filter((a) => a.text === "text").length, 2);
  assert.equal(p.search.state, "done");
});

test("a search that is stopped asks for the best so far and for no slice more", async () => {
  const asked: Asked[] = [];
  const stop = () => {
    if (p.search.tried === 50) p.stop();
  };
  const p: Proposer = new Proposer(searching(asked), stop, ticking(20));
  await p.run("text", "sheet");
  assert.deepEqual(asked.at(-1), { text: null, state: 50, slice: 0, found: [] });
  assert.equal(p.search.state, "stopped");
  assert.equal(p.search.found?.progress.tried, 50);
});

test("the first proposal is shown when it was checked on a sample, the others are checked after it", async () => {
  const samples: string[] = [];
  const shown: [number, number][] = []; // proposals, and how many are checked
  const p: Proposer = new Proposer(
    searching([], { stores: ["a", "b"], samples }),
    () => shown.push([p.search.found?.proposals.length ?? 0, p.search.checks.length]),
    ticking(20),
  );
  await p.run("text", "sheet");
  assert.deepEqual(samples, ["sheet\n### Proposal 1\n# @keys a\n", "sheet\n### Proposal 2\n# @keys b\n"]);
  assert.equal(
    shown.every(([n, checked]) => n === 0 || checked > 0),
    true,
  );
  assert.deepEqual(p.search.checks, [SAMPLE, SAMPLE]);
});

test("a search begins with what came first in the one before, until another sheet is shown", async () => {
  const asked: Asked[] = [];
  const p = new Proposer(searching(asked, { stores: ["a", "b"] }), () => undefined, ticking(20));
  await p.run("text", "sheet");
  await p.run("text less", "sheet less");
  p.forget();
  await p.run("another", "another");
  const begun = asked.filter((a) => a.text !== null);
  assert.deepEqual(
    begun.map((a) => a.found),
    [[], ["a"], []],
  );
});

test("what was searched for another sheet is not shown", async () => {
  const p = new Proposer(searching([]), () => undefined, ticking(20));
  const running = p.run("text", "sheet");
  p.forget();
  await running;
  assert.equal(p.search.state, "none");
  assert.equal(p.search.found, null);
});
