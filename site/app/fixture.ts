// The store as a lesson or an example finds it: a fresh one, filled by a setup script once, then copied.
import { ControlError, type Control, type ResetOptions } from "./control.ts";
import { runScript } from "./run.ts";
import type { Files } from "./types.ts";

export interface FixtureSource {
  setup?: string; // name of the script among the files, "" for an empty store
  files: Files;
  options?: NonNullable<ResetOptions["options"]>;
}

const SEED = 1; // of everything that is not the free playground

export class Fixture {
  private filled: ArrayBuffer | null = null;
  private readonly control: Control;
  private readonly source: FixtureSource;
  private readonly seed: number;

  constructor(control: Control, source: FixtureSource, seed = SEED) {
    this.control = control;
    this.source = source;
    this.seed = seed;
  }

  /** Brings the store back to the beginning. Rejects if the setup script fails. */
  async restore(): Promise<void> {
    const { setup, options } = this.source;
    await this.control.reset({ seed: this.seed, ...(options ? { options } : {}) });
    if (!setup) return;
    if (this.filled) await this.control.restore(this.filled);
    else this.filled = await this.fill(setup);
  }

  private async fill(name: string): Promise<ArrayBuffer> {
    const { files } = this.source;
    const { exchanges } = await runScript(this.control, { name, text: files[name] ?? "", files });
    const bad = exchanges.find((x) => x.stopped || x.problem);
    if (bad) throw new ControlError(0, { line: bad.problem?.line ?? bad.line, message: bad.problem?.message ?? `${name}: ${bad.status} ${bad.code}`, fix: "" });
    return this.control.snapshot();
  }
}
