// <lesson-try>: the right pane of a step. Editor, run, checks, score; progress is kept in this browser.
import { html, nothing, render } from "lit";
import { keyRow, watchKeyboard } from "../editor/key-row.ts";
import { Control } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { home, openEngine, pageData, type StepData } from "../engine/page-data.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Judgement, Token } from "../engine/types.ts";
import { DataPanel } from "../script/data-panel.ts";
import { type Outcome, outcomeLine, outcomeOf, type Part, partOf, strayChip } from "../script/outcome.ts";
import { ScriptPane } from "../script/pane.ts";
import { lastTable } from "../script/touched-rows.ts";
import { button, iconButton } from "../ui/buttons.ts";
import { asideWords, savedWords } from "../ui/draft-status.ts";
import { Drafts, hasDraft, type Saved } from "../ui/drafts.ts";
import { t } from "../ui/i18n.ts";
import { readSettings } from "../ui/settings.ts";
import { keepText } from "../ui/storage.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { caretIn, courseEnd, nextTitle, tokensOf } from "./baked-page.ts";
import { isIdle, lessonCheck, verdictLink } from "./check.ts";
import { dataDrawer } from "./early.ts";
import { areBeside, foldedChecks, keepFolded, showFailing, showOpened, watchOpened } from "./in-sight.ts";
import { goOn, type Progress, readProgress, SOLVED, see, solve, today, writeProgress } from "./progress.ts";
import { noteMistake } from "./review-view.ts";
import type { Par, Score } from "./score.ts";

const SCRIPT = "your.http";

/** What the last run came to. One that left out requests is not judged. */
interface LastRun {
  judgement: Judgement | null;
  part: Part | null; // of the script, if requests were left out
  scores: Score[];
  outcome: Outcome | null; // if not all was as the script expects
}

const NO_RUN: LastRun = { judgement: null, part: null, scores: [], outcome: null };

export class LessonTry extends HTMLElement {
  opened: Promise<void> = Promise.resolve(); // the editor is there
  private readonly engine = openEngine();
  private readonly control = new Control(this.engine.fetch);
  private readonly panel = new DataPanel(this.control);
  private readonly step = pageData<StepData>("step");
  private readonly checks = this.querySelector("lesson-check");
  private readonly titles = [...this.querySelectorAll("lesson-check li p")].map((p) => p.textContent ?? "");
  private fixture: Fixture | null = null;
  private drafts: Drafts | null = null;
  private saved: Saved = { state: "none" };
  private last: LastRun = NO_RUN;
  private session = "";
  private running = false;
  private ready = false; // the store holds the fixture
  private outdated = false; // the draft began as an older text
  private earlier = ""; // what Start over replaced
  private folded = foldedChecks();
  private tokens: Token[] = [];
  private readonly bar = document.createElement("div");
  private readonly keys = document.createElement("div"); // of a phone
  private readonly gone = new AbortController();
  readonly pane = new ScriptPane({
    engine: this.engine,
    control: this.control,
    source: () => ({ name: SCRIPT, files: this.step?.files ?? {} }),
    label: t("lesson.script"),
    blockTools: false,
    whole: true,
    line: this.step?.first ?? false,
    announce: false,
    prepare: (all) => this.prepare(all),
    finished: (result, all) => this.finished(result, all),
    changed: (text, tokens) => this.keep(text, tokens),
    busy: (running) => this.change(() => (this.running = running)),
    lost: () => this.forget(),
  });

  connectedCallback(): void {
    const { step } = this;
    this.addEventListener("focusin", () => this.wake(), { once: true });
    if (!step || this.drafts) return;
    this.fixture = new Fixture(this.control, step);
    this.drafts = new Drafts(step.id, step.hash, (s) => this.change(() => (this.saved = s)));
    this.opened = this.open(step);
  }

  disconnectedCallback(): void {
    this.gone.abort();
    this.drafts?.close();
    this.drafts = null;
    this.engine.stop();
  }

  /** The reader is near: the engine starts, and its store is filled, while the editor is still loading. */
  wake(): void {
    this.engine.start();
    this.fixture?.prefill();
  }

