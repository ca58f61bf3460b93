// <design-bench>, the workbench as it is drawn: the bar, the sheet, the designs, and what can be taken away.
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../ui/buttons.ts";
import { savedWords } from "../ui/draft-status.ts";
import { num, t, time, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { DesignBench, type Part } from "./bench.ts";
import { designsView } from "./designs-view.ts";
import { budgetsOf, letterOf } from "./duel/duel-cells.ts";
import { proposalsView } from "./proposals-view.ts";
import { field } from "./sheet/fields.ts";
import { figure } from "./sheet/figures.ts";
import { sheetView } from "./sheet-view.ts";
import { takeView } from "./take.ts";

const PARTS: readonly (readonly [Part, string])[] = [
  ["sheet", "read"],
  ["designs", "data"],
  ["proposals", "star"],
  ["take", "take"],
];

function benchView(b: DesignBench): TemplateResult {
  return html`${bar(b)}${notices(b)}<div class="bench-split" data-part=${b.room}>${sheetView(b)}<div
    class="bench-main">${designsView(b)}${proposalsView(b)}${takeView(b)}</div></div>${foot(b)}${bottom(b)}`;
}

function bar(b: DesignBench): TemplateResult {
  const name = (v: string) => {
    b.draft.name = v;
  };
  return html`<div class="tool-bar bench-bar" role="group" aria-label=${t("bench.tools")}><a class="bench-all"
    href=${location.pathname}>${icon("left")}<span>${t(
      "bench.all",
    )}</span></a><h1 class="doc-title"><span class="vh">${t("bench.title.of", { name: b.draft.name })}</span>${field(
      b,
      "",
      "name",
      t("bench.sheet.name"),
      b.draft.name,
      name,
      {
        strong: true,
        width: 18,
      },
    )}</h1><span class="tool-run">${button(t("bench.compare"), () => b.compare(), {
      icon: "run",
      kind: "primary",
      keys: "Mod+Enter",
    })}</span>${savedWords(b.saved, { load: () => b.takeTheirs(), keep: () => b.keepMine() })}<span class="tool-end">${
      b.isReady && b.saved.state !== "none"
        ? button(t("bench.over"), () => b.startOver(), { kind: "quiet", icon: "reset" })
        : nothing
    }</span></div>`;
}

function notices(b: DesignBench): TemplateResult {
  const { trouble } = b.reader.said;
  const { gone } = b;
  const forget = () => b.change(() => (b.gone = null));
  return html`<div class="bench-gone" role="status">${
    gone
      ? html`<div class="notice"><p>${t("bench.removed", { name: gone.name })}</p><span
        class="notice-do">${button(t("bench.undo"), () => b.undo(), { kind: "small", icon: "undo" })}${iconButton(
          "close",
          t("help.close"),
          forget,
        )}</span></div>`
      : nothing
  }</div><div role="status">${
    b.lack ? html`<div class="notice"><p>${t(`bench.lack.${b.lack}`)}</p></div>` : nothing
  }</div>${b.note ? html`<div class="notice" role="status"><p>${b.note}</p></div>` : nothing}${
    b.linked
      ? html`<div class="notice" role="status"><p>${t("bench.linked")}</p><span
        class="notice-do">${button(t("bench.linked.keep"), () => b.adopt(), { kind: "small" })}</span></div>`
      : nothing
  }${
    trouble
      ? html`<div class="notice" role="alert"><p><b>${t("bench.stopped.engine")}</b> ${trouble}</p><span
        class="notice-do">${button(t("bench.again"), () => b.compare(), { kind: "small" })}</span></div>`
      : nothing
  }`;
}

/** The designs in short, in sight while the sheet is edited. */
function foot(b: DesignBench): TemplateResult | typeof nothing {
  const { report, stale, at, took } = b.reader.said;
  if (!report?.designs.length) return nothing;
  const sums = report.designs.map((d, i) => {
    const { met, of } = budgetsOf(d);
    const { month } = d.facts;
    return html`<p class="cl-sum"><b class="letter">${letterOf(i)}</b><span>${t("bench.score", { met, of })}</span>${
      d.breaks.what
        ? html`<span class="cl-room">${
            d.breaks.at > 1 ? t("bench.times", { n: figure(d.breaks.at) }) : t("bench.full")
          }</span>`
        : nothing
    }${month.currency ? html`<span class="cl-room">${figure(month.money.v)} ${month.currency}</span>` : nothing}</p>`;
  });
  return html`<cost-ledger class="bench-sum" role="group" aria-label=${t("bench.sum")}
    data-stale=${stale ? "" : nothing}><div class="bench-sums">${sums}</div><p class="cl-end"><span class="muted">${t(
      "bench.at",
      {
        time: time(at),
        ms: num(Math.round(took)),
      },
    )}</span></p></cost-ledger>`;
}

function bottom(b: DesignBench): TemplateResult {
  const go = (part: Part) => (e: Event) => {
    e.preventDefault();
    b.change(() => (b.room = part));
    scrollTo(0, 0);
  };
  return html`<nav class="bottom-bar" aria-label=${t("bench.parts")}>${PARTS.map(
    ([part, name]) =>
      html`<a href="#bench-${part}" aria-current=${b.room === part ? "true" : nothing}
        @click=${go(part)}>${icon(name)}${t(`bench.part.${part}`)}${
          part === "sheet" && b.problems.length
            ? html`<span class="vh">${tn("bench.errors", b.problems.length)}</span>`
            : nothing
        }</a>`,
  )}</nav>`;
}

class BenchElement extends DesignBench {
  protected override view(): TemplateResult {
    return benchView(this);
  }
}

if (!customElements.get("design-bench")) customElements.define("design-bench", BenchElement);

const bench = (): DesignBench | null => document.querySelector<DesignBench>("design-bench");

export function openSheet(key: string): void {
  bench()?.go(key);
}

export function openFile(file: File | undefined): void {
  void bench()?.takeFile(file);
}
