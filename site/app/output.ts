// The answer below a request: one line that teaches, then the same answer through several lenses.
import { html, nothing, render, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { batchXray } from "./batch-xray.ts";
import { iconButton } from "./buttons.ts";
import { kebab } from "./classes.ts";
import { findings } from "./findings.ts";
import { PAGE_ROWS } from "./grid.ts";
import { t } from "./i18n.ts";
import { changesLens } from "./lens-changes.ts";
import { explainLens } from "./lens-explain.ts";
import { hasResult, resultLens } from "./lens-result.ts";
import { wireLens } from "./lens-wire.ts";
import { isVerdict, rounds } from "./rounds.ts";
import { runLanes } from "./run-lanes.ts";
import { summary } from "./summary.ts";
import { waiting, type Waiting } from "./waiting.ts";
import type { Exchange, KeyLine } from "./types.ts";

/** A proposal to correct a request. */
export interface Repair {
  text: string;
  label: string;
  apply: () => void;
}

/** What a result may ask of the place it stands in; what is missing is not offered. */
export interface OutputActions {
  stop?: () => void;
  restart?: () => void;
  report?: () => string;
  follow?: (x: Exchange) => void;
  jump?: (line: number) => void;
}

/** What the lenses see. */
export interface OutputView {
  title: string;
  keyline: KeyLine | null;
  repair: Repair | null;
  rows: number; // of the grid in the document
  scale: number; // index into FACTORS
  actions: OutputActions;
  more: () => void;
  rescale: (scale: number) => void;
}

type Lens = "result" | "transaction" | "explain" | "wire" | "changes";

/** One <run-output>: keeps what it shows and draws it again when that changes. */
export class Output implements OutputView {
  readonly element: HTMLElement = document.createElement("run-output");
  readonly actions: OutputActions;
  title = "";
  repair: Repair | null = null;
  rows = PAGE_ROWS;
  scale = 0;
  exchanges: Exchange[] = []; // of one block, oldest first
  story: readonly Exchange[] = []; // of the whole run, at its last answer
  private readonly pictures = new Map<number, KeyLine>(); // of what was read, by record
  private at = 0;
  private folded = false;
  private waiting: Waiting | null = null;
  private baked: HTMLElement | null = null; // whose place it takes
  private run = 0; // counts fresh results, so that a lens starts anew with each kind of answer
  private readonly opened = new Set<Lens>(); // lenses that have been looked at; the others are not drawn
  private readonly id: string;

  constructor(id: string, actions: OutputActions) {
    this.id = id;
    this.actions = actions;
  }

  /** The exchange that is shown, null while nothing has come. */
  get current(): Exchange | null {
    return this.exchanges[this.at] ?? null;
  }

  /** The picture of what the shown exchange read, null if there is none. */
  get keyline(): KeyLine | null {
    return this.pictures.get(this.current?.record?.id ?? 0) ?? null;
  }

  readonly more = (): void => this.change(() => (this.rows += PAGE_ROWS));
  readonly rescale = (scale: number): void => this.change(() => (this.scale = scale));

  /** Shows that an answer is on its way, or why none comes. The answer before stays until then. */
  wait(state: Waiting): void {
    this.change(() => (this.waiting = state));
  }

  /** Begins a run: the next exchange replaces what stands here. */
  begin(): void {
    this.exchanges = [];
    this.story = [];
    this.pictures.clear();
    this.at = 0;
    this.run++;
  }

  /** Adds an exchange; the newest is shown. Call draw when several have been added. */
  add(x: Exchange): void {
    const last = this.exchanges.at(-1);
    if (last && isVerdict(x)) this.exchanges.pop(); // it judges what the same block has sent
    this.exchanges.push(last && isVerdict(x) ? { ...last, checks: [...last.checks, ...x.checks], stopped: x.stopped } : x);
    this.at = this.exchanges.length - 1;
    this.title = x.title || this.title;
    this.waiting = null;
    this.repair = null;
    this.rows = PAGE_ROWS;
  }

  /** Adds pictures of what exchanges read, by record; those of other results are passed over. Call draw afterwards. */
  explain(pictures: ReadonlyMap<number, KeyLine>): void {
    for (const { record } of this.exchanges) {
      const picture = record && pictures.get(record.id);
      if (record && picture) this.pictures.set(record.id, picture);
    }
  }

  /** Tells the whole run below its last answer. */
  tell(story: readonly Exchange[]): void {
    this.change(() => (this.story = story));
  }

  /** Takes the place of an element of the page when there is something to draw. */
  replaces(baked: HTMLElement): void {
    this.baked = baked;
  }

  /** Adds a proposal to correct the shown exchange. */
  propose(repair: Repair): void {
    this.change(() => (this.repair = repair));
  }

  draw(): void {
    this.baked?.replaceWith(this.element);
    this.baked = null;
    const x = this.waiting ? null : this.current;
    const plan = x?.record?.plan;
    setOrRemove(this.element, "data-class", plan ? kebab(plan.class) : null);
    setOrRemove(this.element, "state", this.waiting?.state ?? (x?.record?.token && !this.folded ? "more" : x?.problem ? "failed" : null));
    render(this.waiting ? waiting(this.waiting, this.actions) : x ? this.answer(x) : nothing, this.element);
  }

  private answer(x: Exchange): TemplateResult {
    const lenses = lensesOf(x);
    const kind = `${this.id}-${this.run}-${lenses.join()}`;
    return html`<header class="ro-head">${this.folded ? nothing : rounds(this.exchanges)}${summary(x)}<div class="ro-tools">${this.stepper()}${
      this.folded ? nothing : keyed(kind, this.tabs(lenses))}${
      iconButton("copy", t("output.copy"), () => void navigator.clipboard.writeText(copyText(x)))}${
      iconButton(this.folded ? "right" : "down", t(this.folded ? "output.unfold" : "output.fold"), () => this.change(() => (this.folded = !this.folded)))}</div></header>
      ${findings(x, this.actions.jump)}
      ${this.folded ? nothing : lenses.map((l, i) => html`<div class="ro-lens" data-lens=${l}>${i === 0 || this.opened.has(l) ? this.lens(l, x) : nothing}</div>`)}${
      this.folded ? nothing : runLanes(this.story)}`;
  }

  private tabs(lenses: readonly Lens[]): TemplateResult | typeof nothing {
    if (!lenses.length) return nothing;
    const open = (l: Lens) => this.change(() => this.opened.add(l));
    return html`<fieldset class="tabs"><legend class="vh">${t("lens.label")}</legend>${lenses.map((l, i) => html`<label><input
      type="radio" name="live-lens-${this.id}" value=${l} ?checked=${i === 0} @change=${() => open(l)}><span>${t(`lens.${l}`)}</span></label>`)}</fieldset>`;
  }

  private lens(lens: Lens, x: Exchange): unknown {
    if (lens === "transaction") return batchXray(x);
    if (lens === "wire") return wireLens(x, this);
    if (lens === "changes") return changesLens(x);
    if (lens === "explain") return x.record?.plan ? explainLens(x.record, x.record.plan, this) : nothing;
    return resultLens(x, this);
  }

  /** A looped request has many answers; one is shown. */
  private stepper(): unknown {
    const n = this.exchanges.length;
    if (n < 2) return nothing;
    const go = (by: number) => this.change(() => (this.at += by));
    return html`${iconButton("left", t("output.previous"), () => go(-1), this.at === 0)}<span class="ro-fact">${t("output.of", { n: this.at + 1, of: n })}</span>${
      iconButton("right", t("output.next"), () => go(1), this.at === n - 1)}`;
  }

  private change(how: () => void): void {
    how();
    this.draw();
  }
}

function lensesOf(x: Exchange): Lens[] {
  const lenses: Lens[] = [];
  if (isVerdict(x)) return lenses;
  if (x.ops.length) lenses.push("transaction");
  else if (hasResult(x)) lenses.push("result");
  if (x.record?.plan) lenses.push("explain");
  if (x.record?.changes.length || x.ops.length) lenses.push("changes");
  if (x.wire.length) lenses.push("wire");
  return lenses;
}

function copyText(x: Exchange): string {
  return x.body || `${x.status} ${x.reason}`;
}

function setOrRemove(e: HTMLElement, name: string, value: string | null): void {
  if (value === null) e.removeAttribute(name);
  else e.setAttribute(name, value);
}
