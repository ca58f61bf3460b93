// The loads of the last run as heat maps that can be zoomed into, or how to make one.
import { html, render, type TemplateResult } from "lit";
import { hottest, loadReport } from "../../answer/load-report.ts";
import { home } from "../../engine/page-data.ts";
import type { Load } from "../../engine/types.ts";
import { heatOf } from "../../map/heat-data.ts";
import type { HeatView } from "../../map/heat-map.ts";
import { cut, type HeatWindow } from "../../map/heat-window.ts";
import "../../map/heat-map.ts";
import { button } from "../../ui/buttons.ts";
import { duration, t } from "../../ui/i18n.ts";
import { keepSandbox } from "../data/sandbox-settings.ts";
import type { Data, Script, Tabs } from "../workspace/workspace.ts";

const ROW = 1.5; // em of a row
const MOST = 20; // em
const views = new WeakMap<Load, HeatView>(); // as they are zoomed

export function drawMaps(workspace: Data & Tabs & Script, element: HTMLElement): void {
  const ran = (workspace.last?.result.exchanges ?? []).filter((x) => x.load);
  const draw = () => drawMaps(workspace, element);
  render(
    ran.length ? html`${ran.map((x) => (x.load ? section(x.title, x.load, draw) : ""))}${further()}` : empty(workspace),
    element,
  );
}

function section(title: string, load: Load, draw: () => void): TemplateResult {
  const zoom = (e: CustomEvent<HeatWindow | null>) => {
    views.set(load, viewOf(load, e.detail));
    draw();
  };
  const view = views.get(load) ?? viewOf(load, null);
  views.set(load, view);
  const map = load.heat.rows.length ? html`<heat-map .view=${view} @map:part=${zoom}></heat-map>` : "";
  return html`<section class="map-load"><h2>${title || t("load.status")}</h2>${loadReport(load, map)}</section>`;
}

function viewOf(load: Load, part: HeatWindow | null): HeatView {
  const whole = heatOf(load);
  const data = part ? cut(whole, part) : whole;
  const shown = data.ranges.length && data.columns ? data : whole; // a part without cells is none
  return {
    data: shown,
    metrics: ["entities"],
    part: shown !== whole,
    label: t("load.heat", { rows: shown.ranges.length, time: duration(shown.step * shown.columns) }),
    height: `${Math.min(Math.max(shown.ranges.length * ROW, 3), MOST)}em`,
    caption: html`${hottest(load)} ${t("load.model")}`,
  };
}

/** Two loads on the same entities: the keys of the first are times, so that all of it meets one partition. */
const EXAMPLE = `### Time is the PartitionKey
# @load 3000 10
POST {{table}}/Log
Content-Type: application/json

{ "PartitionKey": "2026-01-05T08:00", "RowKey": "{{$pad $index 8}}" }

### Eight partitions a minute
# @load 3000 10
POST {{table}}/Log
Content-Type: application/json

{ "PartitionKey": "{{$hash $index 8}}-2026-01-05T08:00", "RowKey": "{{$pad $index 8}}" }
`;

function empty(workspace: Data & Tabs & Script): TemplateResult {
  return html`<div class="map-none"><p>${t("map.none")}</p><p
    class="actions">${button(t("map.example"), () => void runExample(workspace), {
      kind: "primary",
      icon: "run",
    })}</p></div>${further()}`;
}

/** Opens the example in a document of its own, whose sandbox has several nodes. */
async function runExample(workspace: Data & Tabs & Script): Promise<void> {
  workspace.add(t("map.example.title"), EXAMPLE);
  const added = workspace.documents.list.at(-1);
  if (!added) return;
  await workspace.turn(added.id); // it is open then
  workspace.store.settings = { ...workspace.store.settings, cluster: true };
  keepSandbox(added.id, workspace.store.settings);
  await workspace.runAll();
}

function further(): TemplateResult {
  return html`<p class="map-further"><a href=${`${home}design/scale/`}>${t("map.further")}</a></p>`;
}
