// <play-ground>: a script of one's own, its results, and the store beside them; all kept in this browser.
import { html, nothing, render } from "lit";
import { Control } from "../engine/control.ts";
import { openEngine, pageData } from "../engine/page-data.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Files, Token } from "../engine/types.ts";
import { DataPanel } from "../script/data-panel.ts";
import { type Outcome, outcomeLine, outcomeOf } from "../script/outcome.ts";
import { ScriptPane } from "../script/pane.ts";
import { button, iconButton } from "../ui/buttons.ts";
import { asideWords, savedWords } from "../ui/draft-status.ts";
import { Drafts, hasDraft, type Saved } from "../ui/drafts.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { watchBottomBar } from "../ui/scroll-spy.ts";
import { keepText, readText, type Trouble } from "../ui/storage.ts";
import { cardSample } from "./card.ts";
import { costLedger } from "./cost-ledger.ts";
import { showPrices } from "./price-dialog.ts";
import type { Sample } from "./sample.ts";
import { starters } from "./starters.ts";
import { PlayStore } from "./store.ts";

const YOURS: Sample = { name: "", title: t("play.yours"), text: "", files: {} };

export class PlayGround extends HTMLElement {
  private readonly engine = openEngine();
  private readonly control = new Control(this.engine.fetch);
  private readonly store = new PlayStore(this.engine, this.control);
  private readonly panel = new DataPanel(this.control);
  private readonly samples = (pageData<{ samples: Sample[] }>("play")?.samples ?? []).map((s) => ({
    ...s,
    text: s.text.trimEnd(),
  }));
  private sample: Sample = this.samples[0] ?? YOURS;
  private drafts: Drafts | null = null;
  private saved: Saved = { state: "none" };
  private last: RunResult | null = null;
  private outcome: Outcome | null = null; // of the last run of everything
  private running = false;
  private opened = false; // the editor is there, what was baked is gone
  private note = "";
  private turning: Promise<void> = Promise.resolve(); // to another document
  private readonly pane = new ScriptPane({
    engine: this.engine,
    control: this.control,
    source: () => ({ name: `${this.sample.name || "yours"}.http`, files: this.filesNow() }),
    label: t("editor.script"),
    blockTools: true,
    announce: true,
    prepare: () => this.store.resume(),
    finished: (result, all) => this.finished(result, all),
    changed: (text, tokens) => this.keep(text, tokens),
    busy: (running) => this.change(() => (this.running = running)),
    lost: () => this.store.lose(),
  });

  connectedCallback(): void {
    if (this.drafts) return;
    this.addEventListener("script:runafresh", () => void this.runAfresh());
    const query = new URLSearchParams(location.search);
    const named = [...this.samples, YOURS].find((s) => s.name === (query.get("sample") ?? readText(LAST)));
    this.sample = named ?? this.sample;
    void this.open(query.get("card"));
  }

  disconnectedCallback(): void {
    this.drafts?.close();
    this.drafts = null;
    this.engine.stop();
  }

  private async open(card: string | null): Promise<void> {
    const found = card && (await cardSample(card));
    if (found) {
      this.samples.push(found);
      this.sample = found;
    }
    const draft = this.turn();
    await this.pane.open(draft?.text ?? this.sample.text, draft?.tokens ?? []);
    if (draft) this.saved = { state: "restored", at: draft.at };
    this.replaceChildren();
    this.change(() => (this.opened = true));
    watchBottomBar();
    this.engine.start();
    await this.bring();
    await this.panel.open(true);
    this.pane.refresh();
    this.setAttribute("state", "ready");
  }

  /** Brings the data of the document, and says if what was kept of them could not be read. */
  private async bring(): Promise<void> {
    await this.store.turn(this.sample.name, this.sample);
    await this.store.load().catch(() => undefined); // the first run says what is wrong
    const { unread, spoilt } = this.store;
    this.change(() => (this.note = spoilt ? t("play.data.aside") : unread ? this.unkeptText(unread) : ""));
  }

  /** Turns to the draft of the current document. */
  private turn(): ReturnType<Drafts["load"]> {
    this.drafts?.close();
    this.drafts = new Drafts(`play/${this.sample.name}`, "", (s) => this.change(() => (this.saved = s)));
    if (!this.sample.card) keepText(LAST, this.sample.name);
    return this.drafts.load();
  }

  private readonly choose = (e: Event): void => {
    const name = (e.target as HTMLSelectElement).value;
    this.turning = this.turning.then(() => this.turnTo([...this.samples, YOURS].find((s) => s.name === name) ?? YOURS));
  };

  /** Turns to another document. A run ends first: what it did belongs to the document that it began in. */
  private async turnTo(sample: Sample): Promise<void> {
    await this.pane.stop();
    this.sample = sample;
    const draft = this.turn();
    this.change(() => {
      this.last = null;
      this.outcome = null;
      this.note = "";
      this.saved = draft ? { state: "restored", at: draft.at } : { state: "none" };
    });
    this.pane.load(draft?.text ?? this.sample.text, draft?.tokens ?? []);
    this.draw();
    await this.bring();
    await this.panel.refresh([]);
  }

