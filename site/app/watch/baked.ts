// The recording that the page is built with: its sums, its findings, its shapes, and the worst of them open.
import { html, nothing, type TemplateResult } from "lit";
import type { Watched } from "../engine/types.ts";
import { t, tn } from "../ui/i18n.ts";
import { USUAL } from "./arrange.ts";
import { type Extra, openShape } from "./open-view.ts";
import { bar, findings, from, type Looking, ROWS, shapesTable, sums } from "./recording-view.ts";

export interface Baked {
  watched: Watched;
  extras: (Extra | null)[];
  about: string; // the program
  root: string; // the way to the pages that are linked
}

/** What was recorded, and that it can be run, where scripts can. */
export function bakedLead(about: string): TemplateResult {
  return html`<p class="w-lead">${about} ${t("watch.baked.did")} <span>${t("watch.baked.run")}</span></p>`;
}

export function bakedRecording({ watched, extras, about, root }: Baked): TemplateResult {
  const shape = watched.findings[0]?.shapes[0];
  const open = shape === undefined ? null : { shape, finding: 0 };
  const at: Looking = { order: USUAL, filter: "", rows: ROWS, open, held: null };
  return html`<div class="watch-split" data-open=${open ? "" : nothing}><div class="w-main">${bakedLead(about)}${sums(
    watched,
  )}${bar(watched)}${findings(watched, at, null)}<section class="w-part" id="shapes" aria-labelledby="shapes-h"><div
    class="w-part-head"><h2 id="shapes-h">${tn("watch.shapes.n", watched.shapes.length)}</h2><p class="muted">${t(
      "watch.caption",
    )}</p></div>${shapesTable(watched, at, null)}${from(watched)}</section></div>${
      open
        ? html`<section class="w-open" aria-labelledby="open-h">${openShape(
            watched,
            open,
            extras[open.shape] ?? undefined,
            null,
            root,
          )}</section>`
        : nothing
    }</div>`;
}
