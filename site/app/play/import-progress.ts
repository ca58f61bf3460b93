// The third step of an import: how far the writing is, and which lines were refused.
import { html, nothing, type TemplateResult } from "lit";
import type { Progress, RefusedRow } from "../transfer/table-writer.ts";
import { num, t, tn } from "../ui/i18n.ts";

const SHOWN = 100; // refused lines

/** Draws the progress; over says that nothing more will be written. */
export function importProgress(p: Progress, over: boolean): TemplateResult {
  const done = p.written + p.refused.length;
  const percent = p.of ? Math.floor((100 * done) / p.of) : 100;
  return html`<div class="progress"><p role="status"><span>${t(over ? "import.written" : "import.writing", {
    n: num(p.written),
    of: num(p.of),
  })}</span><span>${rate(p, done, over)}</span></p>
    <progress max="100" .value=${percent} aria-label=${t("import.progress")}></progress>
    <p class="muted">${tn("import.transactions", p.transactions)}</p></div>${refused(p.refused)}`;
}

function rate(p: Progress, done: number, over: boolean): string {
  const seconds = p.milliseconds / 1000;
  if (seconds <= 0) return "";
  const perSecond = done / seconds;
  const left = Math.ceil((p.of - done) / perSecond);
  return over
    ? t("import.took", { s: num(Math.round(seconds * 10) / 10) })
    : t("import.rate", { n: num(Math.round(perSecond)), left: num(left) });
}

function refused(rows: readonly RefusedRow[]): TemplateResult | typeof nothing {
  if (!rows.length) return nothing;
  return html`<h3>${tn("import.refused", rows.length)}</h3><table class="errs"><caption class="vh">${t("import.refused.label")}</caption>
    <thead><tr><th scope="col" class="num">${t("import.refused.line")}</th><th scope="col">${t("import.refused.why")}</th></tr></thead>
    <tbody>${rows
      .slice(0, SHOWN)
      .map(
        (r) => html`<tr><td class="num">${num(r.line)}</td><td><code>${r.code}</code> ${r.message}</td></tr>`,
      )}</tbody></table>${rows.length > SHOWN ? html`<p class="muted">${t("import.refused.more", { n: num(rows.length - SHOWN) })}</p>` : nothing}`;
}