  private async finished(result: RunResult, all: boolean): Promise<void> {
    this.store.ran(result.session, this.pane.text);
    this.change(() => {
      this.last = result;
      this.outcome = all ? outcomeOf(result.exchanges, this.pane.requests) : null;
      this.note = "";
    });
    await this.panel.refresh(this.pane.reads);
    this.unkept(await this.store.keep());
  }

  private unkept(why: Trouble | null): void {
    if (why) this.change(() => (this.note = this.unkeptText(why)));
  }

  /** Data that could not be read may still be there, so nothing is written over them. */
  private unkeptText(why: Trouble): string {
    const hidden = this.store.unread !== null && why !== "blocked" && why !== "private";
    return t(hidden ? "play.data.unread" : "play.data.not", { why: t(`storage.${why}`) });
  }

  private async reset(): Promise<void> {
    await this.pane.stop();
    this.pane.clearResults();
    this.change(() => {
      this.last = null;
      this.outcome = null;
      this.note = "";
    });
    const why = await this.store.reset();
    await this.panel.refresh([]);
    this.change(() => (this.note = t("play.reset.done")));
    this.unkept(why);
  }

  private async undoReset(): Promise<void> {
    const why = await this.store.undoReset();
    await this.panel.refresh([]);
    this.change(() => (this.note = t("play.reset.undone")));
    this.unkept(why);
  }

  /** A script that creates what is there already runs as if for the first time. */
  private async runAfresh(): Promise<void> {
    await this.reset();
    await this.pane.runAll();
  }

  private original(): void {
    this.drafts?.forget();
    this.pane.load(this.sample.text);
    this.draw();
  }

  private keep(text: string, tokens: Token[]): void {
    if (text === this.sample.text && !hasDraft(`play/${this.sample.name}`)) return;
    this.drafts?.save(text, tokens);
    this.draw();
  }

  /** Every sample may set up with the files of all of them. */
  private filesNow(): Files {
    return { ...(Object.assign({}, ...this.samples.map((s) => s.files)) as Files), ...this.sample.files };
  }

  private async prices(): Promise<void> {
    const bytes = (await this.control.tables()).reduce((sum, table) => sum + table.bytes, 0);
    showPrices({ transactions: this.last?.counters.transactions ?? 0, bytes });
  }

  private change(how: () => void): void {
    how();
    this.draw();
  }

  private draw(): void {
    if (!this.opened) return;
    render(
      html`${this.toolBar()}
      <div class="play-split"><section class="script" id="script" aria-label=${t("play.script")}>${this.pane.element}${
        this.sample === YOURS ? starters(this.pane.text, (block) => this.pane.append(block)) : nothing
      }</section>
      <aside class="side" id="data" aria-label=${t("play.data")}>${this.panel.element}</aside></div>
      <cost-ledger role="region" aria-label=${t("ledger.label")}>${costLedger(
        this.last,
        document.documentElement.dataset.version ?? "",
        this.store.seed,
        () => void this.prices(),
      )}</cost-ledger>
      <nav class="bottom-bar" aria-label=${t("play.parts")}><a href="#script">${icon("script")}${t(
        "play.script",
      )}</a><a href="#data">${icon("data")}${t("play.data")}</a></nav>`,
      this,
    );
  }

  private toolBar(): unknown {
    const saved = savedWords(this.saved, {
      load: () => this.pane.load(this.drafts?.load()?.text ?? this.pane.text),
      keep: () => this.drafts?.save(this.pane.text, []),
    });
    const changed = this.sample.text !== "" && this.pane.text !== this.sample.text;
    return html`<div class="tool-bar" role="group" aria-label=${t("play.tools")}><h1 class="doc-title vh">${t("play.title")}</h1>
      <label class="select doc-select"><span class="vh">${t("play.sample")}</span><select @change=${this.choose}>${[
        ...this.samples,
        YOURS,
      ].map(
        (s) => html`<option value=${s.name} .selected=${s.name === this.sample.name}>${s.title}</option>`,
      )}</select></label>${saved}${asideWords(this.drafts, () => this.draw())}
      <span class="tool-run">${button(t("play.runall"), () => void this.pane.runAll(), { icon: "run", kind: "primary", keys: "⌃⇧⏎", disabled: this.running })}${button(
        t("play.afresh"),
        () => void this.runAfresh(),
        { keys: "Alt⇧⏎", disabled: this.running },
      )}${iconButton("stop", t("play.stop"), () => void this.pane.stop(), !this.running)}</span>
      <span class="tool-group">${button(t("play.reset"), () => void this.reset(), { icon: "reset", kind: "quiet" })}${
        changed ? button(t("play.original"), () => this.original(), { icon: "undo", kind: "quiet" }) : nothing
      }</span>
      <span role="status">${this.note ? html`<span class="chip">${this.note}</span>` : nothing} ${outcomeLine(this.outcome, (n) => this.pane.goTo(n))}</span>${
        this.store.undoable
          ? button(t("play.reset.undo"), () => void this.undoReset(), { icon: "undo", kind: "small" })
          : nothing
      }</div>`;
  }
}

const LAST = "rowkey/play"; // the document that was open last

if (!customElements.get("play-ground")) customElements.define("play-ground", PlayGround);
