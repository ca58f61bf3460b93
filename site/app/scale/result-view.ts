// What a run has shown: a sentence, numbers, the map, the busiest partitions, the servers, and what was split and
// moved.
import { html, nothing, type TemplateResult } from "lit";
import type { ScaleReport } from "../engine/types.ts";
import { timeUnit } from "../map/heat-words.ts";
import { logLines } from "../map/log-lines.ts";
import { breakable } from "../ui/breaks.ts";
import { duration, num, t, tn } from "../ui/i18n.ts";
import { fold, heads } from "../ui/table.ts";
import { busiestOf } from "./busiest.ts";
import { nameOf } from "./scale-heat.ts";
import { amount, percent, reasons, refusedShare, title } from "./sentence.ts";

const LINES = 3;
const EVENTS = 100; // of the table
const BRIEF = 5; // of the busiest, before the rest is asked for

/** What the live page has in the place of what is built. */
export interface ResultParts {
  map: TemplateResult;
  servers: TemplateResult;
  took?: string; // how long the run took
  level: 2 | 3; // of the heading
}

export function resultView(report: ScaleReport, shown: ScaleReport, parts: ResultParts): TemplateResult {
  const under = parts.level + 1;
  return html`<header class="scale-head">${heading(parts.level, title(report))}${reasons(report).map(
    (why, i) => html`<p class=${i ? "" : "lead"}>${why}</p>`,
  )}${facts(report, parts.took)}</header>
    <div class="scale-split"><section class="scale-map" aria-labelledby="scale-map-h${parts.level}">${heading(
      under,
      t("scale.map"),
      `scale-map-h${parts.level}`,
    )}${parts.map}
      ${heading(under, tn("scale.lines", lineCount(report)))}${lines(report)}</section>
    <div class="scale-side"><section class="scale-servers" aria-labelledby="scale-servers-h${parts.level}">${heading(
      under,
      tn("scale.servers", report.parameters.servers),
      `scale-servers-h${parts.level}`,
    )}${parts.servers}${events(shown)}</section>
      <section class="scale-top" aria-labelledby="scale-top-h${parts.level}">${heading(
        under,
        t("scale.top", { n: num(report.busiest.length) }),
        `scale-top-h${parts.level}`,
      )}${top(report, `scale-top-h${parts.level}`)}</section></div></div>`;
}

function heading(level: number, text: string, id = ""): TemplateResult {
  if (level === 2) return html`<h2 id=${id || nothing}>${text}</h2>`;
  return level === 3 ? html`<h3 id=${id || nothing}>${text}</h3>` : html`<h4 id=${id || nothing}>${text}</h4>`;
}

const lineCount = (report: ScaleReport): number => Math.min(LINES, busiestOf(report).length);

function facts(r: ScaleReport, took: string | undefined): TemplateResult {
  const seconds = Math.max(1, r.seconds);
  const one = (n: string, words: string) => html`<li><b>${n}</b> ${words}</li>`;
  return html`<ul class="scale-facts">${one(num(Math.round(r.totals.asked / seconds)), t("scale.fact.rate"))}${one(
    num(Math.round(r.throughput)),
    t("scale.fact.served"),
  )}${one(`${percent(refusedShare(r))} %`, t("scale.fact.refused"))}${one(
    num(r.partitions),
    r.of > r.partitions ? t("scale.fact.partitions.of", { of: num(r.of) }) : t("scale.fact.partitions"),
  )}${one(num(r.splits), t("scale.fact.splits", { n: num(r.offloads), m: num(r.merges) }))}<li>${t(
    "scale.fact.latency",
    {
      p50: duration(r.latency.p50),
      p95: duration(r.latency.p95),
      p99: duration(r.latency.p99),
    },
  )}</li>${
    r.cost > 0 ? one(num(Math.round(r.month)), t("scale.fact.month")) : nothing
  }<li><span class="src" data-src="modelled">${t("scale.modelled")}</span> ${t("scale.fact.time", {
    time: duration(r.seconds * 1000),
  })}${took ? ` ${t("scale.fact.took", { time: took })}` : nothing}</li></ul>`;
}

function lines(report: ScaleReport): TemplateResult {
  const { heat } = report;
  const list = busiestOf(report).slice(0, LINES);
  const unit = timeUnit({ low: "", high: "", from: 0, to: heat.window.ends * 1000 });
  return logLines({
    lines: list.map((b) => ({ name: lineName(b), values: b.values })),
    target: report.parameters.partitionTarget,
    label: t("scale.lines.label", { names: list.map(lineName).join(", ") }),
    from: heat.window.begins * 1000,
    step: heat.step * 1000,
    at: unit.at,
  });
}

function lineName(b: ReturnType<typeof busiestOf>[number]): string {
  return b.wanders ? t("scale.line.newest", { table: b.table }) : b.key;
}

/** The twenty busiest: some at once, on a narrow screen before the map. */
function top(report: ScaleReport, label: string): TemplateResult {
  const rows = report.busiest.map(
    (b) =>
      html`<tr data-hot=${b.units > report.parameters.partitionTarget ? "" : nothing}><th scope="row"><span
        class="pk">${breakable(nameOf(report, b.table, b.key), "/_")}</span>${
          b.alike > 1 ? html` <span class="muted">${t("scale.alike", { n: num(b.alike - 1) })}</span>` : nothing
        }</th><td class="num">${num(
          b.server,
        )}</td><td class="num">${amount(b.peak)}</td><td class="num">${percent(b.refused)} %</td></tr>`,
  );
  const head = heads("scale.partition", "#scale.server", "#load.peak", "#load.refused.n");
  if (!rows.length) return html`<p class="quiet">${t("scale.why.nothing")}</p>`;
  return html`<div class="grid-scroll scale-scroll" tabindex="0" role="group" aria-labelledby=${label}><table
    class="rl-table" data-brief=${BRIEF}><caption class="vh">${t("scale.top", {
      n: num(rows.length),
    })}</caption>${head}<tbody>${rows}</tbody></table></div>`;
}

function events(report: ScaleReport): TemplateResult {
  const all = report.events.length;
  if (!all) return html`<p class="quiet">${t("nodes.noevents")}</p>`;
  const unit = timeUnit({ low: "", high: "", from: 0, to: report.heat.window.ends * 1000 });
  return fold(
    t("scale.events", { n: num(Math.min(EVENTS, all)), of: num(report.splits + report.offloads + report.merges) }),
    heads("map.when", "scale.event", "nodes.from", "#scale.to"),
    report.events.slice(0, EVENTS).map(
      (e) =>
        html`<tr><td>${unit.at(e.second * 1000)}</td><td>${t(`scale.event.${e.kind}`)}</td><th scope="row"
            class="pk">${nameOf(
              report,
              e.table,
              e.key,
            )}</th><td class="num">${e.from === e.to ? t("scale.stays") : num(e.to)}</td></tr>`,
    ),
  );
}
