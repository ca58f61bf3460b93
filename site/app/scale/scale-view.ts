// The page of a load as it is drawn: the bar, how far a run is, what is wrong, what it has shown, and what can be
// changed.
import { html, nothing, type TemplateResult } from "lit";
import type { ScaleReport } from "../engine/types.ts";
import type { HeatWindow } from "../map/heat-window.ts";
import { button, iconButton } from "../ui/buttons.ts";
import { duration, num, t } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import { saveFile } from "../ui/save-file.ts";
import { loadForm } from "./load-form.ts";
import { modelForm } from "./model-form.ts";
import { TIMES } from "./plan.ts";
import { problems } from "./problems.ts";
import { resultView } from "./result-view.ts";
import { ScalePage } from "./scale-page.ts";
import { serversView } from "./servers-view.ts";

const pages = new WeakMap<HTMLElement, ScalePage>();

/** The page of an element, which is made when something is opened. */
export function scalePage(host: HTMLElement): ScalePage {
  const known = pages.get(host) ?? new ScalePage(host, scaleView);
  pages.set(host, known);
  return known;
}

function scaleView(p: ScalePage): TemplateResult {
  return html`${bar(p)}<div class="scale-page"><div role="status"
    class="scale-said">${said(p)}</div>${progress(p)}${problems(p)}${result(
      p,
    )}${loadForm(p)}${modelForm(p)}<p class="note scale-note">${t("load.model")} <a
      href="${location.pathname}#model">${t("scale.sources")}</a></p></div>`;
}

function bar(p: ScalePage): TemplateResult {
  const { plan, runner } = p;
  const times = (e: Event) => p.edit((x) => (x.times = Number((e.target as HTMLSelectElement).value)));
  return html`<div class="tool-bar scale-bar" role="group" aria-label=${t("scale.tools")}><h1 class="doc-title"><a
    class="scale-back" href=${back(p)}>${icon("left")}<span>${
      plan.title || t("scale.own.title")
    }</span></a></h1><label class="select"><span class="vh">${t("scale.times")}</span><select
      @change=${times}>${TIMES.map(
        (n) =>
          html`<option value=${n} ?selected=${n === plan.times}>${
            n === 1 ? t("scale.times.one") : t("scale.times.n", { n: num(n) })
          }</option>`,
      )}</select></label><span class="tool-run">${button(
        t("scale.run", { time: duration(plan.seconds * 1000) }),
        () => void p.run(),
        {
          icon: "run",
          kind: "primary",
          keys: "Mod+Enter",
          disabled: runner.busy,
        },
      )}${iconButton("stop", t("scale.stop"), () => p.stop(), !runner.busy)}</span><span class="tool-end">${button(
        t("scale.share"),
        () => void p.share(),
        { kind: "quiet", icon: "link" },
      )}${button(t("scale.take"), () => saveTable(p), {
        kind: "quiet",
        icon: "take",
        disabled: !p.whole,
      })}</span></div>`;
}

/** Where a reader came from: the workbench with the sheet, or the loads of this page. */
function back(p: ScalePage): string {
  return p.plan.sheet && document.referrer.startsWith(new URL("..", location.href).href)
    ? document.referrer
    : location.pathname;
}

function said(p: ScalePage): TemplateResult | string | typeof nothing {
  const { state, trouble } = p.runner.ran;
  if (p.note) return html`<p>${p.note}</p>`;
  if (trouble) return html`<p class="scale-trouble">${icon("warn")} <b>${t("bench.stopped.engine")}</b> ${trouble}</p>`;
  if (p.runner.busy) return nothing;
  if (p.stale) return html`<p class="stale-note">${t("scale.stale")}</p>`;
  if (state === "stopped" && p.whole)
    return html`<p>${t("scale.stopped", { time: duration(p.whole.seconds * 1000) })}</p>`;
  return p.whole ? html`<p class="vh">${t("scale.done")}</p>` : nothing;
}

/** How far a run is, once it takes long enough to be noticed. */
function progress(p: ScalePage): TemplateResult | typeof nothing {
  if (!p.runner.busy || !p.slow) return nothing;
  const { second, seconds, prepared } = p.runner.ran.progress;
  const stopping = p.runner.ran.state === "stopping";
  const words =
    prepared < 1
      ? t("scale.preparing")
      : t("scale.progress", { at: duration(second * 1000), of: duration(seconds * 1000) });
  return html`<div class="scale-progress" role="group"
    aria-label=${t("scale.running")}>${busy()}<span>${words}</span>${button(
      t(stopping ? "bench.pr.stopping" : "bench.pr.stop"),
      () => p.stop(),
      { kind: "small", icon: "stop", disabled: stopping },
    )}<progress value=${second} max=${seconds} aria-label=${t("scale.running")}></progress></div>`;
}

function result(p: ScalePage): TemplateResult | typeof nothing {
  const { whole, shown, map } = p;
  if (!whole || !shown || !map) return p.runner.busy ? nothing : html`<p class="scale-none">${t("scale.none")}</p>`;
  const zoom = (e: CustomEvent<HeatWindow | null>) => void p.zoom(e.detail);
  return html`<div class="scale-result" data-stale=${p.stale ? "" : nothing}>${resultView(whole, shown, {
    map: html`<heat-map .view=${map} @map:part=${zoom}></heat-map>`,
    servers: serversView(whole, p.column, (column) => p.moment(column)),
    took: duration(p.took),
    level: 2,
  })}</div>`;
}

/** Saves the map that is shown as CSV. */
function saveTable(p: ScalePage): void {
  const name = (p.plan.title || "load").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  if (p.shown) saveFile(`${name}.csv`, [csvOf(p.shown)], "text/csv");
}

/** A line for each row of the map and step of time. */
function csvOf({ heat }: ScaleReport): string {
  const lines = ["table,low,high,partitions,second,requests,refused,busiest"];
  for (const r of heat.rows) {
    for (let x = 0; x < heat.columns; x++) {
      const numbers = [r.requests[x] ?? 0, r.refused[x] ?? 0, r.peaks[x] ?? 0];
      if (numbers[0])
        lines.push(
          [
            quoted(r.table),
            quoted(r.low),
            quoted(r.high),
            r.to - r.from,
            heat.window.begins + x * heat.step,
            ...numbers,
          ].join(","),
        );
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A text for a table: one that a program could take for a formula begins with an apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
