// Aiming at a heat map: with the pointer or the arrow keys at a cell, by dragging or with Shift at a part.
import type { HeatData, Metric } from "./heat-data.ts";
import { type Corners, columnAt, type HeatWindow, rowAt, windowOf } from "./heat-window.ts";

/** What the map is told about. */
export interface Aimed {
  cell(row: number, column: number): void; // what is aimed at
  part(part: HeatWindow | null): void; // what is being marked
  chosen(part: HeatWindow): void; // it was let go, or confirmed
}

const DRAGGED = 5; // px: shorter ways are a click
const FAR = 10; // rows of PageUp and PageDown

/** Cell and part that are aimed at. A corner is the middle of a cell, so that a part has whole cells. */
export class Aim {
  row = 0;
  column = 0;
  private start: { x: number; y: number; px: number; py: number } | null = null; // where dragging began
  private anchor: { row: number; column: number } | null = null; // where Shift began
  private marked: HeatWindow | null = null;

  constructor(
    private readonly data: HeatData,
    private readonly metric: Metric,
    private readonly aimed: Aimed,
  ) {}

  /** x and y are shares of the picture; px and py the same in pixels. */
  down(x: number, y: number, px: number, py: number): void {
    this.start = { x, y, px, py };
    this.anchor = null;
    this.mark(null);
  }

  move(x: number, y: number, px: number, py: number): void {
    const from = this.start;
    if (from && Math.hypot(px - from.px, py - from.py) >= DRAGGED)
      this.between({ x0: from.x, y0: from.y, x1: x, y1: y });
    this.to(rowAt(this.data, this.metric, y), columnAt(this.data, x));
  }

  up(): void {
    this.start = null;
    if (this.marked) this.aimed.chosen(this.marked);
    this.mark(null);
  }

  /** The pointer went elsewhere, or the page began to scroll. */
  cancel(): void {
    this.start = this.anchor = null;
    this.mark(null);
  }

  /** Takes a key; false if it means nothing here. */
  key(name: string, shift: boolean): boolean {
    if (name === "Enter" && this.marked) this.up();
    else if (name === "Escape" && this.marked) this.cancel();
    else if (STEPS[name]) this.step(STEPS[name], shift);
    else return false;
    return true;
  }

  private step([rows, columns]: readonly [number, number], shift: boolean): void {
    if (shift) this.anchor ??= { row: this.row, column: this.column };
    else this.cancel();
    const within = (n: number, size: number) => Math.min(Math.max(n, 0), size - 1);
    this.to(within(this.row + rows, this.data.ranges.length), within(this.column + columns, this.data.columns));
    if (this.anchor) this.mark(partOf(this.data, this.anchor, this));
  }

  private to(row: number, column: number): void {
    [this.row, this.column] = [row, column];
    this.aimed.cell(row, column);
  }

  private between(corners: Corners): void {
    this.mark(windowOf(this.data, this.metric, corners));
  }

  private mark(part: HeatWindow | null): void {
    this.marked = part;
    this.aimed.part(part);
  }
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-FAR, 0],
  PageDown: [FAR, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

interface Cell {
  row: number;
  column: number;
}

function partOf(data: HeatData, a: Cell, b: Cell): HeatWindow {
  const [top, bottom] = [Math.min(a.row, b.row), Math.max(a.row, b.row)];
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)];
  return {
    low: data.ranges[top]?.low ?? "",
    high: data.ranges[bottom]?.high ?? "",
    from: data.from + left * data.step,
    to: data.from + (right + 1) * data.step,
  };
}
