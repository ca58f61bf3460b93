// <heat-canvas>: the picture of a heat map with many cells. Its colours are those of the scale beside it, so a change
// of theme draws it again; what it shows is in the text and the tables around it.
import { edgesOf } from "./heat-axes.ts";
import { levelOf } from "./heat-colours.ts";
import { type HeatData, type Metric, ratesOf } from "./heat-data.ts";

const STRIPE = 6; // px from one stroke of the hatch to the next

export class HeatCanvas extends HTMLElement {
  private heat: HeatData | null = null;
  private shown: Metric = "requests";
  private readonly canvas = document.createElement("canvas");
  private readonly size = new ResizeObserver(() => this.draw());
  private readonly theme = new MutationObserver(() => this.draw());
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private readonly again = (): void => this.draw();

  set data(heat: HeatData) {
    this.heat = heat;
    this.draw();
  }

  set metric(metric: Metric) {
    this.shown = metric;
    this.draw();
  }

  connectedCallback(): void {
    this.append(this.canvas);
    this.size.observe(this);
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.system.addEventListener("change", this.again);
  }

  disconnectedCallback(): void {
    this.size.disconnect();
    this.theme.disconnect();
    this.system.removeEventListener("change", this.again);
  }

  private draw(): void {
    const { heat, canvas } = this;
    const pen = canvas.getContext("2d");
    if (!heat || !pen || !this.isConnected) return;
    const { width, height } = this.getBoundingClientRect();
    const scale = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    const colours = this.colours();
    if (!canvas.width || !canvas.height || !colours.length) return;
    const edges = edgesOf(heat, this.shown).map((e) => Math.round(e * canvas.height));
    fill(pen, heat, ratesOf(heat, this.shown), edges, colours);
    hatch(pen, heat, edges, scale, getComputedStyle(document.body).backgroundColor);
  }

  /** The colours of the scale, as the style sheet has them now. */
  private colours(): string[] {
    const steps = this.closest(".hm")?.querySelectorAll(".hm-steps i") ?? [];
    return [...steps].map((step) => getComputedStyle(step).color);
  }
}

function fill(
  pen: CanvasRenderingContext2D,
  heat: HeatData,
  rates: readonly number[],
  edges: readonly number[],
  colours: readonly string[],
): void {
  const { columns, target, ranges } = heat;
  const { width, height } = pen.canvas;
  pen.fillStyle = colours[0] ?? "";
  pen.fillRect(0, 0, width, height);
  const at = (x: number) => Math.round((x * width) / columns);
  for (let y = 0; y < ranges.length; y++) {
    const [top = 0, bottom = 0] = [edges[y], edges[y + 1]];
    for (let x = 0; x < columns; x++) {
      const level = levelOf(rates[y * columns + x] ?? 0, target);
      if (!level) continue;
      pen.fillStyle = colours[level] ?? "";
      pen.fillRect(at(x), top, at(x + 1) - at(x), Math.max(1, bottom - top));
    }
  }
}

/** Strokes over what was refused, as one pattern: cells may be smaller than a stroke. */
function hatch(
  pen: CanvasRenderingContext2D,
  heat: HeatData,
  edges: readonly number[],
  scale: number,
  ink: string,
): void {
  const { width, height } = pen.canvas;
  const area = new Path2D();
  for (let i = 0; i < heat.refused.length; i++) {
    if ((heat.refused[i] ?? 0) <= (heat.hatched ?? 0)) continue;
    const [y, x] = [Math.floor(i / heat.columns), i % heat.columns];
    const [left, right] = [x, x + 1].map((c) => Math.round((c * width) / heat.columns)) as [number, number];
    area.rect(left, edges[y] ?? 0, right - left, (edges[y + 1] ?? 0) - (edges[y] ?? 0));
  }
  pen.save();
  pen.clip(area);
  pen.strokeStyle = ink;
  pen.lineWidth = 1.25 * scale;
  pen.beginPath();
  for (let x = -height; x < width; x += STRIPE * scale) {
    pen.moveTo(x, height);
    pen.lineTo(x + height, 0);
  }
  pen.stroke();
  pen.restore();
}

if (!customElements.get("heat-canvas")) customElements.define("heat-canvas", HeatCanvas);
