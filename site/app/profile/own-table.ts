// A file of one's own: reads it, shows what is in it, and hands a filled sheet to the workbench. Nothing of it is kept.
import { render, type TemplateResult } from "lit";
import { ControlError } from "../engine/control.ts";
import { openEngine } from "../engine/page-data.ts";
import type { Profile, ProfiledSheet, ProfilePartitions, ProfileProgress } from "../engine/types.ts";
import { asUtf8 } from "../transfer/file-text.ts";
import { Drafts } from "../ui/drafts.ts";
import { said } from "../ui/i18n.ts";
import { KEPT } from "../ui/kept-sheets.ts";
import type { Trouble } from "../ui/storage.ts";
import { ProfileControl } from "./profile-control.ts";
import { readFile } from "./read-file.ts";

export type Stage = "reading" | "stopped" | "failed" | "done";

const COMPARED = 3; // designs that the workbench shows side by side
const TYPED = 400; // milliseconds after the last letter of a filter

export class OwnTable {
  stage: Stage = "reading";
  file = new File([], "");
  source: Blob = this.file; // the file as UTF-8
  progress: ProfileProgress = { rows: 0, bytes: 0, done: false };
  took = 0; // milliseconds
  problem = "";
  report: Profile | null = null;
  partitions: ProfilePartitions | null = null;
  sheet: ProfiledSheet | null = null;
  cut = false; // the reader stopped, and took the rows so far
  shown: number[] = []; // columns of the partitions that are shown
  types: Record<string, string> = {};
  filters = "";
  compared = new Set<number>(); // positions among the keys of the report
  keepTrouble: Trouble | "" = ""; // why the sheet cannot be kept
  kept = ""; // the key of the sheet that was kept
  values = false; // an export has examples
  private keptSheet: ProfiledSheet | null = null; // as it was when it was kept
  private at = 0; // bytes that were given to the engine
  private stopping = new AbortController();
  private later: ReturnType<typeof setTimeout> | undefined;
  private readonly engine = openEngine();
  private readonly control = new ProfileControl(this.engine.fetch);
  private readonly place = document.createElement("div");

  constructor(
    private readonly host: HTMLElement,
    private readonly view: (own: OwnTable) => TemplateResult,
  ) {
    this.place.className = "own";
    host.append(this.place);
  }

  /** Begins with a file, in place of the one before. */
  async read(file: File): Promise<void> {
    this.stopping.abort();
    Object.assign(this, { file, at: 0, took: 0, report: null, partitions: null, sheet: null, cut: false, problem: "" });
    Object.assign(this, { types: {}, filters: "", kept: "", progress: { rows: 0, bytes: 0, done: false } });
    const stop = new AbortController();
    this.stopping = stop;
    this.show("reading");
    await this.attempt(async () => {
      const source = await asUtf8(file);
      if (file !== this.file) return;
      this.source = source;
      await this.control.begin(file.name, source.size);
    });
    if (this.stage === "reading" && file === this.file) await this.goOn(stop);
  }

  /** Reads on from where it was stopped. */
  async goOn(stop = new AbortController()): Promise<void> {
    this.show("reading");
    this.stopping = stop;
    const [file, began] = [this.file, performance.now()];
    await this.attempt(async () => {
      const progress = (p: ProfileProgress) => this.advance(file, p);
      const at = await readFile(this.control, this.source, this.at, { signal: stop.signal, progress });
      if (file !== this.file) return;
      this.at = at;
      this.took += performance.now() - began;
      if (this.progress.done) await this.finish();
      else this.show("stopped");
    });
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Ends the file with the rows so far. */
  async takeSoFar(): Promise<void> {
    await this.attempt(async () => {
      this.progress = await this.control.cut();
      this.cut = true;
      await this.finish();
    });
  }

  /** Forgets the file: the page is as it was. */
  forget(): void {
    this.stopping.abort();
    this.engine.stop();
    this.file = new File([], "");
    this.source = this.file;
    this.place.replaceChildren();
    this.host.removeAttribute("data-open");
    this.host.querySelector<HTMLElement>("input[type=file]")?.focus();
    this.place.remove();
  }

  /** The page is as it was before its first file. */
  get forgotten(): boolean {
    return !this.place.isConnected;
  }

  /** Asks for another file, as the page did for the first. */
  choose(): void {
    this.host.querySelector<HTMLInputElement>("input[type=file]")?.click();
  }

  async showPartitions(columns: number[]): Promise<void> {
    this.shown = columns;
    await this.attempt(async () => {
      this.partitions = await this.control.partitionsOf(columns);
    });
    this.draw();
  }

  setType(column: string, type: string): void {
    this.types = { ...this.types, [column]: type };
    void this.fill();
  }

  setFilters(text: string): void {
    this.filters = text;
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.fill(), TYPED);
  }

