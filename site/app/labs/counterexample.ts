// The run that a laboratory shows: which outcome or which fault, which step of it, and what can be made of it.

import type { FaultRun, LabStep, RaceOutcome } from "../engine/types.ts";
import type { FaultPlace, ScriptForm } from "./lab-control.ts";
import type { LabPanel } from "./lab-panel.ts";
import { problemText } from "./lab-trouble.ts";
import { firstShown, showStep } from "./steps-view.ts";

export class Counterexample {
  outcome = 0; // of the races
  place: FaultPlace | null = null; // of the faults
  fault: FaultRun | null = null;
  at = 1; // step
  private readonly panel: LabPanel;

  constructor(panel: LabPanel) {
    this.panel = panel;
  }

  get steps(): readonly LabStep[] {
    return this.fault?.steps ?? this.raced?.order ?? [];
  }

  get raced(): RaceOutcome | null {
    const { report } = this.panel;
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
    const { report } = this.panel;
    if (!report) return;
    this.forget();
    if ("shortest" in report && report.shortest) this.take(report.shortest);
    this.go(firstShown(this.steps));
  }

  readonly go = (step: number): void => {
    this.at = Math.min(Math.max(1, step), Math.max(1, this.steps.length));
    this.panel.draw();
    showStep(this.panel.element);
  };

  readonly showOutcome = (outcome: number): void => {
    this.outcome = outcome;
    this.go(firstShown(this.steps));
  };

  readonly showFault = async (place: FaultPlace): Promise<void> => {
    const { engine, id } = this.panel;
    this.place = place;
    this.panel.draw();
    const run = await engine?.control.faultRun(id, place).catch((e: unknown) => this.panel.say(problemText(e)));
    if (!run || this.place !== place) return;
    this.fault = run;
    this.go(firstShown(run.steps));
  };

  /** The run as a script that sends the same requests in the same order; a test judges them as well. */
  readonly toScript = async (form: ScriptForm): Promise<void> => {
    const { engine, id, host } = this.panel;
    if (!engine) return;
    try {
      const script = this.place
        ? await engine.control.faultScript(id, this.place, form)
        : await engine.control.raceScript(id, this.outcome, form);
      await host.open?.(script.name, script.text, form === "steps");
    } catch (e) {
      this.panel.say(problemText(e));
    }
  };

  private take(run: FaultRun): void {
    this.fault = run;
    this.place = { step: run.step, kind: run.kind, ...(run.second ? { second: run.second } : {}) };
  }
}
