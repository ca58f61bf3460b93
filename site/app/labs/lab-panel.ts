// <lab-panel>: a laboratory. It tries a script on copies of the data, and says what every order or every fault leads
// to.
import { render, type TemplateResult } from "lit";
import type { FaultReport, LabStep, RaceReport, RaceSlice } from "../engine/types.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { Counterexample } from "./counterexample.ts";
import { CureTrial } from "./cure-trial.ts";
import { type FaultShare, LabEngine } from "./lab-engine.ts";
import type { LabHost, LabKind } from "./lab-host.ts";
import { LabRun } from "./lab-run.ts";

type LabSlice = RaceSlice | FaultShare;

const PAUSE = 600; // ms after the last change, before a quick trial runs again
const QUICK = 1000; // ms that a trial may take to run again by itself

export class LabPanel {
  readonly element: HTMLElement = document.createElement("lab-panel");
  readonly run = new LabRun<LabSlice>(() => this.draw());
  readonly example = new Counterexample(this);
  readonly cure = new CureTrial(this);
  readonly engine = LabEngine.open();
  note = ""; // what was done with the result
  tried = ""; // the script of the last trial
  crashes = 0; // that an order of the races may have
  private of = ""; // the script and the data of the last trial
  private foundOf = ""; // those of the result, if the last trial has none yet
  private shown = false;
  private timer = 0;

  constructor(
    readonly kind: LabKind,
    readonly host: LabHost,
    private readonly view: (panel: LabPanel) => TemplateResult,
  ) {
    this.element.dataset.kind = kind;
  }

  /** A laboratory that is closed does nothing. The first time that it is opened, it tries the script. */
  async open(shown: boolean): Promise<void> {
    this.shown = shown;
    clearTimeout(this.timer);
    if (!shown) return this.run.stop();
    await needSheet("labs");
    this.draw();
    if (this.run.trial.state === "none" && this.ready) await this.begin();
  }

  /** The script or the data have changed. */
  changed(): void {
    if (!this.shown) return;
    clearTimeout(this.timer);
    this.draw();
    const { state, ms } = this.run.trial;
    const again = (state === "done" && ms < QUICK) || state === "failed";
    if (this.stale && again && this.ready) this.timer = window.setTimeout(() => void this.begin(), PAUSE);
  }

  /** Another document: what was found is of no use. */
  turned(): void {
    this.of = "";
    this.note = "";
    this.crashes = 0;
    this.example.forget();
    this.cure.forget();
    this.run.forget();
    if (this.shown && this.ready) void this.begin();
  }

  async begin(): Promise<void> {
    const { engine, host } = this;
    if (!engine) return;
    clearTimeout(this.timer); // somebody was faster than the pause
    if (!this.run.trial.earlier) this.foundOf = this.of;
    this.of = this.now;
    this.tried = host.source().text;
    this.note = "";
    const prepare = host.prepare.bind(host);
    await this.run.run(
      this.kind === "races"
        ? engine.races(host.source(), prepare, this.crashes)
        : engine.faults(host.source(), prepare),
    );
    this.cure.forget();
    this.example.found();
    this.changed(); // if somebody has written since it began
  }

  /** Tries the orders with so many crashes. */
  crash(most: number): void {
    this.crashes = most;
    void this.begin();
  }

  get id(): string {
    return this.run.trial.found?.id ?? "";
  }

  get report(): RaceReport | FaultReport | null {
    return this.run.trial.found?.report ?? null;
  }

  get steps(): readonly LabStep[] {
    return this.example.steps;
  }

  /** What is shown is the result of other data or another script. */
  get stale(): boolean {
    const { now, of, foundOf } = this;
    return of !== "" && (of !== now || (this.run.trial.earlier && foundOf !== now));
  }

  /** There is something to try. */
  get ready(): boolean {
    return this.host.clients().length >= (this.kind === "races" ? 2 : 1);
  }

  say(note: string): void {
    this.note = note;
    this.draw();
  }

  private get now(): string {
    return `${this.host.mark()}\n${this.host.source().text}`;
  }

  draw(): void {
    if (!this.shown) return;
    this.element.toggleAttribute("data-stale", this.stale && this.report !== null);
    render(this.view(this), this.element);
  }
}
