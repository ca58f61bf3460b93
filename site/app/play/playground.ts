// <play-ground>: a script of one's own, its results, and the store beside them; all kept in this browser.
import { html, nothing, render } from "lit";
import type { Language } from "../editor/script-editor.ts";
import { Control } from "../engine/control.ts";
import { openEngine } from "../engine/page-data.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Exchange, Token } from "../engine/types.ts";
import { ScriptPane } from "../script/pane.ts";
import type { Read } from "../script/results.ts";
import { carries } from "../share/link.ts";
import { asideWords, savedWords } from "../ui/draft-status.ts";
import { Drafts, hasDraft, type Saved } from "../ui/drafts.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { keepText, readText, type Trouble } from "../ui/storage.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { cheaperRow } from "./cheaper-row.ts";
import { offerChoices } from "./choices.ts";
import { costLedger } from "./cost-ledger.ts";
import type { Desk, Ran } from "./desk.ts";
import { docBar } from "./doc-bar.ts";
import { DOC_TOOLS } from "./doc-tools.ts";
import { Documents, DRAFT, type PlayDocument } from "./documents.ts";
import { keepEarlier } from "./earlier.ts";
import { keyRow, watchKeyboard } from "./key-row.ts";
import type { LinkState } from "./link-samples.ts";
import { makingBand } from "./making-band.ts";
import { offlineChip, watchNetwork } from "./network.ts";
import { type Note, noteStrip } from "./note.ts";
import { closeLink, openLink } from "./open-link.ts";
import { openedBand } from "./opened.ts";
import { ownerNotice } from "./owner-notice.ts";
import { filesFor, sampleOfPage, samplesOfPage } from "./page-samples.ts";
import { Panes } from "./panes.ts";
import { Parts } from "./parts.ts";
import { pastBand } from "./past-band.ts";
import { watchPlayKeys } from "./play-keys.ts";
import { Preflights } from "./preflight-watch.ts";
import { showPrices } from "./price-dialog.ts";
import { ProgramRun } from "./program-run.ts";
import { Rehearsals } from "./rehearsal.ts";
import { resultsHead } from "./results-head.ts";
import { RunState } from "./run-state.ts";
import { runStrip } from "./run-strip.ts";
import { Side } from "./side.ts";
import { SqlHints } from "./sql-hint.ts";
import { PlayStore } from "./store.ts";
import { verdictBand } from "./verdict.ts";
import { ways } from "./ways.ts";

export class PlayGround extends HTMLElement implements Desk {
  readonly engine = openEngine();
  readonly control = new Control(this.engine.fetch);
  readonly store = new PlayStore(this.engine, this.control);
  readonly documents = new Documents(samplesOfPage());
  document: PlayDocument = this.documents.list[0] ?? this.documents.add(t("docs.untitled"));
  last: Ran | null = null;
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
    changed: (text, tokens) => this.keep(text, tokens),
    busy: (running) => this.change(() => (this.running = running)),
    copyAs: (x) => void import("./copy-dialog.ts").then((m) => m.copyExchange(x)),
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
  private readonly gone = new AbortController();
  private drafts: Drafts | null = null;
  private saved: Saved = { state: "none" };
  private running = false;
  private renaming = false;
  private opened = false; // the editor is there, what was baked is gone
  private note: Note | null = null;
  private turning: Promise<void> = Promise.resolve(); // to another document

  connectedCallback(): void {
    if (this.drafts) return;
    this.addEventListener("script:runafresh", () => void this.runAll(true));
    const query = new URLSearchParams(location.search);
    const wanted = query.get("sample") ?? readText(LAST);
    this.document = (wanted !== null && this.documents.open(wanted)) || this.document;
    void this.start(query);
  }

  disconnectedCallback(): void {
    this.gone.abort();
    this.drafts?.close();
    this.drafts = null;
    this.store.owner.free();
    this.engine.stop();
  }

  private async start(query: URLSearchParams): Promise<void> {
    const linked = carries(location.hash) && (await openLink(this, new URL(location.href)));
    const found = !linked && (await sampleOfPage(query));
    this.document = linked || (found && this.documents.visit(found)) || this.document;
    const draft = this.draft();
    await Promise.all([
      needSheet("desk"),
      this.pane.open(draft?.text ?? this.document.sample.text, draft?.tokens ?? []),
    ]);
    if (draft) this.saved = { state: "restored", at: draft.at };
    await pause();
    this.replaceChildren();
    this.opened = true;
    this.panes.apply();
    this.listen();
    this.store.taken = () => this.draw();
    this.store.made = () => this.madeMore();
    await pause();
    this.engine.start();
    await this.bring();
    await this.side.begin();
    this.pane.refresh();
    this.setAttribute("state", "ready");
    this.open();
  }

