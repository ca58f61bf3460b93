// <load-report>: what a synthetic load met, in a sentence, on a map of keys and time, node by node.
import { html, nothing, type TemplateResult } from "lit";
import type { Load } from "../engine/types.ts";
import { heatOf } from "../map/heat-data.ts";
import { heatFigure, targetWords } from "../map/heat-view.ts";
import { duration, filled, inflected, num, said, t, tn } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { fold, heads } from "../ui/table.ts";
import { nodeMaps } from "./node-map.ts";

const ROW = 1.5; // em
const MOST = 18; // em

/** The report of a load; another map may stand in the place of the picture. */
export function loadReport(l: Load, map?: unknown): TemplateResult {
  void needSheet("loads");
  return html`<load-report><p class="lr-sum">${sum(l)}</p>${
    map ?? (l.heat.rows[0]?.cells.length ? heatMap(l) : nothing)
  }${nodeMaps(l)}${events(l)}${partitions(l)}</load-report>`;
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
  const heat = heatOf(l);
  return heatFigure(heat, {
    metric: "entities",
    label: t("load.heat", { rows: heat.ranges.length, time: duration(heat.step * heat.columns) }),
    height: `${Math.min(Math.max(heat.ranges.length * ROW, 3), MOST)}em`,
    unit: t("load.scale"),
    target: targetWords(heat.target),
    caption: html`${hottest(l)} ${t("load.model")}`,
  });
}

/** The busiest partition in a sentence. */
export function hottest(l: Load): unknown {
  const [p] = l.partitions;
  if (!p) return nothing;
  const values: Record<string, unknown> = {
    name: html`<span class="pk">${p.name}</span>`,
    share: num(l.hottest),
    peak: num(p.peak),
    refused: share(p.throttled, p.sent),
    target: num(l.heat.target),
  };
  const text = t(p.throttled > 0 ? "load.hottest.refused" : "load.hottest");
  return filled(inflected(text, { peak: p.peak }), values);
}

function events(l: Load): TemplateResult {
  if (!l.events.length) return html`<p class="quiet">${t("nodes.noevents")}</p>`;
  return html`<ol class="lr-events">${l.events.map(
    (e) => html`<li><b>${duration(e.at)}</b> ${said(e.text, e.sentences)}</li>`,
  )}</ol>`;
}

function partitions(l: Load): TemplateResult {
  const rows = l.partitions.map(
    (p) =>
      html`<tr><th scope="row" class="pk">${p.name}</th><td>${p.node}</td><td class="num">${num(p.sent)}</td><td
        class="num">${num(p.throttled)}</td><td class="num">${num(p.peak)}</td></tr>`,
  );
  return fold(
    t("load.partitions", { n: l.partitions.length, of: num(l.partitionCount) }),
    heads("load.partition", "nodes.node", "#load.sent", "#load.refused.n", "#load.peak"),
    rows,
  );
}