  /** Adds a choice of keys to those that are compared, or takes it out. */
  compare(key: number, wanted: boolean): void {
    if (wanted) this.compared.add(key);
    else this.compared.delete(key);
    void this.fill();
  }

  /** Tells whether another choice of keys can be compared; the keys of the file are compared anyway. */
  get hasRoom(): boolean {
    return this.compared.size + (this.report?.present?.unique ? 1 : 0) < COMPARED;
  }

  /** Keeps the sheet, which holds no value of the file, among the sheets of the workbench. */
  keep(): void {
    if (!this.sheet) return;
    const key = this.kept || `s-${Date.now().toString(36)}`;
    const drafts = new Drafts(KEPT + key, "", (saved) => {
      this.kept = saved.state === "unsaved" ? "" : key;
      if (saved.state === "unsaved") this.keepTrouble = saved.why;
    });
    drafts.save(this.sheet.text, []);
    drafts.close();
    this.keptSheet = this.sheet;
    this.draw();
  }

  /** Keeps the sheet that the workbench is to open, and returns its key, "" if it cannot be kept. What was kept before
   * is opened again if it is the same sheet, with all that was written there since; another one never takes its
   * place. */
  keepToCompare(): string {
    if (this.keptSheet !== this.sheet) this.kept = "";
    if (!this.kept) this.keep();
    return this.kept;
  }

  sample(): Promise<string> {
    return this.control.sample();
  }

  numbers(): Promise<Profile> {
    return this.control.report(this.values);
  }

  draw(): void {
    render(this.view(this), this.place);
  }

  private async finish(): Promise<void> {
    const report = await this.control.report(true);
    this.report = report;
    const room = COMPARED - (report.present?.unique ? 1 : 0);
    const good = [...report.keys.keys()].filter((i) => !report.keys[i]?.problem);
    this.compared = new Set(good.slice(0, room));
    const key = report.present ?? report.keys[0];
    const first = report.columns.findIndex((c) => c.key);
    const columns = key ? key.partitionKey.map((n) => report.columns.findIndex((c) => c.name === n)) : [first];
    if (columns.every((c) => c >= 0)) await this.showPartitions(columns);
    await this.fill();
    this.show("done");
  }

  private async fill(): Promise<void> {
    await this.attempt(async () => {
      const keys = [...this.compared].sort((a, b) => a - b);
      this.sheet = await this.control.filledSheet({ types: this.types, filters: this.filters, keys });
    });
    this.draw();
  }

  private advance(file: File, p: ProfileProgress): void {
    if (file !== this.file) return;
    this.progress = p;
    this.draw();
  }

  private show(stage: Stage): void {
    this.stage = stage;
    this.host.dataset.open = "";
    this.draw();
    if (stage !== "reading") this.place.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
  }

  /** Does what may be refused, and shows why it was. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    const file = this.file;
    try {
      await work();
    } catch (e) {
      if (file !== this.file) return;
      this.problem =
        e instanceof ControlError ? said(e.message, e.sentences) : e instanceof Error ? e.message : String(e);
      this.show("failed");
    }
  }
}
