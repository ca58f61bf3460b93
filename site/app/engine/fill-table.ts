// Fills a table by a recipe, part by part, so that a page can say how far it is, and stop.
import type { Control } from "./control.ts";
import type { Recipe } from "./recipe.ts";

export interface FillProgress {
  done: number; // entities that were made
  of: number;
  written: number;
  repeated: number; // left out, because an earlier entity has their keys
  transactions: number;
  milliseconds: number;
}

export interface Filling {
  signal: AbortSignal; // ends it after the part under way
  progress: (p: FillProgress) => void; // after each part
  now: () => number;
}

const PART = 10_000; // entities, as many as the engine takes at a time; about half a second

/** Writes the entities; when it is stopped, what was written stays. Rejects with what the engine says. */
export async function fillTable(control: Control, table: string, recipe: Recipe, f: Filling): Promise<FillProgress> {
  const began = f.now();
  const p: FillProgress = { done: 0, of: recipe.count, written: 0, repeated: 0, transactions: 0, milliseconds: 0 };
  while (p.done < p.of && !f.signal.aborted) {
    const part = await control.fill(table, recipe, p.done, PART);
    p.done = Math.min(p.of, p.done + PART);
    p.written += part.written;
    p.repeated += part.repeated;
    p.transactions += part.transactions;
    p.milliseconds = f.now() - began;
    f.progress({ ...p });
  }
  return p;
}
