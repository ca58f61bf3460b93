// What the linter says of the requests so far, above the log: how often, which rule, where, what it saves. The engine
// has run each proposal on a copy of the store; that of a finding far down is run when it is opened.
import { html, nothing, type TemplateResult } from "lit";
import { savedBy } from "../../answer/lint-text.ts";
import type { Finding, Findings } from "../../engine/types.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { dropText, keepText, readJSON } from "../../ui/storage.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { body, cost, type LogRows, where } from "./lint-finding.ts";

export class LintList {
  private report: Findings | null = null;
  private document = "";
  private dismissed = new Map<string, string>();
  private open = ""; // id of the finding that is open
  private empty: ReadonlySet<string> = new Set(); // opened, and nothing came of it

  constructor(
    private readonly workspace: Workspace,
    private readonly draw: () => void,
    private readonly rows: LogRows,
  ) {}

  /** Asks the engine again. */
  async look(open = ""): Promise<void> {
    const { id } = this.workspace.document;
    if (id !== this.document) {
      this.document = id;
      this.dismissed = dismissedIn(id);
      this.open = "";
    }
    if (this.workspace.engine.state !== "ready") return;
    // the store was reset meanwhile
    const report = await this.workspace.control.findings(open || this.open).catch(() => null);
    if (report) this.report = report;
  }

  /** The findings that nobody has dismissed. */
  get shown(): Finding[] {
    return this.report?.findings.filter((f) => !this.dismissed.has(f.id)) ?? [];
  }

  /** The finding that a record of the ledger belongs to, 0 if none does. */
  of(record: number): number {
    return record ? this.shown.findIndex((f) => f.records.includes(record)) + 1 : 0;
  }

  /** Opens a finding and moves the focus there. */
  async goTo(n: number): Promise<void> {
    const f = this.shown[n - 1];
    if (!f) return;
    await this.turn(f, true);
    const summary = document.querySelector<HTMLElement>(`#lint-${n} > summary`);
    summary?.focus();
    summary?.scrollIntoView({ block: "nearest" });
  }

  view(): TemplateResult | typeof nothing {
    const { report, shown } = this;
    if (!report?.requests) return nothing;
    const gone = [...report.findings.filter((f) => this.dismissed.has(f.id)), ...report.silent];
    if (!shown.length && !gone.length)
      return html`<p class="li-none">${t("lint.none", { n: num(report.requests) })}</p>`;
    return html`<section class="lint-list" aria-labelledby="lint-h"><h2 id="lint-h">${t("lint.head", {
      findings: tn("lint.findings", shown.length),
      requests: tn("lint.requests", report.requests),
    })}</h2>${this.sum(shown)}${
      shown.length ? html`<div class="lints">${shown.map((f, i) => this.one(f, i + 1))}</div>` : nothing
    }${gone.length ? html`<ul class="li-gone">${gone.map((f) => this.away(f))}</ul>` : nothing}</section>`;
  }

  private sum(shown: readonly Finding[]): TemplateResult | typeof nothing {
    const { read, roundtrips } = savedBy(shown);
    const parts = [read ? tn("lint.sum.reads", read) : "", roundtrips ? tn("lint.sum.trips", roundtrips) : ""].filter(
      Boolean,
    );
    if (!parts.length) return nothing;
    const list = new Intl.ListFormat(document.documentElement.lang).format(parts);
    return html`<p class="li-say">${t("lint.sum", { saved: list })}</p>`;
  }

  private one(f: Finding, n: number): TemplateResult {
    const on = f.id === this.open;
    return html`<details class="lint" id=${`lint-${n}`} ?open=${on} data-wrong=${f.wrong ? "" : nothing}><summary
      @click=${(e: Event) => {
        e.preventDefault();
        void this.turn(f, !on);
      }}><span class="li-n">${num(f.count)} ×</span> <span class="li-name">${t(`lint.${f.rule}`)} <span
        class="li-where">${where(f)}</span></span> <span class="li-cost">${cost(f)}</span></summary>${
          on
            ? html`<div class="li-body">${
                f.tried || f.wrong
                  ? html`${body(this.workspace, f, this.rows)}${this.off(f, n)}`
                  : html`<p role="status">${t(this.empty.has(f.id) ? "lint.empty" : "lint.trying")}</p>`
              }</div>`
            : nothing
        }</details>`;
  }

  private off(f: Finding, n: number): TemplateResult {
    const dismiss = (e: SubmitEvent) => {
      e.preventDefault();
      const form = e.currentTarget as HTMLFormElement;
      const reason = String(new FormData(form).get("why") ?? "").trim();
      const field = form.querySelector("input");
      if (!reason) return field?.focus();
      this.dismiss(f, reason);
    };
    return html`<form class="li-off" @submit=${dismiss}><label for=${`lint-why-${n}`}>${t("lint.because")}</label><input
      id=${`lint-why-${n}`}
      name="why" type="text" required maxlength="200" autocomplete="off" placeholder=${t("lint.because.hint")}><button
        class="button" data-kind="small">${t("lint.dismiss")}</button></form>`;
  }

  private away(f: Finding): TemplateResult {
    const reason = this.dismissed.get(f.id) ?? f.reason;
    const back = () => {
      this.dismissed.delete(f.id);
      this.kept();
    };
    return html`<li><span class="muted">${t("lint.dismissed")}</span> ${t(`lint.${f.rule}`)} <span
      class="li-where">${where(f)}</span> <q>${reason}</q> ${
        f.reason
          ? html`<span class="muted">${t("lint.deliberately")}</span>`
          : html`<button type="button" class="link" @click=${back}>${t("lint.back")}</button>`
      }</li>`;
  }

  private async turn(f: Finding, on: boolean): Promise<void> {
    this.open = on ? f.id : "";
    this.draw();
    if (!on || f.tried || f.wrong) return;
    await this.look(f.id);
    if (!this.report?.findings.some((g) => g.id === f.id && g.tried)) this.empty = new Set([...this.empty, f.id]);
    this.draw();
  }

  private dismiss(f: Finding, reason: string): void {
    this.dismissed.set(f.id, reason);
    this.open = "";
    this.kept();
    document.querySelector<HTMLElement>(".li-gone button")?.focus();
  }

  private kept(): void {
    if (!this.workspace.document.sample.link) keepDismissed(this.document, this.dismissed);
    this.draw();
  }
}

const KEY = "rowkey/dismissed/";
const MOST = 100; // of a document

type Dismissed = ReadonlyMap<string, string>;

/** Returns what was dismissed in a document: reasons by id of the finding. */
function dismissedIn(document: string): Map<string, string> {
  const kept = readJSON(KEY + document);
  if (!Array.isArray(kept)) return new Map();
  return new Map(kept.filter(isPair).slice(-MOST));
}

function keepDismissed(document: string, dismissed: Dismissed): void {
  if (dismissed.size) keepText(KEY + document, JSON.stringify([...dismissed].slice(-MOST)));
  else dropText(KEY + document);
}

function isPair(x: unknown): x is [string, string] {
  return Array.isArray(x) && x.length === 2 && x.every((text) => typeof text === "string");
}
