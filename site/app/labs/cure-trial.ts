// Whether a changed script keeps its rules: it is tried in every order, on copies and by an engine of its own, so that what was
// found before can still be shown.
import type { RaceReport } from "../engine/types.ts";
import { cured } from "./cure.ts";
import type { LabPanel } from "./lab-panel.ts";
import { problemText } from "./lab-trouble.ts";

export class CureTrial {
  busy = false;
  report: RaceReport | null = null; // of the changed script
  text = ""; // the changed script
  trouble = "";
  private readonly panel: LabPanel;

  constructor(panel: LabPanel) {
    this.panel = panel;
  }

  /** The script with the versions that were read, "" if nothing can be changed. */
  get proposal(): string {
    return cured(this.panel.tried, this.panel.example.steps) ?? "";
  }

  forget(): void {
    this.busy = false;
    this.report = null;
    this.text = "";
    this.trouble = "";
  }

  async run(): Promise<void> {
    const { panel } = this;
    const text = this.proposal;
    const engine = panel.engine?.another();
    if (!engine || !text || this.busy) return;
    this.forget();
    this.busy = true;
    this.text = text;
    panel.draw();
    try {
      const slices = engine.races({ ...panel.host.source(), text }, panel.host.prepare.bind(panel.host), panel.crashes);
      await slices.prepare();
      let slice = await slices.begin();
      while (!slice.done && this.text === text) slice = await slices.next();
      if (this.text === text) this.report = slice.report;
    } catch (e) {
      this.trouble = problemText(e);
    } finally {
      engine.stop();
      this.busy = false;
      panel.draw();
    }
  }
}
