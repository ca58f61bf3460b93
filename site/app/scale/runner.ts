// A run of the model: slice by slice, so that it can be watched and stopped. What it found stays until another run has
// an answer.
import { ControlError } from "../engine/control.ts";
import type { ScaleMessage, ScaleProgress, ScaleReport, SheetMessage, Simulated } from "../engine/types.ts";

export interface Ran {
  state: "none" | "busy" | "stopping" | "stopped" | "done";
  progress: ScaleProgress;
  report: ScaleReport | null; // of the last run that ended
  of: string; // what that run was asked
  took: number; // milliseconds
  messages: readonly ScaleMessage[]; // what is wrong with what was asked
  sheet: readonly SheetMessage[]; // and with the sheet that it is of
  trouble: string; // the engine stopped, and why
}

/** What a run needs of the engine; tests pass their own. */
export interface Model {
  begin(request: object): Promise<Simulated>;
  step(stop: boolean): Promise<Simulated>;
}

const BEGUN: ScaleProgress = { prepared: 0, second: 0, seconds: 1, done: false };
const NOTHING: Ran = {
  state: "none",
  progress: BEGUN,
  report: null,
  of: "",
  took: 0,
  messages: [],
  sheet: [],
  trouble: "",
};

export class Runner {
  ran: Ran = NOTHING;
  private turn = 0;

  constructor(
    private readonly model: Model,
    private readonly came: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get busy(): boolean {
    return this.ran.state === "busy" || this.ran.state === "stopping";
  }

  /** Runs a request; another one that begins meanwhile ends it. True if it has a report. */
  async run(request: object): Promise<boolean> {
    const turn = ++this.turn;
    const began = this.now();
    this.say({ state: "busy", progress: BEGUN, messages: [], sheet: [], trouble: "" });
    try {
      let step = await this.model.begin(request);
      const sheet = step.sheet.filter((m) => !m.note);
      const wrong = step.messages.length + sheet.length > 0;
      if (turn === this.turn && wrong) this.say({ state: "none", messages: step.messages, sheet });
      while (turn === this.turn && !wrong) {
        const stop = this.ran.state === "stopping";
        step = await this.model.step(stop);
        if (turn !== this.turn) return false;
        if (step.report) {
          const { report } = step;
          const of = JSON.stringify(request);
          this.say({ report, of, took: this.now() - began, state: step.progress.done ? "done" : "stopped" });
          return true;
        }
        this.say({ progress: step.progress });
      }
    } catch (e) {
      const trouble = e instanceof ControlError ? e.message : String((e as Error).message);
      if (turn === this.turn) this.say({ state: "none", trouble });
    }
    return false;
  }

  /** Ends the run after the slice that is being calculated, with what is known so far; at once if that is nothing. */
  stop(): void {
    if (this.ran.state !== "busy") return;
    if (this.ran.progress.second > 0) return this.say({ state: "stopping" });
    this.turn++;
    this.say({ state: "none" });
  }

  /** Forgets what was found. */
  forget(): void {
    this.turn++;
    this.ran = NOTHING;
  }

  private say(more: Partial<Ran>): void {
    this.ran = { ...this.ran, ...more };
    this.came();
  }
}
