// The playground's sandbox: a store that outlives the page, and the session that scripts go on from.
import type { Control, StartOptions } from "./control.ts";
import type { Engine } from "./engine.ts";
import { Fixture, type FixtureSource } from "./fixture.ts";
import { forgetData, keepData, keptData } from "./keep-data.ts";
import { setupsOf } from "./setups.ts";

const SEEDS = 1_000_000;

export class PlayStore {
  seed = 1;
  private readonly engine: Engine;
  private readonly control: Control;
  private id = "";
  private source: FixtureSource = { files: {} };
  private session = "";
  private loaded = false;
  private setups: string[] = []; // that the kept data hold already

  constructor(engine: Engine, control: Control) {
    this.engine = engine;
    this.control = control;
  }

  /** Turns to the data of another document; they are loaded with the next run. */
  async turn(id: string, source: FixtureSource): Promise<void> {
    this.id = id;
    this.source = source;
    this.loaded = false;
    this.session = "";
    this.seed = (await keptData(id))?.seed ?? 1;
    this.setups = [];
  }

  /** Brings the store of this document into the engine, once. */
  async load(): Promise<void> {
    if (this.loaded) return;
    const kept = await keptData(this.id);
    this.seed = kept?.seed ?? this.seed;
    this.setups = kept?.setups ?? [];
    if (kept) {
      await this.control.reset({ seed: this.seed, options: this.source.options ?? {} });
      await this.control.restore(kept.data);
    } else await this.fill();
    this.loaded = true;
  }

  /** Goes on from the session before; after a reload the store itself tells which setups have run. */
  async resume(): Promise<StartOptions> {
    await this.load();
    return { setups: this.setups, ...(this.session ? { continue: this.session } : {}) };
  }

  /** Takes note of a run: the next goes on from it. */
  ran(session: string, text: string): void {
    this.session = session;
    this.setups = [...new Set([...this.setups, ...setupsOf(text)])];
  }

  /** Keeps the store as it is now. */
  async keep(): Promise<void> {
    await keepData(this.id, { data: await this.control.snapshot(), seed: this.seed, setups: this.setups });
  }

  /** Empties the store: a new worker, because its memory never shrinks, and a new seed. */
  async reset(): Promise<void> {
    await forgetData(this.id);
    this.seed = Math.floor(Math.random() * SEEDS);
    this.session = "";
    this.setups = [];
    this.engine.reset();
    await this.fill();
    this.loaded = true;
  }

  /** A document may begin with data of its own. */
  private async fill(): Promise<void> {
    await new Fixture(this.control, this.source, this.seed).restore();
    this.setups = this.source.setup ? [this.source.setup] : [];
  }

  /** The engine lost its memory; the next run brings back what was kept. */
  lose(): void {
    this.loaded = false;
    this.session = "";
  }
}
