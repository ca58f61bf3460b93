// The playground's sandbox: a store that outlives the page, and the session that scripts go on from.
import { type Control, ControlError, type StartOptions } from "../../engine/control.ts";
import type { Engine } from "../../engine/engine.ts";
import { Fixture, setupOf, setupsOf } from "../../engine/fixture.ts";
import type { FixtureSource } from "../../engine/page-data.ts";
import type { Exchange } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { Trouble } from "../../ui/storage.ts";
import { Journal, originsOf } from "./journal.ts";
import { type Found, forgetData, type Kept, keepData, keptData, setAsideData } from "./keep-data.ts";
import { MadeTable } from "./made-table.ts";
import { Owner } from "./owner.ts";
import { optionsOf, readSandbox, type SandboxSettings, USUAL, usualOf } from "./sandbox-settings.ts";

const SEEDS = 1_000_000;
const RESETS = 3; // that can be taken back, each of which holds a copy of the data

export class PlayStore {
  seed = 1;
  unread: Trouble | null = null; // why the kept data could not be read; until a reset nothing is written over them
  spoilt = false; // the kept data were set aside
  readonly journal = new Journal();
  readonly owner = new Owner(() => this.taken());
  taken: () => void = () => undefined; // called when another tab has taken over the data
  making: MadeTable | null = null; // the table that is being made
  made: () => void = () => undefined; // called whenever more of it is there
  bare = false; // the last reset has left it without what the document begins with
  began = Date.now(); // of this document: when the page opened it, or its last reset
  settings: SandboxSettings = USUAL; // that the reader wants, from the next run on
  private configured = ""; // that the engine has
  private id = "";
  private source: FixtureSource = { files: {} };
  private session = "";
  private found: Promise<Found> | null = null;
  private loading: Promise<void> | null = null;
  private resetting: Promise<Trouble | null> | null = null; // while the worker may go at any moment
  private setups: string[] = []; // that the kept data hold already
  private readonly before: Kept[] = []; // what resets have removed, the newest last
  private readonly after: Kept[] = []; // what was there before a reset was taken back
  private asBegun = true; // the journal begins with what the document begins with
  private begunAt = -1; // place of data that are made again when the document is opened, -1 if there are none

  constructor(
    private readonly engine: Engine,
    private readonly control: Control,
  ) {}

  /** Turns to the data of another document; they are loaded with the next run. Of one that is not kept, none are. */
  async turn(id: string, source: FixtureSource, kept = true): Promise<void> {
    await this.afterReset();
    await this.leave();
    this.id = id;
    this.source = source;
    this.lose();
    this.settings = readSandbox(id, source.options);
    this.seed = 1;
    this.setups = [];
    this.unread = null;
    this.spoilt = false;
    this.before.length = this.after.length = 0;
    if (kept) await this.owner.take(id);
    else this.owner.free();
    const found = await this.find();
    if (this.id === id && "kept" in found && found.kept && found.kept !== "unreadable") this.seed = found.kept.seed;
  }

  /** Brings the store of this document into the engine, once. If it fails, the next call tries again. */
  load(): Promise<void> {
    return this.loading ?? this.begin(this.bring());
  }

  /** Goes on from the session before; after a reload the store itself tells which setups have run. */
  async resume(): Promise<StartOptions> {
    await this.afterReset();
    await this.load();
    await this.configure();
    return { setups: this.setups, ...(this.session ? { continue: this.session } : {}) };
  }

  /** The scripts that have filled the data. */
  get filledBy(): string[] {
    return this.setups;
  }

  /** Tells the engine what the reader wants, unless it knows. */
  private async configure(): Promise<void> {
    const wanted = JSON.stringify(optionsOf(this.settings));
    if (wanted === this.configured) return;
    await this.control.configure(optionsOf(this.settings));
    this.configured = wanted;
  }

  /** Takes note of a run: the next goes on from it. */
  ran(session: string, text: string): void {
    this.session = session;
    this.setups = [...new Set([...this.setups, ...setupsOf(text)])];
  }

