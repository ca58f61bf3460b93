// <play-ground>: a script of one's own, its results, and the store beside them; all kept in this browser.
import { render } from "lit";
import { watchKeyboard } from "../editor/key-row.ts";
import type { Language } from "../editor/script-editor.ts";
import { Control } from "../engine/control.ts";
import { openEngine } from "../engine/page-data.ts";
import type { ScriptPane } from "../script/pane.ts";
import { carries } from "../share/link.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { showPrices } from "./cost/price-dialog.ts";
import { PlayStore } from "./data/store.ts";
import { DataChanges } from "./data-changes.ts";
import { Documents, type PlayDocument } from "./documents/documents.ts";
import { sampleOfPage, samplesOfPage } from "./documents/page-samples.ts";
import type { LinkState } from "./documents/sample.ts";
import { offerChoices } from "./frame/choices.ts";
import { DOC_TOOLS } from "./frame/doc-tools.ts";
import { type FrameActions, frame, keepPlace } from "./frame/frame.ts";
import { type Note, watchSite } from "./frame/note.ts";
import { Panes } from "./frame/panes.ts";
import { watchPlayKeys } from "./frame/play-keys.ts";
import { Regions } from "./frame/regions.ts";
import { SidePanel } from "./frame/side-panel.ts";
import { Typing } from "./frame/typing.ts";
import { lastDocument } from "./open/kept-text.ts";
import { OpenDocument } from "./open/open-document.ts";
import { openFileAgain, openLink } from "./open/open-link.ts";
import { Runs } from "./run/runs.ts";
import { watchRows } from "./transfer/watch-rows.ts";
import type { Ran, Workspace } from "./workspace/workspace.ts";

export class PlayGround extends HTMLElement implements Workspace {
  readonly engine = openEngine();
  readonly control = new Control(this.engine.fetch);
  readonly store = new PlayStore(this.engine, this.control);
  readonly documents = new Documents(samplesOfPage());
  begun: Promise<void> = Promise.resolve(); // its data are there
  private readonly open = new OpenDocument(this, {
    left: () => this.forgetRuns(),
    came: () => this.data.bring().then(() => this.side.turned()),
    edited: (text) => this.edited(text),
  });
  private readonly data = new DataChanges(this, { turned: () => this.side.turned(), forget: () => this.forgetRuns() });
  private readonly runs = new Runs(this, {
    edited: (text, tokens) => {
      if (!/\S/.test(text)) this.runs.state.clear(); // what they are about is gone
      this.open.keep(text, tokens);
    },
    go: (n) => this.go(n),
    instead: (line) => this.typing.answer(line),
    finished: (run) => this.finished(run),
  });
  private readonly side = new SidePanel(this);
  private readonly panes = new Panes(this, () => this.draw());
  private readonly regions = new Regions(this, this.side, () => this.draw());
  private readonly tools = DOC_TOOLS.map((make) => make(this));
  private readonly typing = new Typing(this, () => this.runs.running);
  private readonly gone = new AbortController();
  private opened = false; // the editor is there, what was baked is gone
  private note: Note | null = null;

  get document(): PlayDocument {
    return this.open.now;
  }

  get coming(): string {
    return this.open.coming;
  }

  get pane(): ScriptPane {
    return this.runs.pane;
  }

  get last(): Ran | null {
    return this.runs.last;
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
    await this.regions.begin();
    this.pane.refresh();
    this.setAttribute("state", "ready");
    this.showWanted();
  }

  /** Shows what a link wants to be seen first. */
  private showWanted(): void {
    const { link } = this.document.sample;
    if (link?.opens === "data") this.show("data");
    if (link?.opens === "results") this.regions.show("results");
  }

  private listen(): void {
    const { signal } = this.gone;
    watchPlayKeys(
      {
        all: () => void this.runAll(),
        afresh: () => void this.runAll(true),
        problem: (by) => this.pane.goToProblem(by),
        step: (by) => this.panes.step(by),
        region: (by) => this.regions.region(by),
        rename: () => this.rename(),
        change: (by) => void this.step(by),
      },
      signal,
    );
    addEventListener("hashchange", () => carries(location.hash) && location.reload(), { signal });
    addEventListener("storage", (e) => this.documents.follow(e) && this.draw(), { signal });
    offerChoices(this, this.side.panels, signal);
    watchSite(this, signal);
    watchKeyboard(this, signal);
    watchRows(this, this, signal);
    document.querySelector('.skip-links a[href="#script"]')?.addEventListener("click", (e) => {
      e.preventDefault();
      this.pane.focus();
    });
  }

