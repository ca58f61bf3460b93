// The run that a laboratory shows: which outcome or which fault, which step of it, and what can be made of it.

import type {
  FaultPlace,
  FaultReport,
  FaultRun,
  LabStep,
  RaceOutcome,
  RaceReport,
  ScriptForm,
} from "../engine/types.ts";
import type { LabEngine } from "./lab-engine.ts";
import type { LabHost } from "./lab-host.ts";
import { problemText } from "./lab-trouble.ts";
import { firstShown, showStep } from "./steps-view.ts";

/** The trial that has found it. */
export interface Trial {
  readonly id: string;
  readonly report: RaceReport | FaultReport | null;
  readonly host: LabHost;
  readonly engine: LabEngine | null;
  readonly element: HTMLElement;
  draw(): void;
  say(note: string): void;
}

export class Counterexample {
  outcome = 0; // of the races
  place: FaultPlace | null = null; // of the faults
  fault: FaultRun | null = null;
  at = 1; // step

  constructor(private readonly trial: Trial) {}

  get steps(): readonly LabStep[] {
    return this.fault?.steps ?? this.raced?.order ?? [];
  }

  get raced(): RaceOutcome | null {
    const { report } = this.trial;
    return report && "outcomes" in report ? (report.outcomes[this.outcome] ?? null) : null;
  }

  forget(): void {
    this.outcome = 0;
    this.place = null;
    this.fault = null;
    this.at = 1;
  }

  /** A trial is over: what it shows first is the worst. */
  found(): void {
    const { report } = this.trial;
    if (!report) return;
    this.forget();
    if ("shortest" in report && report.shortest) this.take(report.shortest);
    this.go(firstShown(this.steps));
  }

  readonly go = (step: number): void => {
    this.at = Math.min(Math.max(1, step), Math.max(1, this.steps.length));
    this.trial.draw();
    showStep(this.trial.element);
  };

  readonly showOutcome = (outcome: number): void => {
    this.outcome = outcome;
    this.go(firstShown(this.steps));
  };

  readonly showFault = async (place: FaultPlace): Promise<void> => {
    const { engine, id } = this.trial;
    this.place = place;
    this.trial.draw();
    const run = await engine?.control.faultRun(id, place).catch((e: unknown) => this.trial.say(problemText(e)));
    if (!run || this.place !== place) return;
    this.fault = run;
    this.go(firstShown(run.steps));
  };

  /** The run as a script that sends the same requests in the same order; a test judges them as well. */
  readonly toScript = async (form: ScriptForm): Promise<void> => {
    const { engine, id, host } = this.trial;
    if (!engine) return;
    try {
      const script = this.place
        ? await engine.control.faultScript(id, this.place, form)
        : await engine.control.raceScript(id, this.outcome, form);
      await host.open?.(script.name, script.text, form === "steps");
    } catch (e) {
      this.trial.say(problemText(e));
    }
  };

  private take(run: FaultRun): void {
    this.fault = run;
    this.place = { step: run.step, kind: run.kind, ...(run.second ? { second: run.second } : {}) };
  }
}
