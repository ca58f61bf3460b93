// Many servers as a grid: a cell each, in the order of their numbers, coloured by how busy they are; the busiest have
// a frame.
import { html, nothing, svg, type TemplateResult } from "lit";
import { levelOf, SHARES } from "./heat-colours.ts";

const CELL = 10; // units of the view box
const GAP = 1;
const WIDE = 2.5; // times as wide as high

export interface ServerGrid {
  loads: readonly number[]; // percent of what a server takes
  hot: readonly number[]; // that have a frame, by their place
  label: string; // of the picture
}

/** How many cells a row of the grid has. */
export function gridWidth(servers: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(servers * WIDE)));
}

/** One path for each step of colour. */
export function cellsOf(loads: readonly number[]): string[] {
  const levels = SHARES.map(() => "").concat("");
  const width = gridWidth(loads.length);
  for (const [i, load] of loads.entries()) {
    const [x, y] = [(i % width) * CELL, Math.floor(i / width) * CELL];
    const side = CELL - GAP;
    levels[levelOf(load, 100)] += `M${x} ${y}h${side}v${side}H${x}z`;
  }
  return levels;
}

export function serverGrid({ loads, hot, label }: ServerGrid): TemplateResult {
  const width = gridWidth(loads.length);
  const rows = Math.ceil(loads.length / width);
  return html`<svg class="sg heat" viewBox="-1 -1 ${width * CELL + 1} ${rows * CELL + 1}" role="img"
    aria-label=${label}>${cellsOf(loads).map((d, i) =>
      d ? svg`<path class="h${i}" d=${d}></path>` : nothing,
    )}${hot.map(
      (i) =>
        svg`<rect class="sg-hot" x=${(i % width) * CELL - 0.5} y=${Math.floor(i / width) * CELL - 0.5} width=${CELL}
        height=${CELL}></rect>`,
    )}</svg>`;
}