  /** More of a table is there; the panels look when it begins, so that they do not show what is no more. */
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
    if (this.regions.narrow) this.regions.show("script");
    else this.pane.focus();
  }

  private async finished(run: Ran): Promise<void> {
    if (!this.note?.action?.stays) this.note = null;
    this.draw();
    const { link } = this.document.sample;
    const looked = this.side.ran(run);
    const kept = link ? undefined : this.data.keep(); // meanwhile: the reader may leave before all panels have looked
    await looked;
    this.typing.again();
    if (link) this.ranLink(link);
    await kept;
  }

  /** What came with a link is not kept, and opens as the link says. */
  private ranLink(link: LinkState): void {
    const first = !link.ran;
    link.ran = true;
    this.draw();
    if (first && link.opens === "explain")
      this.querySelector<HTMLElement>('run-output input[value="explain"]')?.click();
  }

  async runAll(asked = false): Promise<void> {
    const fresh = asked || (this.document.fresh && !this.store.journal.past);
    if (fresh) await this.data.afresh(() => this.pane.runAll(), asked);
    else await this.pane.runAll();
  }

  /** Runs everything in an empty store. */
  private async runBare(): Promise<void> {
    await this.data.afresh(() => this.pane.runAll(), true, true);
  }

  private forgetRuns(): void {
    this.runs.forget();
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

  say(text: string, action?: Note["action"], holds?: Note["holds"]): void {
    this.note = { text, action, holds };
    this.draw();
  }

  private edited(text: string): void {
    if (this.note?.holds?.(text) === false) this.note = null;
    this.typing.follow(text);
  }

  show(panel: string, focus = false): void {
    if (this.panes.open === "script") this.panes.show("both");
    this.side.show(panel);
    this.regions.show(panel);
    if (focus) this.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus();
  }

  /** Stops the run. The focus goes from Stop, which has nothing to stop now, to Run, unless the reader has gone on. */
  private async stopRun(): Promise<void> {
    const pressed = document.activeElement;
    await this.pane.stop();
    if (document.activeElement === pressed) this.querySelector<HTMLElement>(".run-split > .button")?.focus();
  }

  /** Goes to a result of the last run. */
  private go(n: number): void {
    if (this.document.language === "js") return this.runs.programs.goTo(n);
    this.regions.show(this.regions.narrow ? "results" : "script");
    this.pane.goToResult(n);
  }

  private dismiss(): void {
    this.note = null;
    this.draw();
  }

  draw(): void {
    if (!this.opened) return;
    const { side, panes, regions, runs, tools, note } = this;
    const { renaming, text } = this.open;
    const saved = text.words(this.document, this.pane);
    this.dataset.seed = String(this.store.seed);
    render(frame({ workspace: this, side, panes, regions, runs, tools, renaming, saved, note }, this.actions), this);
  }

  private readonly actions: FrameActions = {
    documents: {
      turn: (id) => void (id !== this.coming && this.turn(id)),
      add: () => void this.open.turnTo(this.open.untitled(), "", () => this.write()),
      close: (id) => this.open.close(id),
      rename: () => this.rename(),
      renamed: (title) => this.open.renamed(title),
    },
    runs: {
      all: () => void this.runAll(),
      afresh: () => void this.runAll(true),
      bare: () => void this.runBare(),
      here: () => void this.pane.runHere(),
      from: () => void this.pane.runFrom(),
      selection: () => void this.runs.runSelection(),
      stop: () => void this.stopRun(),
      fresh: (on) => this.open.setFresh(on),
      go: (n) => this.go(n),
    },
    dismiss: () => this.dismiss(),
    prices: () => void showPrices(this),
  };
}

/** Lets the browser answer the reader between two pieces of work. */
function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

if (!customElements.get("play-ground")) customElements.define("play-ground", PlayGround);
