// What a run cost against par: a line before the first run, a table with the distances after it.
import { html, nothing, svg, type TemplateResult } from "lit";
import { isKey, num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";

/** What the reference costs. */
export interface Par {
  name: string; // of the counter
  par: number;
}

export interface Score extends Par {
  yours: number;
}

/** "under" only if something is cheaper than the reference and nothing is dearer. */
export function comparePar(scores: readonly Score[]): "none" | "over" | "at" | "under" {
  if (!scores.length) return "none";
  if (scores.some((s) => s.yours > s.par)) return "over";
  return scores.some((s) => s.yours < s.par) ? "under" : "at";
}

/** What there is to reach, before the first run; the page is built with the same line. */
export function parLine(pars: readonly Par[], glossary: string): TemplateResult {
  return html`<p class="lc-par">${icon("par")}<a href=${glossary}>${t("lesson.par")}</a> ${pars.map(
    ({ name, par }, i) =>
      html`${i ? html` <span class="sep">·</span> ` : nothing}${counterWord(name)} <b>${num(par)}</b>`,
  )}</p>`;
}

/** What a run cost, and how far that is from par. */
export function scoreTable(scores: readonly Score[], glossary: string): TemplateResult {
  return html`<div class="lc-score"><h3>${t("check.score")}</h3><table class="golf"><caption
    class="vh">${t("check.scoretable")}</caption><tbody>${scores.map(
      (s) =>
        html`<tr><th scope="row">${counterWord(s.name)}</th><td class="num"><b>${num(
          s.yours,
        )}</b></td><td class="golf-axis">${axis(s)}</td><td>${t("check.par", { n: num(s.par) })}</td></tr>`,
    )}<tr aria-hidden="true"><td colspan="2"></td><td class="golf-axis">${scale()}</td><td></td></tr></tbody></table>
    <p class="lc-key">${icon("par")}<a href=${glossary}>${t("check.whatispar")}</a></p></div>`;
}

function counterWord(name: string): string {
  const key = `counter.${name}`;
  return isKey(key) ? t(key) : name;
}

/** Place on a log scale from 1 to 1,000, as a share. */
export function onAxis(n: number): number {
  return Math.min(1, Math.log10(Math.max(n, 1)) / 3);
}

const pc = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** The numbers below the axes. */
function scale(): TemplateResult {
  const ends: Record<number, string> = { 1: "start", 1000: "end" };
  const numbers = matchMedia("(width < 30rem)").matches ? [1, 10, 1000] : [1, 10, 100, 1000];
  return html`<svg class="axis-scale">${numbers.map(
    (n) => svg`<text x=${pc(onAxis(n))} y="0.75em" text-anchor=${ends[n] ?? "middle"}>${num(n)}</text>`,
  )}</svg>`;
}

function axis({ yours, par }: Score): TemplateResult {
  const apart =
    yours === par
      ? nothing
      : svg`<g data-under=${yours < par ? "" : nothing}><line class="axis-apart" x1=${pc(onAxis(par))} x2=${pc(
          onAxis(yours),
        )} y1="50%" y2="50%"></line><circle cx=${pc(onAxis(yours))} cy="50%" r="5"></circle></g>`;
  return html`<svg class="axis" role="img" aria-label=${t("check.axis", {
    yours: num(yours),
    par: num(par),
  })}><line class="axis-l" x2="100%" y1="50%" y2="50%"></line>${[0, 1 / 3, 2 / 3, 1].map(
    (at) => svg`<line class="axis-t" x1=${pc(at)} x2=${pc(at)} y1="35%" y2="65%"></line>`,
  )}${apart}<use href="#i-par" x=${pc(onAxis(par))} y="50%" width="16" height="16"></use></svg>`;
}
