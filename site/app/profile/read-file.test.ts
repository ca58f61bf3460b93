import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "./read-file.ts";

/** A reader that remembers what it was given, and may press Stop. */
function readerOf(slices: string[], stop?: () => void) {
  return {
    add: async (slice: ArrayBuffer, last: boolean) => {
      slices.push(`${slice.byteLength}${last ? " last" : ""}`);
      if (slices.length === 2) stop?.();
      return { rows: slices.length, bytes: 0, done: last };
    },
  };
}

const file = new Blob(["x".repeat(600_000)]);

test("a file is given in slices, and its end is said", async () => {
  const slices: string[] = [];
  const seen: number[] = [];
  const reading = { signal: new AbortController().signal, progress: (p: { rows: number }) => seen.push(p.rows) };
  assert.equal(await readFile(readerOf(slices), file, 0, reading), 600_000);
  assert.deepEqual(slices, ["262144", "262144", "75712 last"]);
  assert.deepEqual(seen, [1, 2, 3]);
});

test("a file that was stopped goes on where it was", async () => {
  const slices: string[] = [];
  const stop = new AbortController();
  const at = await readFile(
    readerOf(slices, () => stop.abort()),
    file,
    0,
    { signal: stop.signal, progress: () => undefined },
  );
  assert.equal(at, 524_288);
  await readFile(readerOf(slices), file, at, { signal: new AbortController().signal, progress: () => undefined });
  assert.deepEqual(slices, ["262144", "262144", "75712 last"]);
});

test("an empty file has one slice, the last", async () => {
  const slices: string[] = [];
  const reading = { signal: new AbortController().signal, progress: () => undefined };
  await readFile(readerOf(slices), new Blob([]), 0, reading);
  assert.deepEqual(slices, ["0 last"]);
});