  /** Keeps the store as it is now, or returns why not. A copy is not kept, nor the past while one looks at it, nor
   * what is made again. */
  async keep(): Promise<Trouble | null> {
    const { id, unread } = this;
    if (unread || !this.owner.owns || this.journal.past) return unread;
    if (this.asMade) return forgetData(id);
    const kept = await this.take();
    return this.owner.owns ? keepData(id, kept) : null;
  }

  /** The store as it is now. */
  async take(): Promise<Kept> {
    const { seed, setups, byHand } = this;
    return { data: await this.control.snapshot(), seed, setups, byHand };
  }

  /** What is written from now on is one change with a name, until the next look at the journal. */
  mark(label: string): void {
    this.journal.mark(label);
  }

  /** Looks what has been written since the last time; exchanges say which request did it. Tells whether anything
   * was. */
  async note(exchanges: readonly Exchange[] = []): Promise<boolean> {
    if (!this.loading) return false;
    await this.loading;
    const history = await this.control.changes(this.journal.at);
    const taken = this.journal.take(history, originsOf(exchanges), Date.now(), this.setups);
    if (taken) this.after.length = 0;
    return taken;
  }

  /** Brings the data of a place of the journal; with look they stay kept as they are at the end. */
  async goTo(place: number, look = false): Promise<Trouble | null> {
    await this.load();
    const { at } = await this.control.history(place);
    this.journal.arrived(at, look);
    this.session = ""; // its answers may be of what is no more
    this.setups = this.journal.setupsAt(at);
    return this.keep();
  }

  /** Becomes the one who keeps the data, also if another tab does now, and brings what that has kept. */
  async takeOver(): Promise<void> {
    const { id, source } = this;
    await this.owner.take(id, true);
    await this.turn(id, source);
    await this.load();
  }

  /** Puts other data into the store, which begins a new history; returns why they are not kept. Throws if they cannot
   * be read. */
  async put(kept: Kept): Promise<Trouble | null> {
    const before = await this.take();
    if (!(await this.bringIn(kept))) throw new Error(t("snap.unreadable"));
    this.removed(before);
    this.session = "";
    await this.remember(t("time.start.snapshot"), kept);
    return this.keep();
  }

  /** Whether the data are those that are made again whenever the document is opened. */
  get asMade(): boolean {
    return this.journal.at === this.begunAt;
  }

  /** Whether the data may be others than those that the document begins with. */
  get changed(): boolean {
    return !this.asMade && (!this.asBegun || this.journal.list.length > 0);
  }

  /** Keeps the store as it is now for another document, or returns why not. */
  async copyTo(id: string): Promise<Trouble | null> {
    return keepData(id, await this.take());
  }

  /** Takes all data out of the engine; those of the document come with its first run. */
  async hold(): Promise<void> {
    this.lose();
    await this.control.reset({ seed: this.seed });
  }

  /**
   * Empties the store: a new worker, because its memory never shrinks, and a new seed. Returns why old data are still
   * kept. Runs that are under way end first; what begins meanwhile waits, and a second reset is the same one. A bare
   * one does not bring what the document begins with.
   */
  reset(end: () => Promise<void>, bare = false): Promise<Trouble | null> {
    this.resetting ??= this.empty(end, bare).finally(() => {
      this.resetting = null;
    });
    return this.resetting;
  }

  private async afterReset(): Promise<void> {
    await this.resetting?.catch(() => undefined); // told by whoever asked for it
  }

  private async empty(end: () => Promise<void>, bare: boolean): Promise<Trouble | null> {
    await end();
    await this.leave();
    this.removed(this.loading ? await this.take().catch(() => null) : await this.kept());
    const why = this.owner.owns ? await forgetData(this.id) : null;
    this.unread = why;
    this.spoilt = false;
    this.seed = this.settings.seed ?? Math.floor(Math.random() * SEEDS);
    this.began = Date.now();
    this.session = "";
    this.found = null;
    this.engine.reset();
    await this.begin(bare ? this.beginBare() : this.beginAnew());
    return why;
  }

  /** What is kept of a document whose data were not used yet. */
  private async kept(): Promise<Kept | null> {
    const found = await this.find();
    return "kept" in found && found.kept !== "unreadable" ? found.kept : null;
  }

