// Over the results of a phone: how the run went, and what it cost.
import { html, nothing, type TemplateResult } from "lit";
import { reads } from "../answer/query-badge.ts";
import type { Counters } from "../engine/types.ts";
import { num, tn } from "../ui/i18n.ts";
import { type Box, runLine, summaryOf } from "./run-line.ts";

/** Draws the head of the last run; c is null before the first. */
export function resultsHead(boxes: readonly Box[], c: Counters | null, go: (n: number) => void): TemplateResult {
  const { worst, rest } = summaryOf(boxes);
  return html`<div class="res-head"><p>${worst ? html`<b class="bad">${worst}</b>${rest ? ", " : ""}` : nothing}${rest}</p>${runLine(
    boxes,
    go,
  )}${c ? html`<p class="muted"><span>${num(c.transactions)} ${tn("ledger.transactions", c.transactions)}</span> · ${reads(c.read, c.returned)}</p>` : nothing}</div>`;
}
