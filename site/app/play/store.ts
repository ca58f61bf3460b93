// The playground's sandbox: a store that outlives the page, and the session that scripts go on from.
import { type Control, ControlError, type StartOptions } from "../engine/control.ts";
import type { Engine } from "../engine/engine.ts";
import { Fixture, setupsOf } from "../engine/fixture.ts";
import type { FixtureSource } from "../engine/page-data.ts";
import type { Trouble } from "../ui/storage.ts";
import { type Found, forgetData, type Kept, keepData, keptData, setAsideData } from "./keep-data.ts";

const SEEDS = 1_000_000;

export class PlayStore {
  seed = 1;
  unread: Trouble | null = null; // why the kept data could not be read; until a reset nothing is written over them
  spoilt = false; // the kept data were set aside
  private readonly engine: Engine;
  private readonly control: Control;
  private id = "";
  private source: FixtureSource = { files: {} };
  private session = "";
  private found: Promise<Found> | null = null;
  private loading: Promise<void> | null = null;
  private setups: string[] = []; // that the kept data hold already
  private before: Kept | null = null; // what the last reset has removed

  constructor(engine: Engine, control: Control) {
    this.engine = engine;
    this.control = control;
  }

  /** Turns to the data of another document; they are loaded with the next run. */
  async turn(id: string, source: FixtureSource): Promise<void> {
    this.id = id;
    this.source = source;
    this.lose();
    this.seed = 1;
    this.setups = [];
    this.unread = null;
    this.spoilt = false;
    this.before = null;
    const found = await this.find();
    if (this.id === id && "kept" in found && found.kept && found.kept !== "unreadable") this.seed = found.kept.seed;
  }

  /** Brings the store of this document into the engine, once. If it fails, the next call tries again. */
  load(): Promise<void> {
    return this.loading ?? this.begin(this.bring());
  }

  /** Goes on from the session before; after a reload the store itself tells which setups have run. */
  async resume(): Promise<StartOptions> {
    await this.load();
    return { setups: this.setups, ...(this.session ? { continue: this.session } : {}) };
  }

  /** Takes note of a run: the next goes on from it. */
  ran(session: string, text: string): void {
    this.before = null;
    this.session = session;
    this.setups = [...new Set([...this.setups, ...setupsOf(text)])];
  }

  /** Keeps the store as it is now, or returns why not. */
  async keep(): Promise<Trouble | null> {
    const { id, seed, setups, unread } = this;
    return unread ?? keepData(id, { data: await this.control.snapshot(), seed, setups });
  }

  /** Empties the store: a new worker, because its memory never shrinks, and a new seed. Returns why old data are still kept. */
  async reset(): Promise<Trouble | null> {
    const { seed, setups } = this;
    const data = this.loading ? await this.control.snapshot().catch(() => null) : null;
    this.before = data && { data, seed, setups };
    const why = await forgetData(this.id);
    this.unread = why;
    this.spoilt = false;
    this.seed = Math.floor(Math.random() * SEEDS);
    this.session = "";
    this.found = null;
    this.engine.reset();
    await this.begin(this.fill());
    return why;
  }

  /** Tells whether the last reset can be undone. */
  get undoable(): boolean {
    return this.before !== null;
  }

  /** Brings back what the last reset has removed, once; and keeps it, or returns why not. */
  async undoReset(): Promise<Trouble | null> {
    const { before } = this;
    this.before = null;
    if (!before || !(await this.take(before))) return null;
    this.session = "";
    return this.keep();
  }

  /** The engine lost its memory; the next run brings back what was kept. */
  lose(): void {
    this.found = null;
    this.loading = null;
    this.session = "";
  }

  private begin(loading: Promise<void>): Promise<void> {
    this.loading = loading;
    loading.catch(() => {
      if (this.loading === loading) this.loading = null;
    });
    return loading;
  }

  /** Looks for kept data, once until they are used or lost. */
  private find(): Promise<Found> {
    this.found ??= keptData(this.id);
    return this.found;
  }

  private async bring(): Promise<void> {
    const found = await this.find();
    this.found = null;
    if ("trouble" in found) this.unread = found.trouble;
    else if (found.kept && (found.kept === "unreadable" || !(await this.take(found.kept)))) await this.setAside();
    else if (found.kept) return;
    await this.fill();
  }

  /** Brings kept data into the engine; false if it refuses them. */
  private async take(kept: Kept): Promise<boolean> {
    const { seed, setups, data } = kept;
    await this.control.reset({ seed, options: this.source.options ?? {} });
    const taken = await this.control.restore(data).then(() => true, refused);
    if (taken) [this.seed, this.setups] = [seed, setups];
    return taken;
  }

  private async setAside(): Promise<void> {
    this.unread = await setAsideData(this.id);
    this.spoilt = this.unread === null;
    this.seed = 1;
  }

  /** A document may begin with data of its own. */
  private async fill(): Promise<void> {
    await new Fixture(this.control, this.source, this.seed).restore();
    this.setups = this.source.setup ? [this.source.setup] : [];
  }
}

function refused(e: unknown): false {
  if (e instanceof ControlError) return false;
  throw e;
}