  private removed(data: Kept | null): void {
    if (data) this.before.push(data);
    if (this.before.length > RESETS) this.before.shift();
    this.after.length = 0;
  }

  /** Tells whether the last reset can be undone. */
  get undoable(): boolean {
    return this.before.length > 0;
  }

  /** Tells whether a reset that was undone can be done again: nothing was changed since. */
  get redoable(): boolean {
    return this.after.length > 0 && !this.journal.list.length;
  }

  /** Tells whether the data may hold what no run of the script brings again. */
  get byHand(): boolean {
    return this.changed && this.journal.byHand(this.begunAt);
  }

  /** Tells whether the data are those of an earlier visit, or of a snapshot. */
  get fromBefore(): boolean {
    return this.changed && !this.asBegun;
  }

  /** Brings back what the last reset has removed; and keeps it, or returns why not. */
  undoReset(): Promise<Trouble | null> {
    return this.exchange(this.before, this.after);
  }

  /** The other way round. */
  redoReset(): Promise<Trouble | null> {
    return this.exchange(this.after, this.before);
  }

  private async exchange(from: Kept[], to: Kept[]): Promise<Trouble | null> {
    const wanted = from.at(-1);
    if (!wanted) return null;
    const now = await this.take();
    if (!(await this.bringIn(wanted))) return null;
    from.pop();
    to.push(now);
    this.session = "";
    await this.remember(t("time.start.undone"), wanted);
    return this.keep();
  }

  /** The engine lost its memory; the next run brings back what was kept. */
  lose(): void {
    this.begunAt = -1;
    this.asBegun = true;
    this.bare = false;
    this.journal.begin({ label: "", time: Date.now(), setups: [] });
    this.found = null;
    this.loading = null;
    this.session = "";
  }

  private begin(loading: Promise<void>): Promise<void> {
    this.configured = JSON.stringify(optionsOf(usualOf(this.source.options)));
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
    else if (found.kept && (found.kept === "unreadable" || !(await this.bringIn(found.kept)))) await this.setAside();
    else if (found.kept) return this.remember(t("time.start.kept"), found.kept);
    await this.beginAnew();
  }

  /** What the document begins with: a table that is made is the first change, which can be taken back. */
  private async beginAnew(): Promise<void> {
    await this.fill();
    await this.remember(t("time.start.fresh"));
    this.asBegun = true;
    await this.make();
  }

  private async beginBare(): Promise<void> {
    const { options } = this.source;
    await new Fixture(this.control, { files: {}, ...(options ? { options } : {}) }, this.seed).restore();
    this.setups = [];
    await this.remember(t("time.start.empty"));
    this.bare = true;
  }

  private async make(): Promise<void> {
    const { makes } = this.source;
    if (!makes) return;
    const making = new MadeTable(makes);
    this.making = making;
    this.made();
    try {
      this.mark(t("sets.change", { table: makes.table }));
      await making.fill(this.control, () => this.made());
      this.journal.take(await this.control.changes(0), originsOf([]), Date.now(), this.setups);
      if (making.whole) this.begunAt = this.journal.at;
    } finally {
      this.making = null;
      this.made();
    }
  }

  /** Ends what brings data into the engine: what it still writes would stand among those of the next document. */
  private async leave(): Promise<void> {
    this.making?.stop();
    await this.loading?.catch(() => undefined);
  }

  /** Brings kept data into the engine; false if it refuses them. */
  private async bringIn(kept: Kept): Promise<boolean> {
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

  private async remember(label: string, kept?: Kept): Promise<void> {
    await this.control.history();
    this.begunAt = -1;
    this.asBegun = false;
    this.bare = false;
    const hand = kept !== undefined && kept.byHand !== false;
    this.journal.begin({ label, time: Date.now(), setups: this.setups, hand });
  }

  /** A document may begin with data of its own. */
  private async fill(): Promise<void> {
    await new Fixture(this.control, this.source, this.seed).restore();
    this.setups = setupOf(this.source);
  }
}

function refused(e: unknown): false {
  if (e instanceof ControlError) return false;
  throw e;
}
