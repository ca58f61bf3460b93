// The right side: the comparison, the keys that are being edited, and what to do while there is nothing to compare.
import { html, nothing, type TemplateResult } from "lit";
import { EMPTY, planLink } from "../scale/plan.ts";
import { button } from "../ui/buttons.ts";
import { t, time } from "../ui/i18n.ts";
import type { DesignBench } from "./bench.ts";
import { designEdit, freeName } from "./duel/designs-edit.ts";
import { duel } from "./duel/duel.ts";
import { letterOf } from "./duel/duel-cells.ts";
import { failsAtPeak } from "./duel/facts.ts";
import { metaOf } from "./duel/row-meta.ts";
import { undecidedIn } from "./duel/write-steps.ts";
import { moneyView } from "./money/money-view.ts";
import { assumptionText } from "./sheet/assumption-text.ts";
import type { KindDraft } from "./sheet/draft.ts";
import { label } from "./sheet/figures.ts";

const MOST = 8; // designs, as engine/sheet

export function designsView(b: DesignBench): TemplateResult {
  const { report, costs, stale, at } = b.reader.said;
  const count = b.draft.designs.length;
  const peak = report?.designs.some(failsAtPeak) ?? false;
  return html`<section class="duel" id="bench-designs" aria-labelledby="bench-designs-h"
    data-stale=${stale ? "" : nothing}><header class="sec-head"><h2 id="bench-designs-h">${t(
      "bench.designs",
    )}</h2><p class="muted">${t("bench.designs.text")}</p></header>${moneyView(
      b,
      b.draft.settings,
      costs,
      stale,
      peak,
    )}${b.editing >= 0 ? designEdit(b.draft, b.editing, b, () => b.change(() => (b.editing = -1))) : nothing}${
      stale && b.unfinished && report?.designs.length
        ? html`<p class="stale-note" role="status">${t("bench.stale", { time: time(at) })}</p>`
        : nothing
    }${
      report?.designs.length
        ? html`${duel(report, actionsOf(b), (row) => metaOf(b.draft, row))}${maps(b)}${legend()}`
        : blank(b, count)
    }</section>`;
}

/** The ways to see what a design does under the load of a data centre. */
function maps(b: DesignBench): TemplateResult {
  const list = b.reader.said.report?.designs ?? [];
  return html`<p class="actions"><span class="muted">${t("bench.map.text")}</span>${list.map((d, i) =>
    button(t("bench.map", { letter: letterOf(i) }), () => void openMap(b, i), {
      kind: "small",
      icon: "map",
      disabled: !d.valid || b.unfinished > 0,
    }),
  )}</p>`;
}

function actionsOf(b: DesignBench) {
  return {
    open: b.open,
    undecided: undecidedIn(b.reader.said.answer),
    checks: {
      samples: b.reader.said.samples,
      checking: b.reader.said.checking,
      stop: () => b.stopCheck(),
      start: () => b.startCheck(),
    },
    toggle: (row: string) => b.toggle(row),
    assumed: (path: string) => assumptionText(b.draft, path, b.assumed(path)),
    run: (row: string, name: string, design: number) => void b.run({ row, name, design }),
    edit: (i: number) => b.change(() => (b.editing = i)),
    add: b.draft.designs.length < MOST ? () => addDesign(b) : null,
  };
}

/** Adds a design that begins as a copy of the last one, or with a store for each kind, and opens its keys. */
function addDesign(b: DesignBench): void {
  const { designs, kinds } = b.draft;
  const stores = [...(designs.at(-1)?.stores ?? kinds.filter((k) => k.name).map(firstStore))];
  const name = freeName(t("bench.design.n", { letter: letterOf(designs.length) }), designs);
  b.edit(() => designs.push({ name, stores }));
  b.change(() => (b.editing = designs.length - 1));
  document.getElementById(`sheet-designs-${b.editing}-stores-0-0`)?.focus();
}

/** The keys that say nothing clever: what the kind belongs to, or the beginning of its identity, then the rest of
 * it. */
function firstStore(k: KindDraft): string {
  const parents = k.of.split(/\s+and\s+/).filter(Boolean);
  const own = k.attributes.filter((a) => a.identity && a.name).map((a) => a.name);
  const [partition = "id", ...rest] = [...parents, ...own];
  const row = rest.length ? rest.map((a) => `{${a}}`).join("_") : k.name;
  return `{${partition}} | ${row} | ${k.name.charAt(0).toUpperCase()}${k.name.slice(1)}s | of ${k.name}`;
}

function blank(b: DesignBench, count: number): TemplateResult {
  const { judges } = b.reader;
  const wrong = b.problems.some((p) => !p.note);
  if (count && wrong) return html`<div class="blank"><p><b>${t("bench.blank.wrong")}</b></p></div>`;
  if (count && !judges)
    return html`<div class="blank"><p><b>${t("bench.blank.linked")}</b></p><p
      class="actions">${button(t("bench.compare"), () => b.compare(), { icon: "run" })}</p></div>`;
  if (count) return html`<div class="blank"><p>${t("bench.blank.wait")}</p></div>`;
  const named = b.draft.kinds.some((k) => k.name);
  return html`<div class="blank"><p><b>${t("bench.blank.none")}</b></p><p
    class="muted">${t(named ? "bench.blank.keys" : "bench.blank.kinds")}</p>${
      named
        ? html`<p class="actions">${button(t("bench.design.add", { letter: "A" }), () => addDesign(b), {
            icon: "plus",
          })}${b.proposable ? button(t("bench.propose.blank"), () => proposeHere(b), { icon: "star" }) : nothing}</p>`
        : nothing
    }</div>`;
}

function proposeHere(b: DesignBench): void {
  b.propose();
  document.getElementById("bench-proposals")?.scrollIntoView();
}

/** What the labels of numbers mean. */
function legend(): TemplateResult {
  const entry = (of: "exact" | "modelled" | "assumed") =>
    html`<div><dt>${label(of)}</dt><dd>${t(`bench.legend.${of}`)}</dd></div>`;
  return html`<dl class="src-legend">${entry("exact")}${entry("modelled")}${entry("assumed")}</dl>`;
}

/** Goes to the map of a design, which is run at once. */
async function openMap(b: DesignBench, design: number): Promise<void> {
  const title = t("bench.map.of", { name: b.draft.name, letter: letterOf(design) });
  const link = await planLink({ ...EMPTY, title, sheet: { text: b.text, design } });
  location.assign(`${location.pathname}scale/?run${link}`);
}
