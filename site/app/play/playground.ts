// <play-ground>: a script of one's own, its results, and the store beside them; all kept in this browser.
import { render } from "lit";
import type { Language } from "../editor/script-editor.ts";
import { Control } from "../engine/control.ts";
import { openEngine } from "../engine/page-data.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Exchange } from "../engine/types.ts";
import { ScriptPane } from "../script/pane.ts";
import type { Read } from "../script/results.ts";
import { carries } from "../share/link.ts";
import { t } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { cheaperRow } from "./cost/cheaper-row.ts";
import { showPrices } from "./cost/price-dialog.ts";
import { PlayStore } from "./data/store.ts";
import { DeskData } from "./desk-data.ts";
import { Documents, type PlayDocument } from "./documents/documents.ts";
import { filesFor, sampleOfPage, samplesOfPage } from "./documents/page-samples.ts";
import type { LinkState } from "./documents/sample.ts";
import { offerChoices } from "./frame/choices.ts";
import { DOC_TOOLS } from "./frame/doc-tools.ts";
import { type FrameActions, frame, keepPlace } from "./frame/frame.ts";
import { watchKeyboard } from "./frame/key-row.ts";
import { type Note, watchSite } from "./frame/note.ts";
import { Panes } from "./frame/panes.ts";
import { watchPlayKeys } from "./frame/play-keys.ts";
import { Redraw } from "./frame/redraw.ts";
import { Parts } from "./frame/regions.ts";
import { Side } from "./frame/side-panel.ts";
import { Preflights } from "./lint/preflight-watch.ts";
import { Rehearsals } from "./lint/rehearsal.ts";
import { lastDocument } from "./open/kept-text.ts";
import { OpenDocument } from "./open/open-document.ts";
import { openFileAgain, openLink } from "./open/open-link.ts";
import { ProgramRun } from "./program/program-run.ts";
import { RunState } from "./run/run-state.ts";
import { SqlHints } from "./sql/sql-hint.ts";
import type { Desk, Ran } from "./workspace/workspace.ts";

export class PlayGround extends HTMLElement implements Desk {
  readonly engine = openEngine();
  readonly control = new Control(this.engine.fetch);
  readonly store = new PlayStore(this.engine, this.control);
  readonly documents = new Documents(samplesOfPage());
  private readonly open = new OpenDocument(this, {
    left: () => this.forgetRuns(),
    came: () => this.data.bring().then(() => this.side.turned()),
    edited: (text) => this.edited(text),
  });
  last: Ran | null = null;
  begun: Promise<void> = Promise.resolve(); // its data are there
  readonly programs = new ProgramRun(this, {
    busy: (running) => this.change(() => (this.running = running)),
    began: () => this.change(() => this.runs.begin([], null, this.pane.text)),
    came: (units, exchanges) =>
      this.change(() => {
        this.runs.grow(units);
        this.runs.take(exchanges);
      }),
    uncaught: (x) => this.runs.stoppedAt(x),
    finished: (result, reads) => this.finished(result, true, reads),
  });
  readonly pane = new ScriptPane({
    engine: this.engine,
    control: this.control,
    source: () => ({ name: `${this.document.id || "yours"}.http`, files: filesFor(this.document.sample) }),
    label: t("editor.script"),
    blockTools: true,
    foldAll: true,
    apart: { when: matchMedia("(width < 50rem)"), open: (n) => this.go(n) },
    cheaper: (x) => cheaperRow(this, x),
    next: (x) => void this.nextPage(x),
    programs: this.programs,
    announce: false, // the strip says how a run went
    prepare: () => this.store.resume(),
    began: (unit) => this.change(() => this.runs.begin(this.pane.units, unit, this.pane.text)),
    came: (exchanges) => this.change(() => this.runs.take(exchanges)),
    finished: (result, all) => this.finished(result, all, this.pane.reads),
    changed: (text, tokens) => this.open.keep(text, tokens),
    busy: (running) => this.change(() => (this.running = running)),
    copyAs: (x) => void import("./log/copy-dialog.ts").then((m) => m.copyExchange(x)),
    lost: () => this.store.lose(),
  });
  private readonly side = new Side(this);
  private readonly panes = new Panes(this, () => this.draw());
  private readonly parts = new Parts(this, this.side, () => this.draw());
  private readonly tools = DOC_TOOLS.map((make) => make(this));
  private readonly runs = new RunState();
  private readonly hints = new SqlHints(this.pane);
  private readonly flights = new Preflights(this);
  private readonly rehearsals = new Rehearsals(this, () => this.running);
  private readonly redraw = new Redraw(() => this.draw());
  private readonly gone = new AbortController();
  private readonly data = new DeskData(this, { turned: () => this.side.turned(), forget: () => this.forgetRuns() });
  private running = false;
  private opened = false; // the editor is there, what was baked is gone
  private note: Note | null = null;

