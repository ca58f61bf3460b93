// Whether a changed script keeps its rules: it is tried in every order, on copies and by an engine of its own, so that
// what was found before can still be shown.
import type { LabStep, RaceReport } from "../engine/types.ts";
import { cured } from "./cure.ts";
import type { LabEngine } from "./lab-engine.ts";
import type { LabHost } from "./lab-host.ts";
import { problemText } from "./lab-trouble.ts";

/** The trial that has found what is to be cured. */
interface Found {
  readonly host: LabHost;
  readonly engine: LabEngine | null;
  readonly tried: string; // the script
  readonly crashes: number;
  readonly steps: readonly LabStep[];
  draw(): void;
}

export class CureTrial {
  busy = false;
  report: RaceReport | null = null; // of the changed script
  text = ""; // the changed script
  trouble = "";

  constructor(private readonly found: Found) {}

  /** The script with the versions that were read, "" if nothing can be changed. */
  get proposal(): string {
    return cured(this.found.tried, this.found.steps) ?? "";
  }

  forget(): void {
    this.busy = false;
    this.report = null;
    this.text = "";
    this.trouble = "";
  }

  async run(): Promise<void> {
    const { found } = this;
    const text = this.proposal;
    const engine = found.engine?.another();
    if (!engine || !text || this.busy) return;
    this.forget();
    this.busy = true;
    this.text = text;
    found.draw();
    try {
      const slices = engine.races({ ...found.host.source(), text }, found.host.prepare.bind(found.host), found.crashes);
      await slices.prepare();
      let slice = await slices.begin();
      while (!slice.done && this.text === text) slice = await slices.next();
      if (this.text === text) this.report = slice.report;
    } catch (e) {
      this.trouble = problemText(e);
    } finally {
      engine.stop();
      this.busy = false;
      found.draw();
    }
  }
}