  /** Shows what a link wants to be seen first. */
  private open(): void {
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
    watchNetwork(this, signal);
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

  /** Brings the data of the document, and says if what was kept of them could not be read. */
  private async bring(): Promise<void> {
    await this.store.turn(this.document.id, this.document.sample);
    this.draw(); // another tab may keep the data
    const { link } = this.document.sample;
    if (link && !link.ran) return this.store.hold().catch(() => undefined);
    await this.store.load().catch(() => undefined); // the first run says what is wrong
    const { unread, spoilt } = this.store;
    if (spoilt) this.say(t("play.data.aside"));
    else if (unread) this.say(this.unkeptText(unread));
  }

  /** Turns to the draft of the current document. */
  private draft(): ReturnType<Drafts["load"]> {
    this.drafts?.close();
    this.drafts = null;
    this.pane.language = this.document.language ?? "http";
    if (this.document.sample.link) return null;
    this.drafts = new Drafts(DRAFT + this.document.id, "", (s) => this.change(() => (this.saved = s)));
    if (!this.document.sample.card) keepText(LAST, this.document.id);
    return this.drafts.load();
  }

  async turn(id: string): Promise<void> {
    const document = this.documents.open(id);
    if (document) this.turnTo(document);
    await this.turning;
  }

  add(title: string, text: string, language?: Language): void {
    this.turnTo(this.documents.add(title, language), text);
  }

  fill(document: PlayDocument, text: string): void {
    this.turnTo(document, text);
  }

  /** Turns to another document. A run ends first: what it did belongs to the document that it began in. */
  private turnTo(document: PlayDocument, text?: string, write = false): void {
    this.store.making?.stop();
    this.turning = this.turning.then(async () => {
      await this.pane.stop();
      this.document = document;
      const draft = this.draft();
      this.runs.forget();
      this.last = null;
      this.note = null;
      this.renaming = false;
      this.saved = draft ? { state: "restored", at: draft.at } : { state: "none" };
      this.pane.load(text ?? draft?.text ?? document.sample.text, draft?.tokens ?? []);
      if (text) this.keep(text, []);
      this.draw();
      if (write) this.write();
      await this.bring();
      await this.side.turned();
    });
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
    else this.unkept(await this.store.keep());
  }

  /** What came with a link is not kept, and opens as the link says. */
  private ranLink(link: LinkState): void {
    const first = !link.ran;
    this.change(() => (link.ran = true));
    if (first && link.opens === "explain")
      this.querySelector<HTMLElement>('run-output input[value="explain"]')?.click();
  }

  private unkept(why: Trouble | null): void {
    if (why) this.say(this.unkeptText(why));
  }

  /** Data that could not be read may still be there, so nothing is written over them. */
  private unkeptText(why: Trouble): string {
    const hidden = this.store.unread !== null && why !== "blocked" && why !== "private";
    return t(hidden ? "play.data.unread" : "play.data.not", { why: t(`storage.${why}`) });
  }

  async runAll(fresh = this.document.fresh && !this.store.journal.past): Promise<void> {
    if (fresh) await this.empty();
    await this.pane.runAll();
  }

  async reset(): Promise<void> {
    const why = await this.empty();
    this.say(t("play.reset.done"), { word: t("play.reset.undo"), press: () => void this.undoReset() });
    this.unkept(why);
  }

  /** Brings the data to what the document begins with, and clears the results; returns why the old data are still kept. */
  private async empty(): Promise<Trouble | null> {
    await this.pane.stop();
    this.pane.clearResults();
    this.runs.forget();
    this.last = null;
    this.note = null;
    const why = await this.store.reset();
    await this.side.turned();
    return why;
  }

  async undoReset(): Promise<void> {
    const why = await this.store.undoReset();
    await this.changed();
    this.say(t("play.reset.undone"));
    this.unkept(why);
  }

  async changed(): Promise<void> {
    await this.store.note();
    this.draw();
    this.unkept(await this.store.keep());
    await this.side.turned();
  }

  /** Takes the last change of the data back, or brings the next one again. */
  async step(by: -1 | 1): Promise<void> {
    const { journal } = this.store;
    const change = by < 0 ? journal.undoable : journal.redoable;
    if (!change) return;
    await this.goTo(by < 0 ? change.from : change.to);
    this.say(t(by < 0 ? "undo.done" : "undo.redone", { change: change.label }));
  }

  async goTo(place: number, look = false): Promise<void> {
    await this.pane.stop();
    const why = await this.store.goTo(place, look);
    this.draw();
    await this.side.turned();
    this.unkept(why);
  }

  async startOver(): Promise<void> {
    keepEarlier(this.document.id, this.pane.text, Date.now());
    this.drafts?.forget();
    this.pane.load(this.document.sample.text);
    const why = await this.empty();
    this.say(t("docs.over.done"));
    this.unkept(why);
  }

  rename(): void {
    this.change(() => (this.renaming = true));
    const field = this.querySelector<HTMLInputElement>(".doc-rename input");
    field?.focus();
    field?.select();
  }

  private renamed(title: string | null): void {
    if (!this.renaming) return;
    this.renaming = false;
    if (title !== null) this.documents.rename(this.document.id, title);
    this.update();
    this.querySelector<HTMLElement>(".doc-tab[aria-current]")?.focus();
  }

  private close(id: string): void {
    if (this.documents.find(id)?.sample.link) return closeLink(this);
    const { title } = this.document;
    const at = this.documents.list.findIndex((d) => d.id === id);
    this.documents.close(id);
    const next = this.documents.list[Math.max(0, at - 1)] ?? this.documents.add(t("docs.untitled"));
    this.turnTo(next);
    void this.turning.then(() => {
      this.say(t("docs.closed", { title }), { word: t("docs.closed.undo"), press: () => void this.turn(id) });
    });
  }

  private setFresh(on: boolean): void {
    this.documents.setFresh(this.document.id, on);
    this.update();
  }

  /** Takes over what the list says of the current document. */
  private update(): void {
    this.document = this.documents.find(this.document.id) ?? this.document;
    this.draw();
  }

  private keep(text: string, tokens: Token[]): void {
    if (!this.program) {
      this.hints.follow();
      this.flights.follow();
      this.rehearsals.follow();
    }
    const { id, sample } = this.document;
    if (text === sample.text && !hasDraft(DRAFT + id)) return;
    this.drafts?.save(text, tokens);
    this.draw();
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
    render(
      html`<h1 class="vh">${t("play.title")}</h1>${this.docBar()}${pastBand(this)}${ownerNotice(this)}${makingBand(this)}${noteStrip(this.note, () => this.change(() => (this.note = null)))}${openedBand(this)}
      <div class="panes"><section class="pane-script" id="script" aria-label=${t("play.script")}>${this.strip()}${verdictBand(
        this.runs.verdict,
        { go: this.go, afresh: () => void this.runAll(true) },
      )}<div class="pane-scroll">${this.pane.element}${ways(this)}</div>${this.program && !this.parts.narrow ? this.programs.console.element : nothing}</section>
      ${this.panes.handle()}
      <aside class="pane-side" id="panel" aria-label=${t("play.panel")}><div class="side-head">${this.side.tabs()}${this.panes.buttons()}</div>${this.side.panels()}</aside>
      <section class="pane-results" id="results" aria-label=${t("play.results")}>${resultsHead(this.runs.boxes, this.last?.result.counters ?? null, this.go)}<div class="pane-scroll">${
        this.program && this.parts.narrow
          ? this.programs.console.element
          : this.runs.boxes.length
            ? this.pane.list?.element
            : html`<p class="blank">${t("play.results.none")}</p>`
      }</div></section></div>
      <cost-ledger role="region" aria-label=${t("ledger.label")}>${costLedger(
        this.last?.result ?? null,
        document.documentElement.dataset.version ?? "",
        this.store.seed,
        () => void this.prices(),
      )}</cost-ledger>${keyRow()}${this.parts.bar()}`,
      this,
    );
  }

  private docBar(): unknown {
    const saved = savedWords(this.saved, {
      load: () => this.pane.load(this.drafts?.load()?.text ?? this.pane.text),
      keep: () => this.drafts?.save(this.pane.text, []),
    });
    return docBar(
      {
        list: this.documents.list,
        current: this.document,
        renaming: this.renaming,
        saved: this.document.sample.link
          ? html`${offlineChip()}<span class="saved">${t("opened.unsaved")}</span>`
          : html`${offlineChip()}${saved}${asideWords(this.drafts, () => this.draw())}`,
        tools: this.tools,
      },
      {
        turn: (id) => void (id !== this.document.id && this.turn(id)),
        add: () => this.turnTo(this.documents.add(t("docs.untitled")), "", true),
        close: (id) => this.close(id),
        rename: () => this.rename(),
        renamed: (title) => this.renamed(title),
      },
    );
  }

  private strip(): unknown {
    return runStrip(
      {
        boxes: this.runs.boxes,
        running: this.running,
        program: this.program ? this.outcome() : null,
        fresh: this.document.fresh,
        past: this.store.journal.past,
      },
      {
        all: () => void this.runAll(),
        afresh: () => void this.runAll(true),
        here: () => void this.pane.runHere(),
        from: () => void this.pane.runFrom(),
        selection: () => void this.runSelection(),
        stop: () => void this.pane.stop(),
        fresh: (on) => this.setFresh(on),
        go: this.go,
      },
    );
  }

  /** How the program ended, in words. */
  private outcome(): { worst: string; rest: string } {
    const { failed, calls } = this.programs.console;
    const worst = failed ? (failed.line ? t("js.stopped.at", { n: failed.line }) : t("js.stopped")) : "";
    return { worst, rest: worst || !this.last || this.running ? "" : `${num(calls)} ${tn("js.calls", calls)}` };
  }

  /** Asks for the next page with a request of its own, which shows how a token is sent. */
  private async nextPage(x: Exchange): Promise<void> {
    const { nextBlock } = await import("./next-page.ts");
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

const LAST = "rowkey/play"; // the document that was open last

if (!customElements.get("play-ground")) customElements.define("play-ground", PlayGround);
