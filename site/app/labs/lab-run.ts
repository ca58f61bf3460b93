// A trial that goes slice by slice, so that it can be watched and stopped; what it found stays until the next one.

/** How far a trial is after one slice. */
export interface Slice<R> {
  share: number; // from 0 to 1
  done: boolean;
  report: R | null; // as far as there is one
}

/** Where a trial comes from, slice by slice. */
export interface Slices<S extends Slice<unknown>> {
  /** Brings the data that the runs begin with; it is not counted as time of the trial. */
  prepare(): Promise<void>;
  /** The first slice; rejects if the script cannot be tried. */
  begin(): Promise<S>;
  next(): Promise<S>;
}

export interface Trial<S> {
  state: "none" | "busy" | "stopped" | "done" | "failed";
  slow: boolean; // it takes so long that readers want to know how far it is
  slice: S | null; // the last one of this trial
  found: S | null; // the last one that reported anything, also of a trial before
  earlier: boolean; // found is of a trial before
  took: number; // ms until it was found, by the trial that found it
  ms: number; // that this trial took so far, without the time that it was stopped
  trouble: unknown; // why it failed
}

const PATIENCE = 400; // ms until a trial says how far it is
const NOTHING = {
  state: "none",
  slow: false,
  slice: null,
  found: null,
  earlier: false,
  took: 0,
  ms: 0,
  trouble: null,
} as const;

export class LabRun<S extends Slice<unknown>> {
  trial: Trial<S> = NOTHING;
  private turn = 0;
  private slices: Slices<S> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly came: () => void) {}

  get busy(): boolean {
    return this.trial.state === "busy";
  }

  /** Tries everything. What the last trial found stays until there is something new. */
  async run(slices: Slices<S>): Promise<void> {
    this.halt();
    this.slices = slices;
    this.say({ slice: null, earlier: this.trial.found !== null, ms: 0, trouble: null });
    await this.work(slices, true);
  }

  /** Begins no further slice; the one under way is short, and its answer is not waited for. */
  stop(): void {
    if (!this.busy) return;
    this.halt();
    this.say({ state: "stopped", slow: false });
  }

  /** Goes on after Stop. */
  async resume(): Promise<void> {
    const { slices } = this;
    if (slices && this.trial.state === "stopped") await this.work(slices, false);
  }

  /** Forgets everything: another script. */
  forget(): void {
    this.halt();
    this.slices = null;
    this.say(NOTHING);
  }

  private async work(slices: Slices<S>, fromTheStart: boolean): Promise<void> {
    const turn = ++this.turn;
    const before = this.trial.ms;
    this.say({ state: "busy" });
    this.timer = setTimeout(() => this.say({ slow: true }), PATIENCE);
    try {
      if (fromTheStart) await slices.prepare();
      if (turn !== this.turn) return;
      const began = performance.now();
      for (
        let slice = await (fromTheStart ? slices.begin() : slices.next());
        turn === this.turn;
        slice = await slices.next()
      ) {
        const ms = before + performance.now() - began;
        this.say({ slice, ms, ...(slice.report || slice.done ? { found: slice, earlier: false, took: ms } : {}) });
        if (slice.done) return this.end("done");
      }
    } catch (trouble) {
      if (turn === this.turn) this.end("failed", trouble);
    }
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.turn++;
  }

  private end(state: "done" | "failed", trouble: unknown = null): void {
    clearTimeout(this.timer);
    this.say({ state, trouble, slow: false });
  }

  private say(more: Partial<Trial<S>>): void {
    this.trial = { ...this.trial, ...more };
    this.came();
  }
}
