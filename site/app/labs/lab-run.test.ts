import assert from "node:assert/strict";
import { test } from "node:test";
import { LabRun, type Slice, type Slices } from "./lab-run.ts";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Slices that take some time each; the last one reports how many there were. */
class Counted implements Slices<Slice<number>> {
  n = 0;
  private readonly of: number;
  private readonly ms: number;

  constructor(of: number, ms: number) {
    this.of = of;
    this.ms = ms;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  begin(): Promise<Slice<number>> {
    return this.next();
  }

  async next(): Promise<Slice<number>> {
    await wait(this.ms);
    this.n++;
    const done = this.n === this.of;
    return { share: this.n / this.of, done, report: done ? this.n : null };
  }
}

test("a trial that is quick never says how far it is", async () => {
  const slow: boolean[] = [];
  const run = new LabRun<Slice<number>>(() => slow.push(run.trial.slow));
  await run.run(new Counted(3, 1));
  assert.deepEqual([run.trial.state, run.trial.slice?.report, slow.includes(true)], ["done", 3, false]);
});

test("a trial that takes longer says how far it is, and ends with all", async () => {
  const seen: number[] = [];
  const run = new LabRun<Slice<number>>(() => run.trial.slow && seen.push(run.trial.slice?.share ?? 0));
  await run.run(new Counted(6, 90));
  assert.equal(
    seen.some((share) => share > 0.5 && share < 1),
    true,
    `it said ${seen}`,
  );
  assert.equal(run.trial.slice?.report, 6);
});

test("Stop begins no further slice, and the trial can go on from there", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  const slices = new Counted(8, 10);
  void run.run(slices);
  await wait(25);
  run.stop();
  assert.equal(run.trial.state, "stopped");
  const { n } = slices;
  await wait(40);
  assert.equal(slices.n <= n + 1, true, `${slices.n} slices, ${n} when it was stopped`);
  assert.equal(run.trial.slice?.done, false);
  await run.resume();
  assert.deepEqual([run.trial.state, slices.n], ["done", 8]);
});

test("what could not be tried keeps what was found before, and says why", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  await run.run(new Counted(1, 0));
  const refused = new Counted(1, 0);
  refused.begin = () => Promise.reject(new Error("no lane"));
  await run.run(refused);
  const { state, found, trouble } = run.trial;
  assert.deepEqual([state, found?.report, String(trouble)], ["failed", 1, "Error: no lane"]);
});

test("another trial takes the place of the one that is under way", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  const first = new Counted(1000, 5);
  const over = run.run(first);
  await wait(12);
  await run.run(new Counted(2, 1));
  await over;
  assert.deepEqual([run.trial.state, run.trial.slice?.report], ["done", 2]);
  assert.equal(first.n < 10, true);
});

test("while a trial has found nothing, what the trial before found is called earlier and keeps its own time", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  await run.run(new Counted(1, 30));
  const { took } = run.trial;
  assert.equal(took >= 25 && !run.trial.earlier, true);
  void run.run(new Counted(9, 10));
  await wait(35);
  run.stop();
  assert.deepEqual([run.trial.found?.report, run.trial.earlier, run.trial.took], [1, true, took]);
  await run.resume();
  assert.deepEqual([run.trial.found?.report, run.trial.earlier, run.trial.took], [9, false, run.trial.ms]);
});
