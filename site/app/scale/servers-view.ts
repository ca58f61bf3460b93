// The servers at one moment: how many are busy, a grid of all, and the busiest in words.
import { html, nothing, type TemplateResult } from "lit";
import type { ScaleReport } from "../engine/types.ts";
import { timeUnit } from "../map/heat-words.ts";
import { serverGrid } from "../map/server-grid.ts";
import { breakable } from "../ui/breaks.ts";
import { filled, num, t } from "../ui/i18n.ts";
import { nameOf } from "./scale-heat.ts";

const NAMED = 3;
const CALM = 60; // percent

/** The servers in a column of the map; with choose there is a slider for the moment. */
export function serversView(report: ScaleReport, column: number, choose?: (column: number) => void): TemplateResult {
  const at = report.servers[Math.min(column, report.servers.length - 1)];
  if (!at) return html`<p class="quiet">${t("scale.why.nothing")}</p>`;
  const busiest = [...at.load.keys()].sort((a, b) => (at.load[b] ?? 0) - (at.load[a] ?? 0)).slice(0, NAMED);
  const calm = at.load.filter((n) => n < CALM).length;
  const moment = timeUnit({ low: "", high: "", from: 0, to: report.heat.window.ends * 1000 }).at(at.begins * 1000);
  const label = t("scale.servers.label", {
    n: num(at.load.length),
    names: busiest.map((i) => `${i + 1}: ${at.load[i]} %`).join(", "),
  });
  return html`<p class="quiet" role=${choose ? "status" : nothing}>${t("scale.servers.at", {
    at: moment,
    calm: num(calm),
    share: CALM,
  })}</p>${serverGrid({
    loads: at.load,
    hot: busiest.filter((i) => (at.load[i] ?? 0) > 0),
    label,
  })}${choose ? slider(report, column, moment, choose) : nothing}<dl class="scale-hot">${busiest.map(
    (i) =>
      html`<div><dt>${num(i + 1)}</dt><dd>${t("scale.server.load", { n: at.load[i] ?? 0 })} ${held(
        report,
        i + 1,
      )}</dd></div>`,
  )}</dl>`;
}

function slider(report: ScaleReport, column: number, moment: string, choose: (column: number) => void): TemplateResult {
  return html`<label class="scale-moment"><span>${t("scale.moment")}</span><input type="range" min="0"
    max=${report.servers.length - 1} step="1" .value=${String(
      column,
    )} aria-valuetext=${moment} @input=${(e: Event) => choose(Number((e.target as HTMLInputElement).value))}></label>`;
}

/** Which of the busiest partitions a server has at the end. */
function held(report: ScaleReport, server: number): TemplateResult | typeof nothing {
  const list = report.busiest.filter((b) => b.server === server).slice(0, 2);
  if (!list.length) return nothing;
  const partitions = list.map(
    (b, i) => html`${i ? ", " : nothing}<span class="pk">${breakable(nameOf(report, b.table, b.key), "/_")}</span>`,
  );
  return html`${filled(t("scale.server.holds"), { partitions })}`;
}
