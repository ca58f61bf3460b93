// <load-report>: what a synthetic load met, in a sentence, on a map of keys and time, node by node.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Load } from "../engine/types.ts";
import { duration, num, pieces, said, t, tn } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { fold, heads } from "../ui/table.ts";
import { CELL, labelsOf, pathsOf, SHARES } from "./heat.ts";
import { nodeMaps } from "./node-map.ts";

const ROW = 1.5; // em
const MOST = 18; // em

export function loadReport(l: Load): TemplateResult {
  void needSheet("loads");
  return html`<load-report><p class="lr-sum">${sum(l)}</p>${l.heat.rows[0]?.cells.length ? heatMap(l) : nothing}${nodeMaps(
    l,
  )}${events(l)}${partitions(l)}</load-report>`;
}

/** What stands in the head of the result. */
export function loadFacts(l: Load): string[] {
  return [
    t("load.fact.sent", { n: num(l.sent) }),
    t("load.fact.throttled", { n: share(l.throttled, l.accepted + l.throttled) }),
    t("load.fact.p95", { time: duration(l.p95) }),
    t("load.fact.hottest", { n: num(l.hottest) }),
  ];
}

/** A share in percent with one digit. */
export function share(n: number, of: number): string {
  return of ? (Math.round((1000 * n) / of) / 10).toFixed(1).replace(/\.0$/, "") : "0";
}

function sum(l: Load): string {
  const failed = l.failed > 0 ? ` ${tn("load.failed", l.failed)}` : "";
  const waits =
    l.accepted > 0 ? ` ${t("load.waits", { p50: duration(l.p50), p95: duration(l.p95), p99: duration(l.p99) })}` : "";
  return (
    t("load.sum", { sent: num(l.sent), seconds: num(l.seconds), rate: num(l.rate), accepted: num(l.accepted) }) +
    failed +
    waits
  );
}

function heatMap(l: Load): TemplateResult {
  const { rows, step, target } = l.heat;
  const columns = rows[0]?.cells.length ?? 0;
  const height = `${Math.min(Math.max(rows.length * ROW, 3), MOST)}em`;
  const { levels, refused } = pathsOf(l.heat);
  const label = t("load.heat", { rows: rows.length, time: duration(step * columns) });
  return html`<figure class="hm">${names(l, height)}<svg class="heat" height=${height} viewBox="0 0 ${
    columns * CELL.width
  } ${rows.length * CELL.height}"
      preserveAspectRatio="none" role="img" aria-label=${label}>${levels.map((d, i) =>
        d && i ? svg`<path class="h${i}" d=${d}></path>` : nothing,
      )}${refused ? svg`<path class="thr" d=${refused}></path>` : nothing}</svg>
    <p class="hm-x" aria-hidden="true"><span>0</span><span>${duration((step * columns) / 2)}</span><span>${duration(
      step * columns,
    )}</span></p>
    <p class="hm-scale"><span>${t("load.scale")}</span><span>0</span><span class="hm-steps" aria-hidden="true">${[
      0,
      ...SHARES,
    ].map((_, i) => html`<i class="h${i}"></i>`)}</span><span>${t("load.target", { n: num(target) })}</span>${
      l.throttled > 0
        ? html`<span class="hm-thr"><svg viewBox="0 0 12 10" aria-hidden="true"><path class="h7" d="M0 0h12v10H0z"></path><path
      class="thr" d="M2 8.5l8-7"></path></svg>${t("load.refused")}</span>`
        : nothing
    }</p>
    <figcaption>${hottest(l)} ${t("load.model")}</figcaption></figure>`;
}

function names(l: Load, height: string): TemplateResult {
  const labels = labelsOf(l);
  const width = Math.max(...labels.map((x) => [...x.text].length)) * 0.62 + 0.2;
  return html`<svg class="hm-y" aria-hidden="true" width="${Number(width.toFixed(2))}em" height=${height}>${labels.map(
    (x) => svg`<text x="100%" y="${Number((x.at * 100).toFixed(2))}%"
    dy="0.36em" text-anchor="end" data-hot=${x.hot ? "" : nothing}>${x.text}</text>`,
  )}</svg>`;
}

function hottest(l: Load): unknown {
  const [p] = l.partitions;
  if (!p) return nothing;
  const values: Record<string, unknown> = {
    name: html`<span class="pk">${p.name}</span>`,
    share: num(l.hottest),
    peak: num(p.peak),
    refused: share(p.throttled, p.sent),
    target: num(l.heat.target),
  };
  return pieces(t(p.throttled > 0 ? "load.hottest.refused" : "load.hottest")).map((text, i) =>
    i % 2 ? values[text] : text,
  );
}

function events(l: Load): TemplateResult {
  if (!l.events.length) return html`<p class="quiet">${t("nodes.noevents")}</p>`;
  return html`<ol class="lr-events">${l.events.map((e) => html`<li><b>${duration(e.at)}</b> ${said(e.text, e.sentences)}</li>`)}</ol>`;
}

function partitions(l: Load): TemplateResult {
  const rows = l.partitions.map(
    (p) =>
      html`<tr><th scope="row" class="pk">${p.name}</th><td>${p.node}</td><td class="num">${num(p.sent)}</td><td class="num">${num(
        p.throttled,
      )}</td><td class="num">${num(p.peak)}</td></tr>`,
  );
  return fold(
    t("load.partitions", { n: l.partitions.length, of: num(l.partitionCount) }),
    heads("load.partition", "nodes.node", "#load.sent", "#load.refused.n", "#load.peak"),
    rows,
  );
}
