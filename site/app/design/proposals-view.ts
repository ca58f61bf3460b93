// The proposals: a button that begins the search, how far it is, and what it found.
import { html, nothing, type TemplateResult } from "lit";
import type { Proposal, Proposed } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { DesignBench } from "./bench.ts";
import { letterOf } from "./duel/duel-cells.ts";
import { undecidedIn } from "./duel/write-steps.ts";
import { chosenInKeys, exceeded, readAlike, spread } from "./proposals/proposal-text.ts";
import { proposalView } from "./proposals/proposal-view.ts";
import type { Search } from "./proposals/proposer.ts";
import { sheetOf } from "./sheet/draft-text.ts";
import { label } from "./sheet/figures.ts";
import { EXAMPLE, EXAMPLE_YEAR, priceOf, pricesShown } from "./sheet/prices.ts";
import { resultOf } from "./sheet/working-view.ts";

const MOST = 8; // designs, as engine/sheet

export function proposalsView(b: DesignBench): TemplateResult {
  const { search, busy } = b.proposer;
  const old = search.found !== null && search.of !== sheetOf(b.draft);
  return html`<section class="proposals" id="bench-proposals" aria-labelledby="bench-proposals-h"
    data-stale=${old ? "" : nothing}><header class="sec-head"><h2 id="bench-proposals-h">${t(
      "bench.part.proposals",
    )}</h2><p class="muted">${t("bench.pr.text")}</p></header>
    <p class="pr-run">${trigger(b)}<span class="pr-tried">${busy ? progress(search) : nothing}</span></p>
    <div role="status" class="pr-said">${said(b, old)}</div>${
      search.found ? list(b, search.found) : nothing
    }</section>`;
}

/** One button, so that the keyboard stays where it is. */
function trigger(b: DesignBench): TemplateResult {
  const { state } = b.proposer.search;
  if (state === "busy" || state === "checking")
    return button(t("bench.pr.stop"), () => b.proposer.stop(), { icon: "stop" });
  if (state === "stopping") return button(t("bench.pr.stopping"), () => undefined, { icon: "stop", disabled: true });
  const again = state !== "none";
  return button(t(again ? "bench.pr.again" : "bench.pr.go"), () => b.propose(), {
    icon: again ? "reset" : "run",
    keys: "Mod+Shift+Enter",
    disabled: !b.proposable,
  });
}

const tried = (n: number, waiting: number): string =>
  `${tn("bench.pr.tried", n, { n: num(n) })}${waiting ? `, ${t("bench.pr.waiting", { n: num(waiting) })}` : ""}`;

/** How far the search is, and how good the best design is that it has found. */
function progress({ state, tried: n, waiting, met, budgets }: Search): string {
  if (state === "checking") return t("bench.pr.checking");
  const best = budgets ? ` ${t("bench.pr.best.met", { met: num(met), of: num(budgets) })}` : "";
  return `${tried(n, waiting)}.${best}`;
}

function said(b: DesignBench, old: boolean): TemplateResult | string | typeof nothing {
  const { state, found, trouble } = b.proposer.search;
  if (trouble) return html`<p>${icon("warn")} <b>${t("bench.stopped.engine")}</b> ${trouble}</p>`;
  if (b.proposer.busy) return html`<p class="vh">${t("bench.pr.busy")}</p>`;
  if (!found) return b.proposable || !b.reader.said.answer ? nothing : html`<p class="muted">${t("bench.pr.need")}</p>`;
  if (old) return html`<p class="stale-note">${t("bench.pr.stale")}</p>`;
  return html`<p>${end(found, state === "stopped")}</p>${b.added ? html`<p>${b.added}</p>` : nothing}`;
}

function end(found: Proposed, stopped: boolean): TemplateResult {
  const n = num(found.progress.tried);
  if (!found.proposals.length) return html`<b>${t(stopped ? "bench.pr.early" : "bench.pr.none", { n })}</b>`;
  if (stopped) return html`<b>${t("bench.pr.stopped", { n })}</b> ${t("bench.pr.best")}`;
  return html`${tn("bench.pr.done", found.progress.tried, { n })} ${
    found.complete ? t("bench.pr.complete") : nothing
  } ${weak(found)}`;
}

/** How many designs were far worse than the best, and are not shown. */
const weak = (found: Proposed): string => (found.weak ? tn("bench.pr.weak", found.weak, { n: num(found.weak) }) : "");

function list(b: DesignBench, found: Proposed): TemplateResult | typeof nothing {
  if (!found.proposals.length) return nothing;
  const own = pricesShown(b.draft.settings.prices);
  const prices = Number.isNaN(priceOf({ transactions: 1, gib: 1 }, own)) ? EXAMPLE : own; // until all are entered
  const names = chosenInKeys(b.draft, found);
  const undecided = undecidedIn(b.reader.said.answer);
  const taken = [...spread(found), ...readAlike(b.draft, peaks(b))].map(warning);
  return html`${loosen(found)}${taken}${prices === EXAMPLE ? examplePrices() : nothing}<ol
    class="pr-list">${found.proposals.map((_, i) =>
      proposalView(found, i, b.proposer.search.checks[i], prices, undecided, (n) => action(b, found, n)),
    )}</ol>${found.proposals.some(fixed) ? html`<p class="muted">${t("bench.pr.fixed")}</p>` : nothing}${
      names.length ? html`<p class="muted">${t("bench.pr.encode", { names: names.join(", ") })}</p>` : nothing
    }`;
}

/** The rates of the questions at peak. */
const peaks = (b: DesignBench): (number | null)[] =>
  (b.reader.said.answer?.asks ?? []).map(({ working }) => resultOf(working, "atPeak"));

const examplePrices = (): TemplateResult =>
  html`<p class="muted">${label("assumed")} ${t("bench.pr.prices", { ...EXAMPLE, year: EXAMPLE_YEAR })}</p>`;

/** Tells whether a key of a proposal has no value in it, only fixed text. */
const fixed = ({ report }: Proposal): boolean =>
  report.stores.some((s) => [s.partition, s.row].some((key) => key.length > 0 && key.every((part) => !part.attr)));

function loosen(found: Proposed): TemplateResult | typeof nothing {
  const limits = exceeded(found);
  if (!limits.length) return nothing;
  return warning(t("bench.pr.loosen", { list: limits.join("; ") }));
}

const warning = (text: string): TemplateResult => html`<p class="pr-loosen">${icon("warn")}<span>${text}</span></p>`;

/** Adds a proposal to the designs, or leads to the design that it is. */
function action(b: DesignBench, found: Proposed, n: number): TemplateResult {
  const stores = found.proposals[n]?.stores ?? [];
  const at = b.draft.designs.findIndex((d) => same(d.stores, stores));
  const { length } = b.draft.designs;
  if (at >= 0)
    return button(t("bench.pr.is", { letter: letterOf(at) }), () => b.lookAtDesigns(), {
      kind: "small",
      icon: "check",
    });
  const word = length < MOST ? t("bench.pr.compare", { letter: letterOf(length) }) : t("bench.pr.full", { n: MOST });
  return button(word, () => b.addProposal(n), { kind: "small", icon: "plus", disabled: length >= MOST });
}

const flat = (store: string): string => store.replaceAll(/\s+/g, "");

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.map(flat).sort().join("\n") === b.map(flat).sort().join("\n");
}
