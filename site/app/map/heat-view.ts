// A heat map with its axes and its scale, as pages are built with and as the live page draws it.
import { html, nothing, svg, type TemplateResult } from "lit";
import { duration, num, t } from "../ui/i18n.ts";
import { labelsOf, marksOf, timesOf } from "./heat-axes.ts";
import { SHARES } from "./heat-colours.ts";
import type { HeatData, HeatMark, Metric } from "./heat-data.ts";
import { CELL, pathsOf } from "./heat-paths.ts";

export interface HeatOptions {
  metric: Metric;
  label: string; // of the picture, for those who do not see it
  height: string; // of the picture, as an attribute
  unit: string; // what the scale counts
  target: string; // what the end of the scale is
  picture?: TemplateResult | undefined; // in the place of paths
  over?: TemplateResult | undefined; // above the picture
  refused?: string | undefined; // what is hatched
  caption?: unknown;
}

/** The whole figure: keys, picture, times, scale. */
export function heatFigure(data: HeatData, o: HeatOptions): TemplateResult {
  return html`<figure class="hm">${names(data, o)}<div
    class="hm-pic">${o.picture ?? pictureOf(data, o)}${marks(data, o.metric)}${
      o.over ?? nothing
    }</div>${times(data)}${scale(data, o)}${
      o.caption ? html`<figcaption>${o.caption}</figcaption>` : nothing
    }</figure>`;
}

/** The picture alone. */
export function pictureOf(data: HeatData, o: HeatOptions): TemplateResult {
  const { levels, refused } = pathsOf(data, o.metric);
  return html`<svg class="heat" height=${o.height}
    viewBox="0 0 ${data.columns * CELL.width} ${data.ranges.length * CELL.height}"
      preserveAspectRatio="none" role="img" aria-label=${o.label}>${levels.map((d, i) =>
        d && i ? svg`<path class="h${i}" d=${d}></path>` : nothing,
      )}${refused ? svg`<path class="thr" d=${refused}></path>` : nothing}</svg>`;
}

function names(data: HeatData, o: HeatOptions): TemplateResult {
  const labels = labelsOf(data, o.metric);
  const width = Math.max(1, ...labels.map((x) => [...x.text].length)) * 0.62 + 0.2;
  return html`<svg class="hm-y" aria-hidden="true" width="${Number(width.toFixed(2))}em"
    height=${o.height}>${labels.map(
      (x) => svg`<text x="100%" y="${percent(x.at)}"
        dy="0.36em" text-anchor="end" data-hot=${x.hot ? "" : nothing}>${x.text}</text>`,
    )}</svg>`;
}

function times(data: HeatData): TemplateResult {
  return html`<svg class="hm-x" aria-hidden="true">${timesOf(data).map(
    ({ ms, at }) =>
      svg`<text x=${percent(at)} y="0.9em"
        text-anchor=${at < 0.04 ? "start" : at > 0.96 ? "end" : "middle"}>${ms ? duration(ms) : "0"}</text>`,
  )}</svg>`;
}

const UNITS = 1000; // of the view box of the marks, each way
const KINDS: readonly HeatMark["kind"][] = ["split", "move", "merge"];

/** A split is an upright stroke, a move a dot, a merge a level stroke: one path each, with a light edge around it. */
function marks(data: HeatData, metric: Metric): TemplateResult | typeof nothing {
  const all = marksOf(data, metric);
  if (!all.length) return nothing;
  const place = (n: number) => Math.round(n * UNITS);
  const draw = (kind: HeatMark["kind"]) => {
    const height = (h: number) => Math.max(place(h), 14);
    const strokes = all
      .filter((m) => m.kind === kind)
      .map(({ x, y, height: h }) => {
        if (kind === "split") return `M${place(x)} ${place(y)}v${height(h)}`;
        const middle = place(y + h / 2);
        return kind === "move" ? `M${place(x)} ${middle}h0` : `M${Math.max(0, place(x) - 6)} ${middle}h12`;
      });
    const d = [...new Set(strokes)].join("");
    return d
      ? svg`<path class="hm-edge" data-kind=${kind} d=${d}></path><path data-kind=${kind} d=${d}></path>`
      : nothing;
  };
  return html`<svg class="hm-marks" viewBox="0 0 ${UNITS} ${UNITS}" preserveAspectRatio="none"
    aria-hidden="true">${KINDS.map(draw)}</svg>`;
}

function scale(data: HeatData, o: HeatOptions): TemplateResult {
  const refused = data.refused.some((share) => share > (data.hatched ?? 0));
  const kinds = KINDS.filter((kind) => marksOf(data, o.metric).some((m) => m.kind === kind));
  return html`<p class="hm-scale"><span>${o.unit}</span><span>0</span><span class="hm-steps" aria-hidden="true">${[
    0,
    ...SHARES,
  ].map((_, i) => html`<i class="h${i}"></i>`)}</span><span>${o.target}</span>${
    refused
      ? html`<span class="hm-sign hm-thr"><svg viewBox="0 0 12 10" aria-hidden="true"><path class="h7"
        d="M0 0h12v10H0z"></path><path class="thr" d="M2 8.5l8-7"></path></svg>${o.refused ?? t("load.refused")}</span>`
      : nothing
  }${kinds.map((kind) => html`<span class="hm-sign">${sign(kind)}${t(`map.mark.${kind}`)}</span>`)}</p>`;
}

const SIGNS = { split: "M6 1v8", move: "M6 5h0", merge: "M2 5h8" };

function sign(kind: HeatMark["kind"]): TemplateResult {
  return html`<svg class="hm-marks" viewBox="0 0 12 10" aria-hidden="true">${svg`<path data-kind=${kind}
    d=${SIGNS[kind]}></path>`}</svg>`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** What the end of the scale says, of a target a second. */
export function targetWords(target: number): string {
  return t("load.target", { n: num(target) });
}
