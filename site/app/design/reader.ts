// What the engine says about a sheet and its designs, asked again after each edit. Answers to an older text are left
// out.
import { Control, ControlError } from "../engine/control.ts";
import { type Engine, EngineStopped } from "../engine/engine.ts";
import type {
  Comparison,
  Exported,
  SampleReport,
  SheetAssumption,
  SheetCosts,
  Sheeted,
  SheetMessage,
} from "../engine/types.ts";

const PAUSE = 150; // ms without an edit before the engine is asked

export interface Said {
  answer: Sheeted | null; // of the text that was read last
  // of the text that was read last, with the budgets of the last one without mistakes
  assumptions: readonly SheetAssumption[];
  report: Comparison | null; // of the last text that could be judged
  costs: SheetCosts | null; // of the same text
  samples: readonly (SampleReport | null)[]; // of the designs of the report, as far as they have been checked
  checking: number; // the design whose sample is being asked, -1 for none
  stale: boolean; // the report is that of an older text
  at: number; // when the report came, milliseconds since 1970
  took: number; // ms
  trouble: string; // the engine stopped, and why
}

const NOTHING: Said = {
  answer: null,
  assumptions: [],
  report: null,
  costs: null,
  samples: [],
  checking: -1,
  stale: false,
  at: 0,
  took: 0,
  trouble: "",
};

export class SheetReader {
  said: Said = NOTHING;
  judges = true; // designs are compared without being asked to
  refused = false; // the form has found a mistake that the engine leaves out of its numbers
  private readonly came: () => void;
  private timer = 0;
  private turn = 0;

  constructor(
    private readonly control: Control,
    came: () => void,
    private readonly aside: Pick<Engine, "fetch" | "stop">, // stores and asks samples, while the other one answers
  ) {
    this.came = came;
  }

  /** Asks about a text when nobody has typed for a moment. */
  later(text: string): void {
    this.turn++;
    this.endChecks();
    this.say({ stale: this.said.report !== null });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.now(text), PAUSE);
  }

  /** Asks at once. */
  async now(text: string): Promise<void> {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    try {
      const answer = await this.control.sheet(text);
      if (turn !== this.turn) return;
      const wrong = answer.messages.some((m) => !m.note);
      const assumptions = wrong ? [...answer.assumptions, ...this.budgets(answer.messages)] : answer.assumptions;
      this.say({ answer, assumptions, trouble: "" });
      if (wrong || this.refused) return;
      if (this.judges) await this.judge(text, turn);
    } catch (e) {
      if (turn === this.turn)
        this.say({ trouble: e instanceof ControlError ? e.message : String((e as Error).message) });
    }
  }

  /** What was assumed as budgets, which a sheet with mistakes does not say. That of an entry with a mistake was of
   * what is no longer there. */
  private budgets(messages: readonly SheetMessage[]): SheetAssumption[] {
    const wrong = messages.filter((m) => !m.note && m.path).map((m) => `${m.path}/`);
    const of = (a: SheetAssumption) => a.path.endsWith("/budget") && !wrong.some((path) => a.path.startsWith(path));
    return this.said.assumptions.filter(of);
  }

  /** Checks the designs of the report on samples, one after the other, until the sheet is edited or the checks are
   * stopped. */
  async verify(text: string): Promise<void> {
    const { report } = this.said;
    const control = new Control(this.aside.fetch);
    try {
      for (const [i, d] of (report?.designs ?? []).entries()) {
        if (!d.valid || this.said.samples[i]) continue;
        this.say({ checking: i });
        const { sample } = await control.verify(text, i);
        if (this.said.report !== report) return; // the sheet was edited
        const samples = [...this.said.samples];
        samples[i] = sample;
        this.say({ samples });
      }
    } catch (e) {
      if (!(e instanceof EngineStopped)) throw e;
    } finally {
      if (this.said.report === report) this.say({ checking: -1 });
    }
  }

  /** Ends the checks at once, with those that are done. */
  stopChecks(): void {
    this.endChecks();
    this.came();
  }

  private endChecks(): void {
    if (this.said.checking < 0) return;
    this.aside.stop(); // one slice of a design that scans may take long
    this.said = { ...this.said, checking: -1 };
  }

  /** Writes a design as a script. */
  script(text: string, design: number): Promise<Exported> {
    return this.control.exported(text, design);
  }

  /** Reads a sheet by its text or its JSON form, and does nothing else. */
  read(sheet: string | object): Promise<Sheeted> {
    return this.control.sheet(sheet);
  }

  /** Forgets what was said about another sheet. */
  forget(): void {
    clearTimeout(this.timer);
    this.turn++;
    this.endChecks();
    this.said = NOTHING;
  }

  private async judge(text: string, turn: number): Promise<void> {
    const began = performance.now();
    const report = await this.control.compare(text);
    const took = performance.now() - began;
    const costs = await this.control.costs(text);
    if (turn === this.turn) this.say({ report, costs, samples: [], stale: false, at: Date.now(), took });
  }

  private say(more: Partial<Said>): void {
    this.said = { ...this.said, ...more };
    this.came();
  }
}
