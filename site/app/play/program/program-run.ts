// Runs the program of a JavaScript document, with the sandbox of the document behind its requests.
import { refusedWith } from "../../answer/refused.ts";
import { root } from "../../engine/page-data.ts";
import type { RunResult } from "../../engine/run-script.ts";
import type { Exchange, KeyLine } from "../../engine/types.ts";
import { ClosedFrame, NotLoaded } from "../../program/closed-frame.ts";
import { Exchanges } from "../../program/exchanges.ts";
import { ProgramConsole } from "../../program/program-console.ts";
import { type Outcome, Session } from "../../program/session.ts";
import type { Programs } from "../../script/pane-options.ts";
import type { Read } from "../../script/results.ts";
import type { Unit } from "../../script/units.ts";
import { t } from "../../ui/i18n.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Data, Screen, Script } from "../workspace/workspace.ts";
import { ProgramLines } from "./program-lines.ts";

/** What a run tells the playground. */
export interface RunHost {
  busy: (running: boolean) => void;
  began: () => void;
  came: (units: readonly Unit[], exchanges: readonly Exchange[]) => void;
  uncaught: (x: Exchange) => void; // the answer that ended the program
  finished: (result: RunResult, reads: readonly Read[]) => Promise<void>;
}

export class ProgramRun implements Programs {
  readonly console: ProgramConsole;
  private readonly frame: ClosedFrame;
  private session: Session | null = null;
  private over: Promise<unknown> = Promise.resolve(); // the last run, and what follows it
  private lines = new ProgramLines();
  private exchanges: Exchange[] = [];
  private reads: Read[] = [];
  private told = 0; // exchanges that the playground knows

  constructor(
    private readonly workspace: Data & Script & Screen,
    private readonly host: RunHost,
  ) {
    this.console = new ProgramConsole((line) => this.goToLine(line));
    const at = (path = ""): string => new URL(path, root).href;
    const { frame, program, blobs } = document.querySelector<HTMLElement>("play-ground")?.dataset ?? {};
    this.frame = new ClosedFrame({ frame: at(frame), program: at(program), blobs: at(blobs) });
  }

  get busy(): boolean {
    return this.session !== null;
  }

  async run(text: string): Promise<void> {
    if (this.busy) return;
    const over = this.perform(text);
    this.over = over;
    await over;
  }

  async stop(): Promise<void> {
    this.session?.stop();
    await this.over;
  }

  forget(): void {
    void needSheet("program");
    this.lines = new ProgramLines();
    this.console.forget();
  }

  goToProblem(): void {
    const { line = 0 } = this.console.failed ?? {};
    if (line) this.goToLine(line);
  }

  /** Goes to the line of a box of the run line. */
  goTo(n: number): void {
    const line = this.lines.units[n - 1]?.firstLine;
    if (line) this.goToLine(line);
  }

  /** On a phone the program is another part of the page than its console. */
  private goToLine(line: number): void {
    if (matchMedia("(width < 50rem)").matches) this.workspace.show("script");
    this.workspace.pane.goTo(line);
  }

  private async perform(text: string): Promise<void> {
    const exchanges = new Exchanges(this.workspace.engine.fetch, this.workspace.control);
    const session = this.begin(exchanges);
    try {
      await this.workspace.store.resume();
      await exchanges.begin();
      const outcome = await session.run(this.frame, text);
      await this.conclude(exchanges, outcome);
    } catch (e) {
      this.end(t(e instanceof NotLoaded ? "js.notloaded" : "js.engine"));
    }
  }

  private begin(exchanges: Exchanges): Session {
    this.session = new Session(async (call) => {
      const { exchange, answer, picture } = await exchanges.send(call);
      this.called(exchange, picture);
      return answer;
    }, this.console.watch);
    this.lines = new ProgramLines();
    this.exchanges = [];
    this.reads = [];
    this.told = 0;
    this.console.begin();
    this.workspace.pane.note(new Map());
    this.host.began();
    this.host.busy(true);
    return this.session;
  }

  private called(x: Exchange, picture: KeyLine | null): void {
    this.lines.add(x);
    this.exchanges.push(x);
    this.console.calls++;
    this.console.change();
    if (picture) this.reads.push({ label: t("js.read.label", { line: x.line }), exchange: x, keyline: picture });
    if (this.exchanges.length - this.told === 1) requestAnimationFrame(() => this.tell()); // many may come in a frame
  }

  private tell(): void {
    const news = this.exchanges.slice(this.told);
    this.told = this.exchanges.length;
    if (news.length) this.host.came(this.lines.units, news);
    this.workspace.pane.note(this.lines.notes(this.console.failed?.line));
  }

  private async conclude(exchanges: Exchanges, { end, failed }: Outcome): Promise<void> {
    const counters = await exchanges.counters();
    this.console.end(failed, end === "aborted");
    this.session = null;
    this.tell();
    const last = failed?.status ? this.exchanges.findLast(refusedWith) : undefined;
    if (last) this.host.uncaught(last);
    this.host.busy(false);
    const pictures = new Map(this.reads.flatMap((r) => (r.exchange.record ? [[r.exchange.record.id, r.keyline]] : [])));
    await this.host.finished({ session: "", counters, exchanges: this.exchanges, pictures, end }, this.reads);
  }

  /** Ends a run that could not begin, or whose engine is gone. */
  private end(message: string): void {
    this.session?.stop();
    this.session = null;
    this.console.end({ name: t("js.failed"), message, status: 0, code: "", line: 0 });
    this.host.busy(false);
  }
}
