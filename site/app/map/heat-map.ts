// <heat-map>: a heat map that can be read cell by cell and zoomed into, with the pointer, the keys, or fields. It asks
// its owner for the part: the event "map:part" has what is wanted, null for the whole.
import { html, nothing, render, svg, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { num, t } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { Aim } from "./heat-aim.ts";
import { edgesOf } from "./heat-axes.ts";
import { type HeatData, type Metric, ratesOf } from "./heat-data.ts";
import { MOST } from "./heat-paths.ts";
import { heatTable } from "./heat-table.ts";
import { heatFigure, targetWords } from "./heat-view.ts";
import { cornersOf, type HeatWindow, isWindow, wholeOf } from "./heat-window.ts";
import { amountWords, metricWords, rangeWords, timeUnit, unitWords } from "./heat-words.ts";
import "./heat-canvas.ts";

export interface HeatView {
  data: HeatData;
  metrics: readonly Metric[];
  part: boolean; // data is a part of the whole
  label: string;
  height: string;
  unit?: string; // behind what the scale counts
  refused?: string; // what is hatched
  target?: string; // what the end of the scale is; of a partition without it
  caption?: unknown;
}

let serial = 0;

export class HeatMap extends HTMLElement {
  private shown: HeatView | null = null;
  private metric: Metric = "requests";
  private aim: Aim | null = null;
  private marked: HeatWindow | null = null;
  private readonly name = `hm-${++serial}`;
  private wrong = false; // the fields name no part

  set view(view: HeatView) {
    if (view === this.shown) return;
    this.shown = view;
    if (!view.metrics.includes(this.metric)) this.metric = view.metrics[0] ?? "requests";
    this.wrong = false;
    this.begin();
  }

  connectedCallback(): void {
    void needSheet("heat");
    this.begin();
  }

  private begin(): void {
    const { shown } = this;
    if (!shown || !this.isConnected) return;
    this.marked = null;
    this.aim = new Aim(shown.data, this.metric, {
      cell: (row, column) => this.read(row, column),
      part: (part) => this.mark(part),
      chosen: (part) => this.ask(part),
    });
    this.draw();
    this.say("");
  }

  private draw(): void {
    if (this.shown) render(this.template(this.shown), this);
  }

  private template(v: HeatView): TemplateResult {
    const large = v.data.ranges.length * v.data.columns > MOST;
    return html`${this.tabs(v)}${heatFigure(v.data, {
      metric: this.metric,
      label: v.label,
      height: v.height,
      unit: `${unitWords(this.metric)}${v.unit ? ` ${v.unit}` : ""}`,
      target: v.target ?? targetWords(v.data.target),
      picture: large
        ? html`<heat-canvas class="heat" role="img" aria-label=${v.label} .data=${v.data}
          .metric=${this.metric}></heat-canvas>`
        : undefined,
      over: this.over(v),
      refused: v.refused,
      caption: v.caption,
    })}<p class="hm-read" role="status"></p>${this.fields(v)}${heatTable(v.data, this.metric)}`;
  }

  private tabs({ metrics }: HeatView): TemplateResult | typeof nothing {
    if (metrics.length < 2) return nothing;
    return html`<fieldset class="tabs hm-tabs"><legend class="vh">${t("map.metric")}</legend>${metrics.map(
      (m) =>
        html`<label><input type="radio" name=${this.name} value=${m} ?checked=${m === this.metric}
          @change=${() => this.turn(m)}><span>${metricWords(m)}</span></label>`,
    )}</fieldset>`;
  }

  private turn(metric: Metric): void {
    this.metric = metric;
    this.begin();
  }

  private over(v: HeatView): TemplateResult {
    const place = (e: PointerEvent): [number, number, number, number] => {
      const box = (e.currentTarget as HTMLElement).getBoundingClientRect();
      const [px, py] = [e.clientX - box.left, e.clientY - box.top];
      return [px / box.width, py / box.height, px, py];
    };
    return html`<div class="hm-aim" role="application" tabindex="0" aria-label=${t("map.aim.label")}
      aria-roledescription=${t("map.role")} @pointerdown=${(e: PointerEvent) => {
        if (e.button) return;
        (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
        this.aim?.down(...place(e));
      }} @pointermove=${(e: PointerEvent) => this.aim?.move(...place(e))} @pointerup=${() => this.aim?.up()}
      @pointercancel=${() => this.aim?.cancel()} @keydown=${(e: KeyboardEvent) => {
        if (e.ctrlKey || e.metaKey || e.altKey || !this.aim?.key(e.key, e.shiftKey)) return;
        e.preventDefault();
        e.stopPropagation();
      }}><svg class="hm-over" aria-hidden="true"><rect class="hm-cell"></rect>${this.frame(v)}</svg></div>`;
  }

  private frame({ data }: HeatView): unknown {
    const corners = this.marked && cornersOf(data, this.metric, this.marked);
    if (!corners) return nothing;
    const { x0, y0, x1, y1 } = corners;
    return svg`<rect class="hm-zoom" x=${percent(x0)} y=${percent(y0)} width=${percent(x1 - x0)}
      height=${percent(y1 - y0)}></rect>`;
  }

  private fields(v: HeatView): TemplateResult {
    const part = this.marked ?? wholeOf(v.data);
    const unit = timeUnit(wholeOf(v.data));
    const time = (ms: number) => String(Math.round((10 * ms) / unit.ms) / 10);
    return html`<form novalidate @submit=${(e: SubmitEvent) => this.submit(e)}><fieldset class="hm-fields"><legend
      class="vh">${t("map.part")}</legend>
      <label>${t("map.from")} <input class="in rk" name="low" size="12" autocomplete="off" spellcheck="false"
      .value=${part.low} aria-label=${t("map.keys.from")}></label><label>${t(
        "map.to",
      )} <input class="in rk" name="high" size="12" autocomplete="off" spellcheck="false" .value=${part.high}
      aria-label=${t("map.keys.to")}></label>
      <label>${t(unit.word)} <input class="in num" name="from" size="4" inputmode="decimal" .value=${time(part.from)}
      aria-label=${t(
        unit.from,
      )}></label><label>${t("map.to")} <input class="in num" name="to" size="4" inputmode="decimal"
      .value=${time(part.to)} aria-label=${t(unit.to)}></label>
      <button class="button" data-kind="small">${t("map.zoom")}</button>${button(t("map.whole"), () => this.ask(null), {
        kind: "small",
        disabled: !v.part,
      })}
      ${this.wrong ? html`<p class="hm-wrong" role="alert">${t("map.wrong")}</p>` : nothing}</fieldset></form>`;
  }

  private submit(e: SubmitEvent): void {
    e.preventDefault();
    if (!this.shown) return;
    const fields = new FormData(e.target as HTMLFormElement);
    const text = (name: string) => String(fields.get(name) ?? "");
    const unit = timeUnit(wholeOf(this.shown.data)).ms;
    const time = (name: string) => Number(text(name).replace(",", ".")) * unit;
    const part = { low: text("low"), high: text("high"), from: time("from"), to: time("to") };
    this.wrong = !isWindow(this.shown.data, part);
    if (this.wrong) return this.draw();
    this.ask(part);
  }

  private ask(part: HeatWindow | null): void {
    this.dispatchEvent(new CustomEvent("map:part", { detail: part, bubbles: true }));
  }

  private mark(part: HeatWindow | null): void {
    if (part === null && this.marked === null) return;
    this.marked = part;
    this.draw();
  }

  /** Says what the cell that is aimed at holds, and frames it; the rest stays as it is drawn. */
  private read(row: number, column: number): void {
    const data = this.shown?.data;
    const range = data?.ranges[row];
    if (!data || !range) return;
    const at = row * data.columns + column;
    const edges = edgesOf(data, this.metric);
    const cell = this.querySelector(".hm-cell");
    cell?.setAttribute("x", percent(column / data.columns));
    cell?.setAttribute("width", percent(1 / data.columns));
    cell?.setAttribute("y", percent(edges[row] ?? 0));
    cell?.setAttribute("height", percent((edges[row + 1] ?? 1) - (edges[row] ?? 0)));
    const refused = Math.round(1000 * (data.refused[at] ?? 0)) / 10;
    const words = t("map.cell", {
      keys: rangeWords(range),
      time: timeUnit(wholeOf(data)).at(data.from + column * data.step),
      amount: amountWords(this.metric, ratesOf(data, this.metric)[at] ?? 0),
    });
    this.say(refused ? `${words}, ${t("map.cell.refused", { share: num(refused) })}` : words);
  }

  private say(words: string): void {
    const place = this.querySelector(".hm-read");
    if (place) place.textContent = words || t("map.aim");
  }
}

const percent = (share: number): string => `${Number((share * 100).toFixed(3))}%`;

if (!customElements.get("heat-map")) customElements.define("heat-map", HeatMap);