  get document(): PlayDocument {
    return this.open.now;
  }

  connectedCallback(): void {
    if (this.open.text.open) return;
    this.addEventListener("script:runafresh", () => void this.runAll(true));
    const query = new URLSearchParams(location.search);
    const wanted = query.get("sample") ?? lastDocument();
    this.open.now = (wanted !== null && this.documents.open(wanted)) || this.document;
    this.begun = this.start(query);
  }

  disconnectedCallback(): void {
    this.gone.abort();
    this.open.text.close();
    this.store.owner.free();
    this.engine.stop();
  }

  private async start(query: URLSearchParams): Promise<void> {
    const linked = carries(location.hash) && (await openLink(this, new URL(location.href)));
    const found = !linked && (await sampleOfPage(query));
    const file = !linked && openFileAgain(this);
    this.open.now = linked || (found && this.documents.visit(found)) || (!query.has("sample") && file) || this.document;
    const draft = this.open.readText();
    await Promise.all([
      needSheet("desk"),
      this.pane.open(draft?.text ?? this.document.sample.text, draft?.tokens ?? []),
    ]);
    await pause();
    const goBack = keepPlace(this);
    this.replaceChildren();
    this.opened = true;
    this.panes.apply();
    goBack(() => this.pane.focus());
    this.listen();
    this.store.taken = () => this.draw();
    this.store.made = () => this.madeMore();
    await pause();
    this.engine.start();
    await this.data.bring();
    await this.parts.begin();
    this.pane.refresh();
    this.setAttribute("state", "ready");
    this.showWanted();
  }

  /** Shows what a link wants to be seen first. */
  private showWanted(): void {
    const { link } = this.document.sample;
    if (link?.opens === "data") this.show("data");
    if (link?.opens === "results") this.parts.show("results");
  }

  private listen(): void {
    const { signal } = this.gone;
    watchPlayKeys(
      {
        all: () => void this.runAll(),
        afresh: () => void this.runAll(true),
        problem: (by) => this.pane.goToProblem(by),
        step: (by) => this.panes.step(by),
        region: (by) => this.parts.region(by),
        rename: () => this.rename(),
        room: (key) => this.roomOf(key),
        change: (by) => void this.step(by),
        build: () => this.tools.find((x) => x.id === "query" && !x.hidden?.())?.press(),
      },
      signal,
    );
    addEventListener("hashchange", () => carries(location.hash) && location.reload(), { signal });
    addEventListener("storage", (e) => this.documents.follow(e) && this.draw(), { signal });
    offerChoices(this, signal);
    watchSite(this, signal);
    watchKeyboard(this, signal);
    document.querySelector('.skip-links a[href="#script"]')?.addEventListener("click", (e) => {
      e.preventDefault();
      this.pane.focus();
    });
  }

  /** More of a table is there; the rooms look when it begins, so that they do not show what is no more. */
  private madeMore(): void {
    this.draw();
    if (this.store.making?.progress.done === 0) this.side.turned().catch(() => undefined); // it may be left at once
  }

  async turn(id: string): Promise<void> {
    await this.open.turn(id);
  }

  add(title: string, text: string, language?: Language): void {
    void this.open.turnTo(this.documents.add(title, language), text);
  }

  fill(document: PlayDocument, text: string): Promise<void> {
    return this.open.turnTo(document, text);
  }

  /** Brings the reader to the script. On a phone the keyboard would come and cover the ways to begin. */
  private write(): void {
    if (this.parts.narrow) this.parts.show("script");
    else this.pane.focus();
  }

  private async finished(result: RunResult, all: boolean, reads: readonly Read[]): Promise<void> {
    const ran = { result, reads, all, at: Date.now() };
    this.store.ran(result.session, this.pane.text);
    await this.store.note(result.exchanges);
    this.runs.finish(result.exchanges, ran.at);
    this.change(() => {
      this.last = ran;
      this.note = null;
    });
    await this.side.ran(ran);
    this.rehearsals.again();
    const { link } = this.document.sample;
    if (link) this.ranLink(link);
    else await this.data.keep();
  }

