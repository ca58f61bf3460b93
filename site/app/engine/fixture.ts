// The store as a lesson or an example finds it: a fresh one, filled by a setup script once, then copied.
import { type Control, ControlError } from "./control.ts";
import { type FixtureSource, root } from "./page-data.ts";
import { runScript } from "./run-script.ts";

const SEED = 1; // of everything that is not the free playground

export class Fixture {
  private begun = false; // a store was asked for: to fill another ahead would be too late
  private filled: ArrayBuffer | null = null;
  private ahead: Promise<void> | null = null;
  private loading: Promise<ArrayBuffer | null> | null = null;

  constructor(
    private readonly control: Control,
    private readonly source: FixtureSource,
    private readonly seed: number = SEED,
  ) {}

  /** The store that the build has filled, null if there is none for this seed. */
  private get baked(): Promise<ArrayBuffer | null> {
    const { store } = this.source;
    if (!store || this.seed !== SEED) return Promise.resolve(null);
    this.loading ??= fetch(new URL(store, root)).then(
      (r) => (r.ok ? r.arrayBuffer() : null),
      () => null,
    );
    return this.loading;
  }

  /** Fills the store before it is asked for; the next restore takes over what this began. */
  prefill(): void {
    if (this.begun) return;
    this.ahead = this.begin();
    this.ahead.catch(() => undefined); // restore tells
  }

  /** Brings the store back to the beginning. Rejects if the setup script fails. */
  async restore(): Promise<void> {
    const { ahead } = this;
    this.ahead = null;
    await (ahead ?? this.begin());
  }

  /** The engine lost its memory: what was filled ahead is gone. */
  forget(): void {
    this.ahead = null;
  }

  private async begin(): Promise<void> {
    this.begun = true;
    const { setup, options } = this.source;
    void this.baked; // on its way while the engine starts
    await this.control.reset({ seed: this.seed, ...(options ? { options } : {}) });
    if (!setup) return;
    this.filled ??= await this.baked;
    if (this.filled && (await this.control.restore(this.filled).then(() => true, refused))) return;
    this.filled = await this.fill(setup);
  }

  /** As the setup of an empty script it may be longer than a script, and nothing of it is counted. */
  private async fill(name: string): Promise<ArrayBuffer> {
    const text = `# @setup ${name}\n\n# ?? run requests == 0\n`;
    const { exchanges } = await runScript(this.control, { name: "begin.http", text, files: this.source.files });
    const bad = exchanges.find((x) => x.problem);
    if (bad?.problem) throw new ControlError(0, bad.problem);
    return this.control.snapshot();
  }
}

/** A store of another build is refused; the setup script makes one. */
function refused(e: unknown): false {
  if (e instanceof ControlError) return false;
  throw e;
}

/** The scripts that have filled a fixture. */
export function setupOf({ setup }: FixtureSource): string[] {
  return setup ? [setup] : [];
}

/** Returns the names of the scripts that a script sets up with, as the files of a page have them: without "./" and
 * "../". */
export function setupsOf(text: string): string[] {
  return [...text.matchAll(/^\s*(?:#|\/\/)\s*@setup\s+(?:\.{1,2}\/)*(\S+)/gm)].map((m) => m[1] ?? "");
}
