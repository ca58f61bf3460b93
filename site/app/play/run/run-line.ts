// A run as a line: one numbered box a request, with its class, filled if it was refused, dashed if it did not run.
import { html, nothing, type TemplateResult } from "lit";
import { reads } from "../../answer/query-badge.ts";
import { refusedWith } from "../../answer/refused.ts";
import { isVerdict } from "../../answer/rounds.ts";
import type { Counters, Exchange } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";
import { type Key, num, t, tn } from "../../ui/i18n.ts";
import { type Kebab, kebab } from "../../ui/query-classes.ts";

export type Fate = "answered" | "refused" | "different" | "unsent" | "none";

export interface Box {
  n: number; // of the request; of a part of the script that is none, as in placesOf
  title: string;
  fate: Fate;
  cls: Kebab | null; // of what it read
  class: Key | null; // the same as a word
  answer: Exchange | null; // that decides its fate, or the last
}

/** What became of an exchange: an error that an assertion expects is an answer like any other. */
export function fateOf(x: Exchange): Fate {
  if (x.problem) return "unsent";
  if (x.checks.some((c) => !c.pass)) return "different";
  return x.stopped && refusedWith(x) ? "refused" : "answered";
}

/**
 * Returns a box for each request; of several answers of one, the first that went wrong counts. What is no
 * request, such as text that cannot be read, has a box when a run has failed there.
 */
export function boxesOf(units: readonly Unit[], exchanges: readonly Exchange[]): Box[] {
  const known = new Set(units.flatMap((u) => u.blocks.map((b) => b.index)));
  const unread = exchanges.filter((x) => x.problem && !x.hidden && ![x.block, ...x.blocks].some((b) => known.has(b)));
  const places = [
    ...requestBoxes(units, exchanges).map((box, i) => ({ box, block: units[i]?.blocks[0]?.index ?? 0 })),
    ...unread.map((x) => ({ box: unreadBox(x), block: x.block })),
  ];
  return places.sort((a, b) => a.block - b.block).map(({ box }) => box);
}

function unreadBox(answer: Exchange): Box {
  const title = answer.title || t("run.unread");
  return { n: 0 - answer.block, title, fate: "unsent", cls: null, class: null, answer };
}

function requestBoxes(units: readonly Unit[], exchanges: readonly Exchange[]): Box[] {
  return units.map((u) => {
    const own = exchanges.filter((x) => !x.hidden && u.blocks.some((b) => x.blocks.includes(b.index)));
    const answer = own.find((x) => fateOf(x) !== "answered") ?? own.findLast((x) => !isVerdict(x)) ?? null;
    const plan = answer?.record?.plan;
    return {
      n: u.n,
      title: u.title || t("cell.untitled", { n: u.n }),
      fate: answer ? fateOf(answer) : "none",
      cls: plan ? kebab(plan.class) : null,
      class: plan ? `class.${plan.class}` : null,
      answer,
    };
  });
}

/** Returns how many boxes have each fate. */
export function countsOf(boxes: readonly Box[]): Record<Fate, number> {
  const counts: Record<Fate, number> = { answered: 0, refused: 0, different: 0, unsent: 0, none: 0 };
  for (const box of boxes) counts[box.fate]++;
  return counts;
}

/** The summary in words, the worst first: "1 refused, 4 answered, 2 not run". */
export function summaryOf(boxes: readonly Box[]): { worst: string; rest: string } {
  const n = countsOf(boxes);
  const bad = [
    n.refused ? tn("run.refused", n.refused) : "",
    n.unsent ? tn("run.unsent", n.unsent) : "",
    n.different ? tn("run.different", n.different) : "",
  ].filter(Boolean);
  const rest = [n.answered ? tn("run.answered", n.answered) : "", n.none ? tn("run.none", n.none) : ""].filter(Boolean);
  return { worst: bad.join(", "), rest: rest.join(", ") };
}

/** Draws the line; a box leads to its answer. */
export function runLine(boxes: readonly Box[], go: (n: number) => void): TemplateResult | typeof nothing {
  if (!boxes.length) return nothing;
  return html`<ol class="run-line" aria-label=${t("run.line")}>${boxes.map(
    (box) => html`<li><button type="button" data-run=${lookOf(box)} data-class=${box.cls ?? nothing} title=${box.title}
      aria-label=${labelOf(box)} @click=${() => go(box.n)}>${box.n > 0 ? box.n : "!"}</button></li>`,
  )}</ol>`;
}

function labelOf(box: Box): string {
  const { n, title } = box;
  return n > 0 ? t("run.box", { n, title, fate: wordOf(box) }) : `${title}: ${wordOf(box)}`;
}

function lookOf(box: Box): string {
  if (box.fate !== "answered") return box.fate;
  return box.cls ? "read" : "write";
}

function wordOf(box: Box): string {
  return box.fate === "answered" && box.class ? t(box.class) : t(`run.fate.${box.fate}`);
}

/** Draws the head of the last run; c is null before the first. */
export function resultsHead(boxes: readonly Box[], c: Counters | null, go: (n: number) => void): TemplateResult {
  const { worst, rest } = summaryOf(boxes);
  const bad = worst ? html`<b class="bad">${worst}</b>${rest ? ", " : ""}` : nothing;
  return html`<div class="res-head"><p>${bad}${rest}</p>${runLine(boxes, go)}${c ? costLine(c) : nothing}</div>`;
}

function costLine({ transactions, read, returned }: Counters): TemplateResult {
  const sent = html`<span>${num(transactions)} ${tn("ledger.transactions", transactions)}</span>`;
  return html`<p class="muted">${sent} · ${reads(read, returned)}</p>`;
}
