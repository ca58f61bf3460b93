// Runs as pages are built with: one with everything, and the small pictures of shapes.
import type { TemplateResult } from "lit";
import { html } from "lit";
import type { ScaleReport } from "../engine/types.ts";
import { type HeatOptions, heatFigure, pictureOf, targetWords } from "../map/heat-view.ts";
import { unitWords } from "../map/heat-words.ts";
import { num, t } from "../ui/i18n.ts";
import { resultView } from "./result-view.ts";
import { HATCHED, heatOf } from "./scale-heat.ts";
import { serversView } from "./servers-view.ts";

/** What the end of the colours is, and what a map shows, of a run. */
export function figureOptions(report: ScaleReport, height: string): HeatOptions {
  return {
    metric: "requests",
    label: mapLabel(report),
    height,
    unit: `${unitWords("requests")} ${t("scale.unit")}`,
    target: targetWords(report.heat.target),
    refused: hatchedWords(),
  };
}

/** What is hatched. */
export function hatchedWords(): string {
  return t("scale.hatched", { share: num(100 * HATCHED) });
}

/** What those hear who do not see the map. */
export function mapLabel({ heat }: ScaleReport): string {
  return t("scale.map.label", { rows: num(heat.rows.length), columns: num(heat.columns) });
}

/** A whole run: its sentence, its map, its tables. */
export function bakedRun(report: ScaleReport): TemplateResult {
  const last = Math.max(0, report.servers.length - 1);
  const map = heatFigure(heatOf(report), figureOptions(report, "24rem"));
  return resultView(report, report, { map, servers: serversView(report, last), level: 3 });
}

/** The picture of a shape, without axes. */
export function bakedShape(report: ScaleReport): TemplateResult {
  return html`<div class="hm-mini">${pictureOf(
    { ...heatOf(report), marks: [] },
    figureOptions(report, "4.5rem"),
  )}</div>`;
}
