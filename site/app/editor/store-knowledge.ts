// What completions know: asked of the engine when it runs, remembered for a moment.

import { columnsOf } from "../answer/entities.ts";
import type { Control } from "../engine/control.ts";
import type { Vocabulary } from "../engine/types.ts";
import type { Knowledge } from "./completion.ts";

const FRESH = 2000; // ms
const SAMPLE = 20; // entities that tell the names of properties

export function storeKnowledge(control: Control, files: () => string[]): Knowledge {
  const remembered = new Map<string, { at: number; value: Promise<string[]> }>();
  const ask = (key: string, load: () => Promise<string[]>): Promise<string[]> => {
    const known = remembered.get(key);
    if (known && Date.now() - known.at < FRESH) return known.value;
    const value = load().catch(() => []);
    remembered.set(key, { at: Date.now(), value });
    return value;
  };
  const partitions = (table: string) =>
    ask(`p ${table}`, async () => (await control.partitions(table)).map((p) => p.name));
  let words: Promise<Vocabulary> | null = null;
  return {
    files,
    words: () => (words ??= control.words()),
    tables: () => ask("t", async () => (await control.tables()).map((x) => x.name)),
    partitions,
    properties: (table) =>
      ask(`n ${table}`, async () => {
        const [first = ""] = await partitions(table);
        return columnsOf((await control.entities(table, first, "", SAMPLE)).entities).names;
      }),
  };
}
