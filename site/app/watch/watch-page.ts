// The page "Watch": what a program does to its tables, live, with what could cost less or loses changes.
import { render, type TemplateResult } from "lit";
import { makeEditor } from "../editor/make-editor.ts";
import type { ScriptEditor } from "../editor/script-editor.ts";
import { ControlError } from "../engine/control.ts";
import { pageData, root } from "../engine/page-data.ts";
import type { Watched } from "../engine/types.ts";
import { NotLoaded } from "../program/closed-frame.ts";
import { ProgramConsole } from "../program/program-console.ts";
import { DataPanel } from "../script/data-panel.ts";
import { COMFORTABLE, pack } from "../share/link.ts";
import { said, t } from "../ui/i18n.ts";
import { type Prices, readPrices } from "../ui/prices.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { arranged, type Column, USUAL } from "./arrange.ts";
import { linesOf, scriptOf, tablesOf } from "./as-script.ts";
import type { ReadFile } from "./file-view.ts";
import { MachineSource, takeToken } from "./machine-source.ts";
import { markdownOf } from "./markdown.ts";
import type { Extra } from "./open-view.ts";
import { type Looking, type Opened, ROWS } from "./recording-view.ts";
import { type ReadyProgram, TabSource, type WatchControl } from "./tab-source.ts";

const LOOK = 400; // milliseconds between two looks at a recording
const SLICE = 512 << 10; // bytes of a log
const EXAMINE = 5; // looks after which cheaper forms are tried if there are more requests
const LINK_ROWS = 1000; // of a table that goes along with a script

/** What the page carries: programs, and a recording of the first of them. */
interface PageData {
  programs: ReadyProgram[];
  watched: Watched;
  extras: (Extra | null)[]; // by the place of the shape
}

export type Source = "tab" | "machine" | "file";
export type View = "program" | "shapes" | "data" | "compare";

