// Where the reader is in the grid, and which rows are selected. No drawing.
import { propertyOf } from "../../answer/entities.ts";
import type { Entity } from "../../engine/types.ts";
import { KEYS } from "./grid-columns.ts";
import type { Rows } from "./grid-rows.ts";

export class GridCursor {
  row = 0;
  column = 1; // 0 is the box of the row
  private anchor = 0; // where a selection with Shift began
  private readonly chosen = new Map<string, Entity>();

  constructor(private readonly rows: Rows) {}

  /** Goes to the first cell of another table. */
  begin(): void {
    this.row = 0;
    this.column = 1;
    this.anchor = 0;
    this.clear();
  }

  /** Goes to a cell, or to the nearest one that there is; with select, all rows from the anchor to it are selected. */
  move(row: number, column: number, last: number, select: boolean): void {
    this.row = Math.max(0, Math.min(row, this.rows.count - 1));
    this.column = Math.max(0, Math.min(column, last));
    if (select) this.select(this.row);
    else this.anchor = this.row;
  }

  isAt(row: number, column: number): boolean {
    return this.row === row && this.column === column;
  }

  get entity(): Entity | null {
    return this.rows.row(this.row);
  }

  get selected(): Entity[] {
    return [...this.chosen.values()];
  }

  has(e: Entity): boolean {
    return this.chosen.has(idOf(e));
  }

  /** Selects a row, or deselects it. */
  check(row: number): void {
    const e = this.rows.row(row);
    if (!e) return;
    if (!this.chosen.delete(idOf(e))) this.chosen.set(idOf(e), e);
    this.anchor = row;
  }

  clear(): void {
    this.chosen.clear();
  }

  private select(row: number): void {
    this.clear();
    for (let i = Math.min(this.anchor, row); i <= Math.max(this.anchor, row); i++) {
      const e = this.rows.row(i);
      if (e) this.chosen.set(idOf(e), e);
    }
  }
}

function idOf(e: Entity): string {
  return JSON.stringify(KEYS.map((name) => propertyOf(e, name)));
}
