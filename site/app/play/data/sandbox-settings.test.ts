import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changesOf,
  isWithin,
  optionsOf,
  type SandboxSettings,
  settingsOf,
  USUAL,
  usualOf,
} from "./sandbox-settings.ts";

test("settings of any origin are read; what cannot be is as usual", () => {
  assert.deepEqual(settingsOf(null, USUAL), USUAL);
  const hostile = {
    pageReads: -1,
    nodes: 99,
    target: "9",
    cluster: "yes",
    seed: 1.5,
    warm: false,
    __proto__: { seed: 3 },
    other: 1,
  };
  assert.deepEqual(settingsOf(hostile, USUAL), { ...USUAL, warm: false });
  assert.deepEqual(settingsOf({ seed: 7, pageReads: 100, unordered: true }, USUAL), {
    ...USUAL,
    seed: 7,
    pageReads: 100,
    unordered: true,
  });
});

test("a document's own options are its usual values, and only what differs is kept", () => {
  const usual = usualOf({ pageReads: 50, cluster: { nodes: 2 }, deleteDelay: 40 });
  assert.deepEqual(usual, { ...USUAL, pageReads: 50, cluster: true, nodes: 2, deleteDelay: 40 });
  assert.deepEqual(changesOf({ ...usual, nodes: 3 }, usual), { nodes: 3 });
  assert.deepEqual(usualOf({ pageReads: 0 }), USUAL);
});

test("the engine is told everything, so that going back has an effect", () => {
  const s: SandboxSettings = { ...USUAL, cluster: true, nodes: 2 };
  assert.deepEqual(optionsOf(s).cluster, { nodes: 2, target: 2000, account: 20_000, capacity: 5000, warm: true });
  assert.equal(optionsOf(USUAL).single, true);
  assert.equal("cluster" in optionsOf(USUAL), false);
});

test("a number is whole and within its range", () => {
  assert.deepEqual(
    [1, 16, 0, 17, 1.5, Number.NaN, "3"].map((x) => isWithin(x, [1, 16])),
    [true, true, false, false, false, false, false],
  );
});
