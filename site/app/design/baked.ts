// The comparison as the generator draws it: a sheet that the page shows before anything of it runs.
import type { TemplateResult } from "lit";
import type { Comparison } from "../engine/types.ts";
import { draftOf } from "./draft.ts";
import { duel } from "./duel.ts";
import { metaOf } from "./row-meta.ts";

/** Draws the designs of a sheet, by its text and what the engine said about them. */
export function baked({ text, report }: { text: string; report: Comparison }): TemplateResult {
  const draft = draftOf(text);
  return duel(report, null, (row) => metaOf(draft, row));
}
