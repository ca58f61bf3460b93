import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { LabRun, type Slice, type Slices } from "./lab-run.ts";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Lets time pass, of which nothing here is real, until a work is done or so many milliseconds are over. */
async function pass(ms: number, work?: Promise<void>): Promise<void> {
  let over = false;
  void work?.then(() => {
    over = true;
  });
  for (let at = 0; at < ms && !over; at++) {
    mock.timers.tick(1);
    for (let i = 0; i < 20; i++) await null; // what has been waiting for that goes on
  }
}

function timed(name: string, run: () => Promise<void>): void {
  test(name, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      await run();
    } finally {
      mock.timers.reset();
    }
  });
}

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

timed("a trial that is quick never says how far it is", async () => {
  const slow: boolean[] = [];
  const run = new LabRun<Slice<number>>(() => slow.push(run.trial.slow));
  await pass(5000, run.run(new Counted(3, 1)));
  assert.deepEqual([run.trial.state, run.trial.slice?.report, slow.includes(true)], ["done", 3, false]);
});

timed("a trial that takes longer says how far it is, and ends with all", async () => {
  const seen: number[] = [];
  const run = new LabRun<Slice<number>>(() => run.trial.slow && seen.push(run.trial.slice?.share ?? 0));
  await pass(5000, run.run(new Counted(6, 90)));
  assert.equal(
    seen.some((share) => share > 0.5 && share < 1),
    true,
    `it said ${seen}`,
  );
  assert.equal(run.trial.slice?.report, 6);
});

timed("Stop begins no further slice, and the trial can go on from there", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  const slices = new Counted(8, 10);
  void run.run(slices);
  await pass(25);
  run.stop();
  assert.equal(run.trial.state, "stopped");
  const { n } = slices;
  await pass(40);
  assert.equal(slices.n <= n + 1, true, `${slices.n} slices, ${n} when it was stopped`);
  assert.equal(run.trial.slice?.done, false);
  await pass(5000, run.resume());
  assert.deepEqual([run.trial.state, slices.n], ["done", 8]);
});

timed("what could not be tried keeps what was found before, and says why", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  await pass(5000, run.run(new Counted(1, 0)));
  const refused = new Counted(1, 0);
  refused.begin = () => Promise.reject(new Error("no lane"));
  await pass(5000, run.run(refused));
  const { state, found, trouble } = run.trial;
  assert.deepEqual([state, found?.report, String(trouble)], ["failed", 1, "Error: no lane"]);
});

timed("another trial takes the place of the one that is under way", async () => {
  const run = new LabRun<Slice<number>>(() => undefined);
  const first = new Counted(1000, 5);
  const over = run.run(first);
  await pass(12);
  await pass(5000, run.run(new Counted(2, 1)));
  await pass(5000, over);
  assert.deepEqual([run.trial.state, run.trial.slice?.report], ["done", 2]);
  assert.equal(first.n < 10, true);
});

timed(
  "while a trial has found nothing, what the trial before found is called earlier and keeps its own time",
  async () => {
    const run = new LabRun<Slice<number>>(() => undefined);
    await pass(5000, run.run(new Counted(1, 30)));
    const { took } = run.trial;
    assert.deepEqual([took, run.trial.earlier], [run.trial.ms, false]);
    void run.run(new Counted(9, 10));
    await pass(35);
    run.stop();
    assert.deepEqual([run.trial.found?.report, run.trial.earlier, run.trial.took], [1, true, took]);
    await pass(5000, run.resume());
    assert.deepEqual([run.trial.found?.report, run.trial.earlier, run.trial.took], [9, false, run.trial.ms]);
  },
);