  /** The baked pane stays until the editor is there. */
  private async open(step: StepData): Promise<void> {
    const baked = this.querySelector(":scope > code-editor");
    const draft = this.drafts?.load();
    this.tokens = tokensOf(baked);
    this.outdated = !!draft && draft.hash !== step.hash;
    await this.pane.open(draft?.text ?? step.start.trimEnd(), draft?.tokens ?? this.tokens);
    if (draft) this.saved = { state: "restored", at: draft.at };
    const had = document.activeElement?.closest(".try-bar, lesson-try > code-editor") ?? null;
    const caret = caretIn(baked);
    this.bar.className = "try-bar";
    this.querySelector(".try-bar")?.replaceWith(this.bar);
    baked?.replaceWith(this.pane.element);
    this.pane.element.className = "try-script";
    this.fillDrawer();
    this.keys.className = "try-keys";
    this.append(this.keys);
    watchKeyboard(this, this.gone.signal);
    this.listen();
    this.draw();
    if (had?.className === "try-bar") this.bar.querySelector<HTMLElement>("[data-kind=primary]")?.focus();
    else if (had && caret !== null) this.pane.caretAt(caret);
    else if (had) this.pane.focus();
    this.setAttribute("state", "ready");
  }

  private listen(): void {
    watchOpened(this);
    document.querySelector("details[data-solution]")?.addEventListener("toggle", () => {
      if (this.step) this.progress(see(readProgress(), this.step.id, today()));
    });
  }

  /** The page has the drawer from the beginning; it may be open already. */
  private fillDrawer(): void {
    const drawer = dataDrawer(this);
    const look = () =>
      void this.prepare(false)
        .then(() => this.panel.open(drawer.open))
        .then(
          () => showOpened(drawer, this),
          () => undefined,
        );
    void needSheet("data");
    drawer.append(this.panel.element);
    drawer.addEventListener("toggle", look);
    if (drawer.open) look();
  }

  /** Run all begins with the fixture, so that it always means the same; one request goes on from what is there. */
  private async prepare(all: boolean): Promise<{ continue?: string }> {
    if (all || !this.ready) {
      this.session = "";
      await this.fixture?.restore();
      this.ready = true;
    }
    return this.session ? { continue: this.session } : {};
  }

  private async finished(result: RunResult, all: boolean): Promise<void> {
    const { step } = this;
    if (!step) return;
    this.session = result.session;
    const last = await this.cameTo(step, result, all && result.end !== "aborted");
    this.change(() => (this.last = last));
    showFailing(this.checks);
    if (last.outcome?.line && areBeside()) this.pane.reveal(last.outcome.line);
    void this.panel.refresh(this.pane.reads, lastTable(result.exchanges));
    if (last.judgement?.pass) this.solved(step, last.scores);
    else if (last.judgement) this.note(step, last.judgement);
  }

  /** A script that cannot be read or has no request has sent nothing, so nothing of it is judged. */
  private async cameTo(step: StepData, result: RunResult, whole: boolean): Promise<LastRun> {
    if (!whole) return this.left(result);
    const { exchanges } = result;
    if (exchanges.some((x) => x.problem) && exchanges.every((x) => !x.wire.length))
      return { ...NO_RUN, part: { ran: 0, of: exchanges.length }, outcome: this.outcome(result) };
    if (isIdle(exchanges, step.start)) return { ...NO_RUN, part: { ran: 0, of: 0 } };
    return this.judge(step, result);
  }

  private outcome({ exchanges }: RunResult): Outcome | null {
    const outcome = outcomeOf(exchanges, this.pane.parsed.blocks);
    return outcome.line ? outcome : null;
  }

  private async judge(step: StepData, result: RunResult): Promise<LastRun> {
    const judgement = await this.control.judge(step.check, step.files, result.session);
    const counters: Record<string, number> = { ...result.counters };
    const scores = parsOf(step).map((par) => ({ ...par, yours: counters[par.name] ?? 0 }));
    return { judgement, part: null, scores, outcome: this.outcome(result) };
  }

  private left({ exchanges }: RunResult): LastRun {
    return { ...NO_RUN, part: partOf(exchanges, this.pane.parsed.blocks) };
  }

  private solved(step: StepData, scores: readonly Score[]): void {
    const yours = Object.fromEntries(scores.map((s) => [s.name, s.yours]));
    const par = Object.fromEntries(scores.map((s) => [s.name, s.par]));
    keepText(SOLVED + step.id, this.pane.text); // for the certificate, which is made of what is there
    this.progress(goOn(solve(readProgress(), step.id, yours, par, today()), step.id, step.steps));
  }

  /** What failed comes back as a question on another day. The text that a step begins with is not a mistake. */
  private note(step: StepData, { checks }: Judgement): void {
    const failed = checks.find((c) => !c.pass);
    const script = this.pane.text.trim();
    if (!failed || script === step.start.trim()) return;
    noteMistake({
      id: step.id,
      lesson: step.lesson,
      step: step.title,
      script,
      failed: failed.title,
      why: failed.feedback,
      checks: checks.map((c) => c.title),
      day: today(),
    });
  }