export class WatchPage implements Looking {
  order = USUAL;
  filter = "";
  rows = ROWS;
  open: Opened | null = null;
  held: readonly number[] | null = null;
  view: View = "shapes";
  from: Source = "tab";
  machine: MachineSource | null = null;
  file: ReadFile | null = null;
  watched: Watched;
  baked = true; // what is shown was recorded when the page was built
  before: Watched | null = null;
  program: ReadyProgram;
  running = false;
  note = "";
  scriptNote = "";
  scriptLink = "";
  prices: Prices = readPrices();
  readonly programs: readonly ReadyProgram[];
  readonly console: ProgramConsole;
  readonly editor = document.createElement("div");
  data: DataPanel;
  private readonly source: TabSource;
  private readonly extras = new Map<number, Extra>();
  private script: ScriptEditor | null = null;
  private looking = 0;
  private drawing = 0;
  private examined = 0; // requests that there were when cheaper forms were tried
  private looks = 0; // at the machine
  private asking = false;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: HTMLElement,
    private readonly draws: (page: WatchPage) => TemplateResult,
  ) {
    const data = pageData<PageData>("watch");
    this.programs = data?.programs ?? [];
    this.watched = data?.watched ?? NOTHING;
    for (const [i, extra] of (data?.extras ?? []).entries()) if (extra) this.extras.set(i, extra);
    this.program = this.programs[0] ?? { key: "", title: "", about: "", text: "", rows: [] };
    this.source = new TabSource(host);
    this.data = new DataPanel(this.source.control);
    this.console = new ProgramConsole((line) => this.goToLine(line));
    this.editor.className = "w-editor";
    this.open = roomy() ? firstOf(this.watched) : null;
    addEventListener("keydown", (e) => this.pressed(e));
  }

  /** Takes the place of what the page was built with. */
  async begin(): Promise<void> {
    await Promise.all([needSheet("watch"), needSheet("program"), needSheet("data")]);
    const wanted = new URLSearchParams(location.search).get("program");
    const named = this.programs.find((p) => p.key === wanted);
    if (named) this.program = named;
    this.host.replaceChildren();
    this.host.setAttribute("state", "ready");
    this.drawNow();
    if (location.hash.startsWith("#token=")) await this.take("machine");
    else if (named) await this.choose(named.key);
  }

  get control(): WatchControl {
    return this.from === "machine" && this.machine ? this.machine.control : this.source.control;
  }

  /** Chooses whose requests are shown. */
  async take(from: Source): Promise<void> {
    if (this.running) await this.stop();
    clearInterval(this.looking);
    this.from = from;
    this.baked = false;
    this.note = "";
    this.view = "shapes";
    this.forget();
    if (from === "machine") {
      this.machine ??= new MachineSource(takeToken());
      await this.machine.look();
      // a door that is closed opens with another address
      if (this.machine.door === "open") this.looking = window.setInterval(() => void this.follow(), LOOK);
    }
    this.data = new DataPanel(this.control);
    if (from === "file") this.file = null;
    else if (from === "tab" || this.machine?.door === "open") await this.look();
    this.draw();
  }

  /** Reads a log slice by slice, in this tab. */
  async read(from: File): Promise<void> {
    const { control } = this.source;
    const file: ReadFile = { name: from.name, size: from.size, at: 0, trouble: "", log: null };
    this.file = file;
    this.forget();
    try {
      await control.beginLog();
      for (let at = 0; !file.log && this.file === file; at += SLICE) {
        const slice = await from.slice(at, at + SLICE).arrayBuffer();
        const last = at + SLICE >= from.size;
        const progress = await control.addToLog(slice, last);
        file.at = Math.min(at + SLICE, from.size);
        if (last) file.log = progress;
        this.draw();
      }
    } catch (e) {
      file.trouble = e instanceof ControlError ? said(e.message, e.sentences) : String(e);
    }
    if (this.file !== file) return;
    this.watched = file.log?.watched ?? NOTHING;
    this.order = { by: "calls", down: true };
    if (roomy()) this.open = firstOf(this.watched);
    this.draw();
  }

  /** Looks at what the programs of this machine do, and has cheaper forms tried when there is more to try. */
  private async follow(): Promise<void> {
    const { machine, watched } = this;
    if (!machine || document.hidden || this.asking) return;
    this.asking = true;
    if (this.empty) await machine.look();
    this.looks++;
    if (watched.calls !== this.examined && this.looks % EXAMINE === 0) {
      this.examined = watched.calls;
      await this.control.record({ examine: true }).catch(() => undefined);
    }
    const were = watched.findings.length;
    await this.look();
    if (roomy() && !this.open && !were) this.open = firstOf(this.watched);
    this.asking = false;
  }

  /** Nothing has come that was answered. */
  get empty(): boolean {
    return this.watched.shapes.every((s) => s.does === "refused");
  }

  /** Begins or ends the recording of this machine. */
  async record(on: boolean): Promise<void> {
    await this.control.record({ record: on, examine: !on }).catch(() => undefined);
    await this.look();
  }

  async copy(text: string): Promise<void> {
    this.note = await navigator.clipboard.writeText(text).then(
      () => t("share.copied"),
      () => t("share.notcopied"),
    );
    this.draw();
  }

  extra(place: number): Extra | undefined {
    return this.extras.get(place);
  }

  /** Chooses one of the ready programs: its text is shown. */
  async choose(key: string): Promise<void> {
    const program = this.programs.find((p) => p.key === key);
    if (!program || this.running) return;
    this.program = program;
    this.view = "program";
    this.baked = false;
    this.forget();
    this.console.forget();
    await this.fillEditor(program.text);
    this.draw();
  }

  async show(view: View): Promise<void> {
    this.view = view;
    this.draw();
    if (view === "program" && !this.script) await this.fillEditor(this.program.text);
    await this.data.open(view === "data");
  }

  private async fillEditor(text: string): Promise<void> {
    if (!this.script) {
      this.script = await makeEditor();
      this.script.language = "js";
      this.script.label = t("js.editor");
      this.editor.replaceChildren(this.script);
      this.script.addEventListener("script:run", () => void this.run());
      this.script.addEventListener("script:runall", () => void this.run());
    }
    this.script.language = "js";
    this.script.text = text;
  }

  private goToLine(line: number): void {
    void this.show("program").then(() => this.script?.goTo(line));
  }

  /** Runs the program as it is now in the editor, and records it. */
  async run(): Promise<void> {
    if (this.running || this.from !== "tab") return;
    this.ended = this.perform();
    await this.ended;
  }

  private async perform(): Promise<void> {
    let whole = false; // it ran to its end
    this.running = true;
    this.note = "";
    this.baked = false;
    this.forget();
    this.console.begin();
    this.drawNow();
    this.looking = window.setInterval(() => void this.look(), LOOK);
    try {
      const text = this.script?.text ?? this.program.text;
      const called = () => {
        this.console.calls++;
        this.console.change();
      };
      const { end, failed } = await this.source.run(this.program, text, { ...this.console.watch, called });
      this.console.end(failed, end === "aborted");
      whole = end === "done";
      if (failed) this.note = t("watch.failed", { why: failed.message.split("\n", 1)[0] ?? "" });
    } catch (e) {
      const why = t(e instanceof NotLoaded ? "js.notloaded" : "js.engine");
      this.console.end({ name: t("js.failed"), message: why, status: 0, code: "", line: 0 });
      this.note = why;
    } finally {
      clearInterval(this.looking);
      this.running = false;
      await this.look();
      if (roomy()) this.open ??= firstOf(this.watched);
      if (whole && this.view === "program") this.view = "shapes";
      this.draw();
      void this.opened();
      await this.data.refresh([]);
    }
  }

  async stop(): Promise<void> {
    this.source.stop();
    await this.ended;
  }

  private async look(): Promise<void> {
    const watched = await this.control.look().catch(() => null); // the engine was stopped
    if (!watched) return;
    this.watched = watched;
    this.draw();
  }

  private forget(): void {
    this.watched = NOTHING;
    this.extras.clear();
    this.open = null;
    this.held = null;
    this.scriptNote = "";
    this.scriptLink = "";
  }

  /** Forgets what was recorded. */
  async clear(): Promise<void> {
    if (this.running) await this.stop();
    this.baked = false;
    this.examined = 0;
    this.forget();
    this.file = null;
    await this.control.record({ clear: true }).catch(() => undefined);
    this.draw();
  }

  /** Keeps the recording to be compared with the next one. */
  keep(): void {
    this.before = this.watched;
    this.note = t("watch.kept");
    this.draw();
  }

  swap(): void {
    if (!this.before) return;
    [this.before, this.watched] = [this.watched, this.before];
    this.open = null;
    this.extras.clear();
    this.draw();
  }

  async copyMarkdown(): Promise<void> {
    const titles = { tab: this.program.title, machine: t("watch.machine"), file: this.file?.name ?? "" };
    const title = titles[this.from];
    const text = markdownOf(title, this.watched, this.view === "compare" ? this.before : null);
    this.note = await navigator.clipboard.writeText(text).then(
      () => t("watch.copied"),
      () => t("share.notcopied"),
    );
    this.draw();
  }

  /** Opens a shape at the side. */
  choosen(o: Opened | null): void {
    this.open = o;
    this.scriptNote = "";
    this.scriptLink = "";
    this.draw();
    void this.opened();
  }

  /** Asks why the open shape costs what it costs, unless that is known. */
  private async opened(): Promise<void> {
    const { open, watched, control, baked } = this;
    const s = open ? watched.shapes[open.shape] : undefined;
    if (!open || !s?.class || baked || this.from === "file" || this.extras.has(open.shape)) return;
    const worst = s.samples.find((x) => x.read === s.mostRead) ?? s.samples[0];
    if (!worst) return;
    const filter = new URLSearchParams(worst.target.split(/\?(.*)/s)[1] ?? "").get("$filter") ?? "";
    const [picture, planned] = await Promise.all([
      control.keyline(worst.record).catch(() => null),
      s.does === "get" ? null : control.plan(filter).catch(() => null),
    ]);
    if (this.watched.shapes[open.shape]?.text !== s.text) return;
    if (s.does !== "get" && !planned?.plan) return;
    this.extras.set(open.shape, { picture, plan: planned?.plan ?? null });
    this.draw();
  }

  /** Makes a link to the open shape as a script, with the rows that it needs. */
  async asScript(): Promise<void> {
    const place = this.open?.shape ?? -1;
    const text = scriptOf(this.watched, place, { sent: t("watch.sent"), cheaper: t("watch.cheaper") });
    if (!text) return this.tellScript(t("watch.script.none"), "");
    if (this.baked) return this.tellScript(t("watch.script.baked"), "");
    let data = "";
    for (const table of this.from === "file" ? [] : tablesOf(this.watched, place)) {
      const page = await this.control.rows(table, 0, LINK_ROWS).catch(() => null);
      if (page) data += linesOf(table, page.entities);
    }
    const link = await pack({ scripts: [{ name: t("watch.script.name"), text }], data });
    this.tellScript(link.length > 20 * COMFORTABLE ? t("watch.script.long") : "", new URL("play/", root).href + link);
  }

  private tellScript(note: string, href: string): void {
    this.scriptNote = note;
    this.scriptLink = href;
    this.draw();
  }

  sort(by: Column): void {
    this.order = { by, down: this.order.by === by ? !this.order.down : by !== "shape" };
    this.held = null;
    this.draw();
  }

  search(text: string): void {
    this.filter = text;
    this.draw();
  }

  more(): void {
    this.rows += ROWS;
    this.draw();
  }

  /** While the pointer or the focus is among the rows of a recording that goes on, they stay where they are. */
  hold(on: boolean): void {
    this.held =
      on && (this.running || this.watched.recording) ? arranged(this.watched.shapes, this.order, this.filter) : null;
  }

  private pressed(e: KeyboardEvent): void {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && !e.defaultPrevented) {
      e.preventDefault();
      void this.run();
    } else if (e.key === "Escape" && !e.defaultPrevented) {
      if (this.running) void this.stop();
      else if (this.open) this.choosen(null);
    }
  }

  /** Draws with the next frame: many requests may come in one. */
  draw(): void {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    render(this.draws(this), this.host);
  }
}

/** Where what is open stands beside the recording, and does not cover it. */
const roomy = (): boolean => matchMedia("(width >= 75rem)").matches;

/** What costs most, or loses changes, is open at first. */
function firstOf(w: Watched): Opened | null {
  const shape = w.findings[0]?.shapes[0];
  return shape === undefined ? null : { shape, finding: 0 };
}

const NOTHING: Watched = {
  recording: false,
  elapsed: 0,
  calls: 0,
  sums: {
    read: 0,
    returned: 0,
    partitions: 0,
    bytesIn: 0,
    bytesOut: 0,
    transactions: 0,
    roundtrips: 0,
    pages: 0,
  },
  other: 0,
  shapes: [],
  findings: [],
};
