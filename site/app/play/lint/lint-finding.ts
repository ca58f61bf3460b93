// One finding, opened: why, the requests that show it, both costs, what it gives up, and what to do about it.
import { html, nothing, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import { type Counter, counterOf, countersOf, extraOf, LINT_READING, stepsText } from "../../answer/lint-text.ts";
import { badge } from "../../answer/query-badge.ts";
import { root } from "../../engine/page-data.ts";
import type { Finding, FindingEvidence } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { bytes, filled, num, t, tn } from "../../ui/i18n.ts";
import type { Data, Screen, Script, Workspace } from "../workspace/workspace.ts";
import { applied, changesOf, reasonOf } from "./lint-change.ts";
import type { LineChange } from "./lint-rewrite.ts";

/** The rows of the log that the evidence leads to. */
export interface LogRows {
  /** The number of the row of a record of the ledger, 0 if it is not listed. */
  of: (record: number) => number;
  show: (n: number) => void;
}

/** Lines and clients of a finding. */
export function where(f: Finding): string {
  const [first, ...more] = f.lines;
  const line =
    first === undefined ? f.table : tn("lint.lines", f.lines.length, { lines: f.lines.slice(0, 4).join(", ") });
  const lines = more.length > 3 ? `${line} …` : line;
  return [lines, ...f.clients.slice(0, 3)].filter(Boolean).join(", ");
}

/** What a finding saves in a few words, or what it may lose. */
export function cost(f: Finding): string {
  if (f.rule === "token-dropped") return tn("lint.lost.rows", f.lost);
  if (f.rule === "near-limit") return f.lost ? tn("lint.near.left", f.lost) : t("lint.near", { n: f.names[2] ?? "" });
  if (f.wrong) return f.lost ? tn("lint.lost.changes", f.lost) : t("lint.lost.none");
  if (!f.tried) return t("lint.untried");
  const c = counterOf(f);
  const write = c === "bytes" ? bytes : num;
  return t(`lint.cost.${c}`, { before: write(f.before[c]), after: write(f.after[c]) });
}

export function body(workspace: Workspace, f: Finding, rows: LogRows): TemplateResult {
  return html`<p>${why(f)}</p><div class="li-two">${evidence(f, rows)}${
    f.wrong || f.rule === "near-limit" ? nothing : costs(f)
  }</div>
    <p class="li-gives"><b>${t("lint.gives")}</b> ${t(`lint.${f.rule}.gives`)}</p>${actions(workspace, f)}`;
}

function why(f: Finding): unknown {
  const [a = "", b = "", c = "", d = ""] = f.names;
  const code = (name: string) => html`<code>${name}</code>`;
  return filled(t(`lint.${f.rule}.why`), { a: code(a), b: code(b), c: code(c), d: code(d) });
}

function evidence(f: Finding, rows: LogRows): TemplateResult {
  const own = f.evidence.filter((e) => !e.other).length;
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t("lint.evidence")}><table
    class="rl-table ev"><caption>${t("lint.evidence.of", {
      n: num(own),
      of: num(f.count),
    })}</caption><thead><tr><th scope="col" class="num">${t("log.n")}</th><th scope="col">${t("log.request")}</th><th
      scope="col">${t(
        "log.answer",
      )}</th><th scope="col" class="num">${t("log.reads")}</th></tr></thead><tbody>${f.evidence.map((e) =>
        row(e, rows),
      )}</tbody></table></div>`;
}

function row(e: FindingEvidence, rows: LogRows): TemplateResult {
  const n = rows.of(e.record);
  return html`<tr data-other=${e.other ? "" : nothing}><td class="num">${
    n ? html`<button type="button" class="link" @click=${() => rows.show(n)}>${num(n)}</button>` : "–"
  }</td><td class="ev-req"><b>${e.method}</b> ${
    e.key
      ? html`<span class="pk">${e.key.partition}</span> <span class="rk">${e.key.row}</span>`
      : html`<code translate="no">${e.filter}</code>`
  }${e.client ? html` <span class="client">${e.client}</span>` : nothing}</td><td>${
    e.class ? badge(e.class) : e.status
  }</td><td class="num">${e.class ? `${num(e.read)} → ${num(e.returned)}` : "–"}</td></tr>`;
}

function costs(f: Finding): TemplateResult {
  const write = (c: Counter, n: number): string => (c === "bytes" ? bytes(n) : num(n));
  return html`<table class="li-costs"><caption>${
    f.tried < f.count ? t("lint.tried", { n: num(f.tried), of: num(f.count) }) : t("lint.tried.all")
  }</caption><thead><tr><td></td><th scope="col">${t("lint.before")}</th><th
  scope="col">${t("lint.after")}</th></tr></thead><tbody>${countersOf(f).map(
    (c) =>
      html`<tr><th scope="row">${t(`lint.counter.${c}`)}</th><td>${write(c, f.before[c])}</td><td data-best=${
        f.after[c] < f.before[c] ? "" : nothing
      }>${write(c, f.after[c])}</td></tr>`,
  )}</tbody></table>${extraOf(f) ? html`<p class="muted">${tn("lint.copied", extraOf(f))}</p>` : nothing}`;
}

function actions(workspace: Workspace, f: Finding): TemplateResult {
  const [card, lesson] = LINT_READING[f.rule];
  const here = workspace.document.language !== "js" && f.file === `${workspace.document.id || "yours"}.http`;
  const changes = here ? changesOf(f, workspace.pane.text) : [];
  const first = f.lines[0];
  const hand = here && !changes.length ? t(`lint.hand.${reasonOf(f.rule)}`) : "";
  return html`${changes.length ? change(workspace, f, changes) : nothing}${
    hand ? html`<p class="li-hand"><b>${t("lint.hand")}</b> ${hand}</p>` : nothing
  }<p class="actions">${
    here && f.advice
      ? button(t("cheaper.copy"), () => void tryCopy(workspace, f), { icon: "run", kind: "small" })
      : nothing
  }${
    f.form.length && here
      ? button(t("cheaper.try"), () => tryIt(workspace, f), { icon: "run", kind: "small" })
      : nothing
  }${
    here && first ? button(t("log.script"), () => goTo(workspace, first), { icon: "script", kind: "small" }) : nothing
  }${
    card ? html`<a href=${`${root}patterns/${card}/`}>${t("cheaper.card")}</a>` : nothing
  }${lesson ? html`<a href=${`${root}learn/${lesson}/`}>${t("cheaper.lesson")}</a>` : nothing}</p>`;
}

/** The change as lines that go and come, and a button that makes it. */
function change(workspace: Script & Screen, f: Finding, changes: readonly LineChange[]): TemplateResult {
  const put = (): void => {
    workspace.pane.rewrite(applied(changes, workspace.pane.text));
    goTo(workspace, changes[0]?.line ?? 1);
    workspace.say(t("lint.changed", { rule: t(`lint.${f.rule}`) }), {
      word: t("lint.undo"),
      press: () => workspace.pane.undo(),
    });
  };
  const text = changes
    .slice(0, 3)
    .map((c) => [...c.gone.map((line) => `- ${line}`), ...c.come.map((line) => `+ ${line}`)].join("\n"))
    .join("\n");
  return html`<details class="li-change"><summary>${t("lint.change")}</summary>${sample(text, t("lint.change"))}<p
    class="actions">${button(t("lint.put"), put, { kind: "small" })}</p></details>`;
}

function goTo(workspace: Script & Screen, line: number): void {
  workspace.show("script");
  workspace.pane.goTo(line);
}

function tryIt(workspace: Script & Screen, f: Finding): void {
  workspace.show("script");
  void workspace.pane.runAdded(stepsText(f.form, t("cheaper.title", { title: f.table })));
}

/** Makes the copy in a table of its own, and asks it. */
async function tryCopy(workspace: Data & Script & Screen, f: Finding): Promise<void> {
  if (!f.advice) return;
  const { blocksOf } = await import("../cost/cheaper-text.ts");
  const { tableFor } = await import("../cost/cheaper-table.ts");
  const table = await tableFor(workspace, f.advice, f.table, (text) => workspace.say(text));
  if (!table) return;
  workspace.show("script");
  const [client = ""] = f.clients;
  const title = t("cheaper.title", { title: f.table });
  await workspace.pane.runAdded(blocksOf(f.advice, table, title, { top: 0, select: "", client }));
}
