// A table of the generator as a script that inserts its entities: they are made in a sandbox of its own, so nothing of
// the reader's data changes, and the same recipe is the same script.
import { Control } from "../engine/control.ts";
import { fillTable } from "../engine/fill-table.ts";
import { openEngine } from "../engine/page-data.ts";
import type { Recipe } from "../engine/recipe.ts";
import { readTable } from "../transfer/table-file.ts";
import { type Parts, writeTable } from "../transfer/write-table.ts";
import { rowsOf } from "./read-rows.ts";

/** What the engine reads as one script, in bytes (engine/script/script.go). */
export const MOST_BYTES = 64 * 1024;

/** Returns how many bytes a text in parts has. */
export const bytesOf = (parts: Parts): number => new Blob(parts).size;

/** Returns the script in parts. Rejects with what the engine says of the recipe. */
export async function madeScript(table: string, recipe: Recipe, signal: AbortSignal): Promise<Parts> {
  const engine = openEngine();
  try {
    const filling = { signal, progress: () => {}, now: () => performance.now() };
    await fillTable(new Control(engine.fetch), table, recipe, filling);
    signal.throwIfAborted();
    return writeTable("http", table, readTable(await rowsOf(engine.fetch, table)));
  } finally {
    engine.stop();
  }
}