  private progress(p: Progress): void {
    const why = writeProgress(p);
    if (why) this.change(() => (this.saved = { state: "unsaved", why }));
  }

  private keep(text: string, tokens: Token[]): void {
    const { step } = this;
    if (!step || (text === step.start.trimEnd() && !hasDraft(step.id))) return;
    this.drafts?.save(text, tokens);
    this.draw();
  }

  private forget(): void {
    this.fixture?.forget();
    this.ready = false;
    this.session = "";
  }

  private startOver(): void {
    if (!this.step) return;
    this.earlier = this.pane.text === this.step.start.trimEnd() ? "" : this.pane.text;
    this.drafts?.forget();
    this.pane.load(this.step.start.trimEnd(), this.tokens);
    this.forget();
    this.change(() => {
      this.last = NO_RUN;
      this.outdated = false;
    });
    this.pane.focus();
  }

  /** There is something to start over from. */
  private get begun(): boolean {
    return this.last !== NO_RUN || this.pane.text.trimEnd() !== this.step?.start.trimEnd();
  }

  /** Puts an example below the script. A solution takes its place: both together would be one run. */
  take(text: string, solution: boolean): void {
    if (!solution) return this.pane.append(text);
    const { step, pane } = this;
    const own = pane.text.trim();
    if (own === text.trim()) return pane.focus();
    this.earlier = own === step?.start.trim() ? this.earlier : pane.text;
    pane.clearResults();
    pane.rewrite(`${text.trim()}\n`); // an edit, which can be undone
    pane.goTo(1);
    this.draw();
  }

  private restore(text: string): void {
    this.pane.load(text);
    this.change(() => (this.earlier = ""));
    this.keep(text, []);
  }

  private change(how: () => void): void {
    how();
    this.draw();
  }

  private draw(): void {
    const { step, checks, last } = this;
    if (!step) return;
    render(this.barView(), this.bar);
    render(keyRow(this.pane.text), this.keys);
    if (!checks) return;
    if (!checks.hasAttribute("state")) checks.replaceChildren();
    checks.setAttribute("state", last.judgement?.pass ? "solved" : "open");
    render(
      lessonCheck({
        titles: this.titles,
        judgement: last.judgement,
        source: step.check,
        part: last.part,
        pars: readSettings().scores ? parsOf(step) : [],
        scores: readSettings().scores ? last.scores : [],
        glossary: new URL("glossary/#par", home).href,
        folded: this.folded,
        fold: () => this.change(() => (this.folded = keepFolded(!this.folded))),
        next: step.next ? { title: nextTitle(t("lesson.next")), href: step.next } : courseEnd(),
      }),
      checks as HTMLElement,
    );
  }

  private barView(): unknown {
    const { outcome, judgement } = this.last;
    const stray = this.last === NO_RUN ? null : this.pane.stray();
    const saved = savedWords(this.saved, {
      load: () => this.restore(this.drafts?.load()?.text ?? this.pane.text),
      keep: () => this.keep(this.pane.text, []),
    });
    return html`<b>${t("lesson.script")}</b>${saved}${asideWords(this.drafts, () => this.draw())}${outcomeLine(
      outcome,
      (n) => this.pane.goTo(n),
    )}${areBeside() ? nothing : verdictLink(judgement)}${strayChip(stray, (n) =>
      this.pane.goTo(n),
    )}<span class="tool-end">${
      this.earlier
        ? button(t("lesson.earlier"), () => this.restore(this.earlier), { kind: "quiet", icon: "undo" })
        : nothing
    }${this.outdated ? button(t("lesson.notice.new"), () => this.startOver(), { kind: "quiet" }) : nothing}${
      this.begun ? button(t("lesson.over"), () => this.startOver(), { kind: "quiet", icon: "reset" }) : nothing
    }${this.running ? iconButton("stop", t("play.stop"), () => void this.pane.stop()) : nothing}${button(
      t("lesson.run"),
      () => void this.pane.runAll(),
      { kind: "primary", icon: "run", keys: "Mod+Enter" },
    )}</span>`;
  }
}

/** What a step scores, each with its par. */
function parsOf(step: StepData): Par[] {
  return step.score.map((name) => ({ name, par: step.par[name] ?? 0 }));
}

if (!customElements.get("lesson-try")) customElements.define("lesson-try", LessonTry);
