// The table that a document begins with, if it is made by a recipe: how far the making is, and who may end it.
import type { Control } from "../../engine/control.ts";
import { type FillProgress, fillTable } from "../../engine/fill-table.ts";
import type { Makes } from "../../engine/page-data.ts";

export class MadeTable {
  progress: FillProgress;
  private readonly ended = new AbortController();

  constructor(readonly makes: Makes) {
    this.progress = { done: 0, of: makes.recipe.count, written: 0, repeated: 0, transactions: 0, milliseconds: 0 };
  }

  /** Ends the making after the part under way. */
  stop(): void {
    this.ended.abort();
  }

  /** Whether every entity was made. */
  get whole(): boolean {
    return this.progress.done === this.progress.of;
  }

  async fill(control: Control, changed: () => void): Promise<void> {
    const progress = (p: FillProgress) => {
      this.progress = p;
      changed();
    };
    const { table, recipe } = this.makes;
    const now = () => performance.now();
    await fillTable(control, table, recipe, { signal: this.ended.signal, progress, now });
  }
}
