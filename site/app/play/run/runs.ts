// The runs of the document that is open, of a script in its pane or of a program in its worker: the store hears what
// they did, and the bars show it.
import type { RunResult } from "../../engine/run-script.ts";
import type { Exchange, Token } from "../../engine/types.ts";
import { ScriptPane } from "../../script/pane.ts";
import type { Read } from "../../script/results.ts";
import { t } from "../../ui/i18n.ts";
import { cheaperRow } from "../cost/cheaper-row.ts";
import { filesFor } from "../documents/page-samples.ts";
import { ProgramRun } from "../program/program-run.ts";
import type { Ran, Workspace } from "../workspace/workspace.ts";
import { RunState } from "./run-state.ts";
import { remedyOf } from "./verdict.ts";

/** What the playground does about the script and its runs. */
export interface RunWatch {
  edited: (text: string, tokens: Token[]) => void;
  go: (n: number) => void; // to a result
  instead: (line: number) => boolean; // of a run, see PaneOptions
  finished: (run: Ran) => Promise<void>;
}

export class Runs {
  readonly state = new RunState();
  readonly programs: ProgramRun;
  readonly pane: ScriptPane;
  last: Ran | null = null;
  running = false;

  constructor(
    private readonly workspace: Workspace,
    private readonly watch: RunWatch,
  ) {
    this.programs = this.programRun();
    this.pane = this.scriptPane();
  }

  private programRun(): ProgramRun {
    const { state } = this;
    return new ProgramRun(this.workspace, {
      busy: (running) => this.change(() => (this.running = running)),
      began: () => this.change(() => state.begin([], null, this.pane.text)),
      came: (units, exchanges) =>
        this.change(() => {
          state.grow(units);
          state.take(exchanges);
        }),
      uncaught: (x) => state.stoppedAt(x),
      finished: (result, reads) => this.finished(result, true, reads),
    });
  }

  private scriptPane(): ScriptPane {
    const { state, watch, workspace } = this;
    const { engine, control, store } = workspace;
    return new ScriptPane({
      engine,
      control,
      source: () => ({
        name: `${workspace.document.id || "yours"}.http`,
        files: filesFor(workspace.document.sample),
      }),
      label: t("editor.script"),
      blockTools: true,
      foldAll: true,
      instead: watch.instead,
      apart: { when: matchMedia("(width < 50rem)"), open: watch.go },
      cheaper: (x) => cheaperRow(workspace, x),
      elsewhere: (table) => {
        const there = workspace.documents.withTable(table, workspace.document.id);
        return there && { title: there.title, go: () => void workspace.turn(there.id) };
      },
      next: (x) => void this.nextPage(x),
      programs: this.programs,
      announce: false, // the strip says how a run went
      prepare: () => store.resume(),
      began: (unit) => this.change(() => state.begin(this.pane.units, unit, this.pane.text)),
      came: (exchanges) => this.change(() => state.take(exchanges)),
      mended: (exchanges) => this.change(() => state.drop(exchanges)),
      finished: (result, all) => this.finished(result, all, this.pane.reads),
      changed: watch.edited,
      busy: (running) => this.change(() => (this.running = running)),
      copyAs: (x) => void import("../export/copy-dialog.ts").then((m) => m.copyExchange(x)),
      lost: () => store.lose(),
    });
  }

  private change(how: () => void): void {
    how();
    this.workspace.draw();
  }

  private async finished(result: RunResult, all: boolean, reads: readonly Read[]): Promise<void> {
    const { store } = this.workspace;
    const run = { result, reads, all, at: Date.now() };
    store.ran(result.session, this.pane.text);
    await store.note(result.exchanges);
    this.state.finish(
      result.exchanges,
      run.at,
      (x) => this.pane.adviceOn(x),
      (x, at) => remedyOf(store, this.pane.text, x, at),
    );
    this.last = run;
    await this.watch.finished(run);
  }

  /** The data are others, or the document is. */
  forget(): void {
    this.state.forget();
    this.last = null;
  }

  /** Asks for the next page with a request of its own, which shows how a token is sent. */
  private async nextPage(x: Exchange): Promise<void> {
    const { nextBlock } = await import("../cost/next-page.ts");
    await this.pane.runAdded(nextBlock(x, t("result.next.title", { title: x.title || (x.record?.table ?? "") })));
  }

  async runSelection(): Promise<void> {
    if (!(await this.pane.runSelection())) this.workspace.say(t("run.selection.none"));
  }
}