  /** What came with a link is not kept, and opens as the link says. */
  private ranLink(link: LinkState): void {
    const first = !link.ran;
    this.change(() => (link.ran = true));
    if (first && link.opens === "explain")
      this.querySelector<HTMLElement>('run-output input[value="explain"]')?.click();
  }

  async runAll(fresh = this.document.fresh && !this.store.journal.past): Promise<void> {
    if (fresh) await this.data.empty();
    await this.pane.runAll();
  }

  private forgetRuns(): void {
    this.runs.forget();
    this.last = null;
    this.note = null;
  }

  async reset(): Promise<void> {
    await this.data.reset();
  }

  async undoReset(): Promise<void> {
    await this.data.undoReset();
  }

  async changed(): Promise<void> {
    await this.data.changed();
  }

  async step(by: -1 | 1): Promise<void> {
    await this.data.step(by);
  }

  async goTo(place: number, look = false): Promise<void> {
    await this.data.goTo(place, look);
  }

  async startOver(): Promise<void> {
    this.open.beginAgain();
    await this.data.startOver();
  }

  rename(): void {
    this.open.rename();
  }

  /** The text is another one, or is read again. */
  private edited(text: string): void {
    this.redraw.follow(text);
    if (this.program) return;
    this.hints.follow();
    this.flights.follow();
    this.rehearsals.follow();
  }

  private async prices(): Promise<void> {
    const bytes = (await this.control.tables()).reduce((sum, table) => sum + table.bytes, 0);
    showPrices({ transactions: this.last?.result.counters.transactions ?? 0, bytes });
  }

  say(text: string, action?: Note["action"]): void {
    this.change(() => (this.note = { text, action }));
  }

  show(room: string, focus = false): void {
    if (this.panes.open === "script") this.panes.show("both");
    this.side.show(room);
    this.parts.show(room);
    if (focus) this.querySelector<HTMLElement>(`[data-panel="${room}"]`)?.focus();
  }

  private roomOf(key: string): boolean {
    const room = this.side.rooms.find((r) => r.key === key);
    if (room) this.show(room.id, true);
    return !!room;
  }

  /** The document is a program, not a script. */
  private get program(): boolean {
    return this.document.language === "js";
  }

  private readonly go = (n: number): void => {
    if (this.program) return this.programs.goTo(n);
    this.parts.show(this.parts.narrow ? "results" : "script");
    this.pane.goToResult(n);
  };

  private change(how: () => void): void {
    how();
    this.draw();
  }

  draw(): void {
    if (!this.opened) return;
    const { side, panes, parts, runs, programs, tools, running, note } = this;
    const { renaming, text } = this.open;
    const saved = text.words(this.document, this.pane);
    render(
      frame({ desk: this, side, panes, parts, runs, programs, tools, running, renaming, saved, note }, this.actions),
      this,
    );
  }

  private readonly actions: FrameActions = {
    documents: {
      turn: (id) => void (id !== this.document.id && this.turn(id)),
      add: () => void this.open.turnTo(this.open.untitled(), "", () => this.write()),
      close: (id) => this.open.close(id),
      rename: () => this.rename(),
      renamed: (title) => this.open.renamed(title),
    },
    runs: {
      all: () => void this.runAll(),
      afresh: () => void this.runAll(true),
      here: () => void this.pane.runHere(),
      from: () => void this.pane.runFrom(),
      selection: () => void this.runSelection(),
      stop: () => void this.pane.stop(),
      fresh: (on) => this.open.setFresh(on),
      go: this.go,
    },
    dismiss: () => this.change(() => (this.note = null)),
    prices: () => void this.prices(),
  };

  /** Asks for the next page with a request of its own, which shows how a token is sent. */
  private async nextPage(x: Exchange): Promise<void> {
    const { nextBlock } = await import("./cost/next-page.ts");
    this.pane.append(nextBlock(x, t("result.next.title", { title: x.title || (x.record?.table ?? "") })));
    await this.pane.runFrom();
  }

  private async runSelection(): Promise<void> {
    if (!(await this.pane.runSelection())) this.say(t("run.selection.none"));
  }
}

/** Lets the browser answer the reader between two pieces of work. */
function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

if (!customElements.get("play-ground")) customElements.define("play-ground", PlayGround);
