// The page "Watch": what a program does to its tables, live, with what could cost less or loses changes.
import type { TemplateResult } from "lit";
import { pageData } from "../engine/page-data.ts";
import type { Watched } from "../engine/types.ts";
import type { ProgramConsole } from "../program/program-console.ts";
import { DataPanel } from "../script/data-panel.ts";
import { t } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { NOTHING } from "./arrange.ts";
import { publishedLog, readLog } from "./file-source.ts";
import type { ReadFile } from "./file-view.ts";
import { MachineSource, takeToken } from "./machine-source.ts";
import type { Extra } from "./open-view.ts";
import { ProgramEditor } from "./program-editor.ts";
import { firstOf, RecordingPage, roomy, type Source, type View } from "./recording-page.ts";
import { type ReadyProgram, TabSource, type WatchControl } from "./tab-source.ts";

const LOOK = 400; // milliseconds between two looks at a recording
const QUIET = 10_000; // milliseconds without a request after which every unit of work is over, see engine/shape
const EXAMINE = 5; // looks after which cheaper forms are tried if there are more requests

/** What the page carries: programs, and a recording of the first of them. */
interface PageData {
  programs: ReadyProgram[];
  watched: Watched;
  extras: (Extra | null)[]; // by the place of the shape
}

export class WatchPage extends RecordingPage {
  machine: MachineSource | null = null;
  file: ReadFile | null = null;
  program: ReadyProgram;
  readonly programs: readonly ReadyProgram[];
  data: DataPanel;
  private readonly source: TabSource;
  readonly written: ProgramEditor;
  private looking = 0;
  private examined = 0; // requests that there were when cheaper forms were tried
  private looks = 0; // at the machine
  private heard = 0; // requests that had come at the last look
  private heardAt = 0; // when there were more than before
  private over = 0; // requests that there were when units of work were ended
  private asking = false;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    host: HTMLElement,
    private readonly draws: (page: WatchPage) => TemplateResult,
  ) {
    const data = pageData<PageData>("watch");
    super(host, data?.watched ?? NOTHING, data?.extras ?? [], true);
    this.programs = data?.programs ?? [];
    this.program = this.programs[0] ?? { key: "", title: "", about: "", text: "", rows: [] };
    this.source = new TabSource(host);
    this.data = new DataPanel(this.source.control);
    this.written = new ProgramEditor(
      this.source,
      () => this.show("program"),
      () => void this.run(),
      () => this.draw(),
    );
    this.open = roomy() ? firstOf(this.watched) : null;
    addEventListener("keydown", (e) => this.pressed(e));
    addEventListener("hashchange", () => this.letIn());
  }

  /** Takes the place of what the page was built with. */
  async begin(): Promise<void> {
    await Promise.all([needSheet("watch"), needSheet("program"), needSheet("data")]);
    const wanted = new URLSearchParams(location.search);
    const named = this.programs.find((p) => p.key === wanted.get("program"));
    const log = await publishedLog(wanted.get("log") ?? "");
    if (named) this.program = named;
    this.host.replaceChildren();
    this.host.setAttribute("state", "ready");
    this.drawNow();
    if (location.hash.startsWith("#token=")) await this.take("machine");
    else if (named) await this.choose(named.key);
    else if (log) {
      await this.take("file");
      await this.read(log);
    }
  }

  /** The address with the token came into a page that is open: nothing loads it again. */
  private letIn(): void {
    if (!location.hash.startsWith("#token=")) return;
    this.machine = null;
    void this.take("machine");
  }

  get console(): ProgramConsole {
    return this.written.console;
  }

  get editor(): HTMLElement {
    return this.written.element;
  }

  get control(): WatchControl {
    return this.from === "machine" && this.machine ? this.machine.control : this.source.control;
  }

  protected get title(): string {
    return { tab: this.program.title, machine: t("watch.machine"), file: this.file?.name ?? "" }[this.from];
  }

  protected drawn(): TemplateResult {
    return this.draws(this);
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
    const file: ReadFile = { name: from.name, size: from.size, at: 0, trouble: "", log: null };
    this.file = file;
    this.forget();
    await readLog(
      this.source.control,
      from,
      file,
      () => this.file === file,
      () => this.draw(),
    );
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
    await this.settle();
    await this.look();
    if (roomy() && !this.open && !were) this.open = firstOf(this.watched);
    this.asking = false;
  }

  /** Ends units of work once nothing has come for a while, so that what they show is named before Stop. */
  private async settle(): Promise<void> {
    const { calls, recording } = this.watched;
    const now = performance.now();
    if (calls !== this.heard) [this.heard, this.heardAt] = [calls, now];
    if (!recording || calls === this.over || now - this.heardAt < QUIET) return;
    this.over = calls;
    await this.control.record({ over: true }).catch(() => undefined);
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

  /** Chooses one of the ready programs: its text is shown. */
  async choose(key: string): Promise<void> {
    const program = this.programs.find((p) => p.key === key);
    if (!program || this.running) return;
    this.program = program;
    this.view = "program";
    this.baked = false;
    this.forget();
    this.console.forget();
    await this.written.fill(program);
    this.draw();
  }

  async show(view: View): Promise<void> {
    this.view = view;
    this.draw();
    if (view === "program") await this.written.need(this.program);
    await this.data.open(view === "data");
  }

  /** Runs the program as it is now in the editor, and records it. */
  async run(): Promise<void> {
    if (this.running || this.from !== "tab") return;
    this.ended = this.perform();
    await this.ended;
  }

  private async perform(): Promise<void> {
    this.running = true;
    this.note = "";
    this.baked = false;
    this.forget();
    this.console.begin();
    this.drawNow();
    this.looking = window.setInterval(() => void this.look(), LOOK);
    const { whole, note } = await this.written.perform(this.program);
    this.note = note;
    clearInterval(this.looking);
    this.running = false;
    await this.look();
    if (roomy()) this.open ??= firstOf(this.watched);
    if (whole && this.view === "program") this.view = "shapes";
    this.draw();
    void this.opened();
    await this.data.refresh([]);
  }

  async stop(): Promise<void> {
    this.source.stop();
    await this.ended;
  }

  /** Forgets what was recorded. */
  async clear(): Promise<void> {
    if (this.running) await this.stop();
    this.baked = false;
    this.examined = this.over = 0;
    this.forget();
    this.file = null;
    await this.control.record({ clear: true }).catch(() => undefined);
    this.draw();
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
}
