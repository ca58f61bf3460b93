// The log as a table, newest first: filter, sums that follow it, and tools for the chosen request.
import { html, nothing, render, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import { glyph } from "../../answer/query-badge.ts";
import { num, t, time, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { billOf, hasPrices, readPrices } from "../../ui/prices.ts";
import { kebab } from "../../ui/query-classes.ts";
import { LintList } from "../lint/lint-list.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { countsOf, type Entry, isRefused, KINDS, type Kind, matches, sumsOf } from "./log-entries.ts";
import { ENTRY_TOOLS } from "./log-tools.ts";
import type { RequestLog } from "./request-log.ts";

const PAGE = 200; // rows drawn at a time

export class LogView {
  private readonly lints: LintList;
  private readonly clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: "medium",
    hourCycle: "h23",
  });
  private kind: Kind = "all";
  private text = "";
  private thisRun = false;
  private rows = PAGE;
  private chosen = 0; // number of an entry
  private said = "";

  constructor(
    private readonly workspace: Workspace,
    private readonly log: RequestLog,
    private readonly element: HTMLElement,
  ) {
    this.lints = new LintList(workspace, () => this.draw(), {
      of: (record) => this.log.now.entries.find((e) => record && e.record === record)?.n ?? 0,
      show: (n) => this.show(n),
    });
  }

  /** Asks what the linter says of the requests so far, and draws. */
  async look(): Promise<void> {
    await this.lints.look();
    this.draw();
  }

  /** How many findings are shown. */
  get findings(): number {
    return this.lints.shown.length;
  }

  draw(): void {
    render(this.view(), this.element);
  }

  private view(): TemplateResult {
    const log = this.log.now;
    const within = this.thisRun ? log.entries.filter((e) => e.run === log.runs && e.run > 0) : log.entries;
    const found = within.filter((e) => matches(e, this.kind, this.text)).reverse();
    return html`${this.lints.view()}${this.bar(within)}${
      found.length
        ? this.table(found)
        : html`<p class="blank">${t(log.entries.length ? "log.nothing" : "log.none")}</p>`
    }${this.foot(found, within.length)}`;
  }

  private bar(within: readonly Entry[]): TemplateResult {
    const counts = countsOf(within, this.text);
    const { since } = this.log.now;
    return html`<div class="log-bar"><label class="search">${icon("search")}<span
      class="vh">${t("log.filter")}</span><input
      type="search" placeholder=${t("log.filter.hint")} .value=${this.text} @input=${(e: Event) =>
        this.change(() => (this.text = typedIn(e)))}></label>
      <fieldset class="seg"><legend class="vh">${t("log.kind")}</legend>${KINDS.map(
        (k) =>
          html`<label><input type="radio" name="log-kind" value=${k} .checked=${k === this.kind} @change=${() =>
            this.change(
              () => (this.kind = k),
            )}><span>${t(`log.kind.${k}`)} <span class="n">${num(counts[k])}</span></span></label>`,
      )}</fieldset>
      <label class="select"><span class="vh">${t("log.since")}</span><select @change=${(e: Event) =>
        this.change(() => (this.thisRun = typedIn(e) === "run"))}><option value="reset" .selected=${!this.thisRun}>${t(
        "log.since.reset",
        { time: time(since) },
      )}</option><option value="run" .selected=${this.thisRun}>${t("log.since.run")}</option></select></label></div>`;
  }

  private table(found: readonly Entry[]): TemplateResult {
    const focus = found.some((e) => e.n === this.chosen) ? this.chosen : (found[0]?.n ?? 0);
    const rest = found.length - this.rows;
    return html`<table class="req-log" @keydown=${this.move}><caption class="vh">${t("log.caption")}</caption>
      <thead><tr><th scope="col" class="num">${t("log.n")}</th><th scope="col" class="rl-time">${t("log.time")}</th><th
      scope="col">${t(
        "log.request",
      )}</th><th scope="col">${t("log.answer")}</th><th scope="col" class="num">${t("log.reads")}</th></tr></thead>
      <tbody>${found.slice(0, this.rows).map((e) => this.row(e, e.n === focus))}</tbody></table>${
        rest > 0
          ? html`<p class="grid-more"><button type="button" class="button" data-kind="small" @click=${() =>
              this.change(() => (this.rows += PAGE))}>${tn("result.more", rest)}</button></p>`
          : nothing
      }`;
  }

  private row(e: Entry, focus: boolean): TemplateResult {
    const on = e.n === this.chosen;
    return html`<tr data-class=${e.class ? kebab(e.class) : nothing} ?data-on=${on}><td
      class="num rl-no">${num(e.n)}</td><td class="rl-time">${this.clock.format(
        e.at,
      )}</td><th scope="row"><button type="button" class="rl-what" data-n=${e.n} tabindex=${focus ? "0" : "-1"}
        aria-expanded=${on ? "true" : "false"} @click=${() => this.choose(on ? 0 : e.n)}>${
          e.method ? html`<b class="rl-m">${e.method}</b> ` : nothing
        }${words(e)}</button>${
          e.code ? html`<span class="rl-code">${e.code}</span>` : nothing
        }${this.mark(e)}</th><td class="rl-a">${
          e.class
            ? html`${glyph(e.class)}<span class="vh">${t(`class.${e.class}`)}</span>`
            : html`<i class="rl-no-class"></i>`
        }${
          e.status
            ? html`<b class="status" data-kind=${`${Math.floor(e.status / 100)}xx`}>${e.status}</b>`
            : html`<span class="muted">${t(isRefused(e) ? "log.refused" : "log.done")}</span>`
        }</td><td class="num">${
          e.class
            ? html`${num(e.read)} <span aria-hidden="true">→</span><span
              class="vh">, ${t("reads.returned")}</span> ${num(e.returned)}`
            : html`<span class="muted">–</span>`
        }</td></tr>${on ? this.tools(e) : nothing}`;
  }

  /** A sign that leads to the finding which an entry belongs to. */
  private mark(e: Entry): TemplateResult | typeof nothing {
    const n = this.lints.of(e.record);
    if (!n) return nothing;
    const label = t("lint.of", { n: num(n) });
    return html`<button type="button" class="rl-lint" aria-label=${label} title=${label}
      @click=${() => void this.lints.goTo(n)}>${icon("warn")}</button>`;
  }

  private tools(e: Entry): TemplateResult {
    const log = {
      workspace: this.workspace,
      refresh: () => this.refresh(),
      say: (text: string) => this.change(() => (this.said = text)),
    };
    const list = ENTRY_TOOLS.map((tool) => tool(e, log)).filter((tool) => tool !== nothing);
    return html`<tr class="rl-tools" data-on=""><td></td><td colspan="4"><p class="rl-full">${
      e.title ? html`<b>${e.title}</b> · ` : nothing
    }${t(`log.source.${e.source}`)} · ${tn("facts.transactions", e.transactions)}</p>${
      e.words.filter ? html`<p class="rl-full"><code>${e.words.filter}</code></p>` : nothing
    }${list.length ? html`<span class="rl-do">${list}</span>` : nothing}${
      e.method
        ? html`<details
          class="rl-wire rl-full"><summary>${t("log.wire")}</summary>${sample(wireOf(e), t("log.wire"))}</details>`
        : nothing
    }</td></tr>`;
  }

  private foot(found: readonly Entry[], of: number): TemplateResult {
    const sum = sumsOf(found);
    const { dropped } = this.log.now;
    const price = hasPrices()
      ? billOf(readPrices(), { transactions: sum.transactions, bytes: 0 }).transactions / readPrices().times
      : null;
    return html`<p class="side-foot" role="status"><span><b>${num(sum.requests)}</b> ${tn(
      "log.of",
      of,
    )}</span><span>${t(
      "reads.read",
    )} <b>${num(sum.read)}</b> → ${t("reads.returned")} <b>${num(sum.returned)}</b></span><span><b>${num(
      sum.transactions,
    )}</b> ${tn("ledger.transactions", sum.transactions)}</span>${
      price === null ? nothing : html`<span>${t("log.price", { n: money(price) })}</span>`
    }${dropped ? html`<span>${tn("log.dropped", dropped)}</span>` : nothing}${
      this.said ? html`<span>${this.said}</span>` : nothing
    }</p>`;
  }

  /** Opens an entry, whatever the filter, and moves the focus there. */
  private show(n: number): void {
    const { entries } = this.log.now;
    const behind = entries.filter((e) => e.n >= n).length;
    this.change(() => {
      this.kind = "all";
      this.text = "";
      this.thisRun = false;
      this.rows = Math.max(this.rows, behind);
      this.chosen = n;
    });
    this.element.querySelector<HTMLElement>(`.rl-what[data-n="${n}"]`)?.focus();
  }

  private choose(n: number): void {
    this.change(() => (this.chosen = n));
  }

  /** Arrow keys, Home and End go from request to request. */
  private readonly move = (e: KeyboardEvent): void => {
    const list = [...this.element.querySelectorAll<HTMLElement>(".rl-what")];
    const at = list.indexOf(e.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[e.key];
    const next = to === undefined || at < 0 ? undefined : list[to];
    if (!next) return;
    e.preventDefault();
    for (const b of list) b.tabIndex = b === next ? 0 : -1;
    next.focus();
  };

  private async refresh(): Promise<void> {
    await this.log.sync();
    this.draw();
  }

  private change(how: () => void): void {
    how();
    this.draw();
  }
}

/** A request as it was sent. */
function wireOf(e: Entry): string {
  const headers = e.headers.map(([name, value]) => `${name}: ${value}`);
  return [`${e.method} ${e.url}`, ...headers, ...(e.body ? ["", e.body] : [])].join("\n");
}

function words(e: Entry): unknown {
  const { path, key, filter } = e.words;
  return html`<span class="rl-w">${path}${
    key ? html` <span class="pk">${key.partition}</span> <span class="rk">${key.row}</span>` : nothing
  }${
    filter ? html` <span class="muted">${filter}</span>` : nothing
  }</span>${e.client ? html` <span class="client">${e.client}</span>` : nothing}${
    e.source === "script" ? nothing : html` <span class="client">${t(`log.chip.${e.source}`)}</span>`
  }`;
}

const typedIn = (e: Event): string => (e.target as HTMLInputElement | HTMLSelectElement).value;

const money = (n: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 3 }).format(n);
