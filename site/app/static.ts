// What the generator of the pages draws: it runs scripts, and the templates of the live page write their answers as
// HTML.

import { html, nothing, type TemplateResult } from "lit";
import { filterBlock, linesOf } from "./answer/code.ts";
import { keyLine } from "./answer/key-line.ts";
import { badge, reads } from "./answer/query-badge.ts";
import { duel } from "./design/duel/duel.ts";
import { metaOf } from "./design/duel/row-meta.ts";
import { draftOf } from "./design/sheet/draft.ts";
import type { Comparison } from "./engine/types.ts";
import { cell, code, codeLines, type Place, type Ran } from "./examples/static-cell.ts";
import { compare } from "./examples/static-compare.ts";
import { filterOf, measure } from "./examples/static-measure.ts";
import { bakedRun, bakedShape } from "./scale/baked.ts";
import { speak, spoken, type Texts } from "./ui/i18n.ts";
import { classNamed, kebab } from "./ui/query-classes.ts";
import { toHtml } from "./ui/to-string.ts";
import { bakedRecording } from "./watch/baked.ts";

type Script = Place & { ran: Ran };

const DRAW: Readonly<Record<string, (of: never) => unknown>> = {
  "cell": ({ ran, ...place }: Script) => cell(ran, place),
  "compare": compare,
  "measure": measure,
  "code": ({ label, ...script }: Pick<Ran, "text" | "tokens"> & { label: string }) => code(script, label),
  "lines": ({ text, tokens }: Pick<Ran, "text" | "tokens">) => codeLines(linesOf(text, tokens)),
  "badge": (name: string) => badge(classNamed(name)),
  "filter": filterBlock,
  "designs": baked,
  "run": bakedRun,
  "shape": bakedShape,
  "recording": bakedRecording,
  "way": ({ ran, bare }: { ran: Ran; bare: boolean }) => way(ran, bare),
};

/** Answers a request of the generator, {"draw": what, "of": data, "lang": tag}, with HTML. */
export function draw(request: string, textsOf: (lang: string) => Texts): string {
  const { draw: what, of, lang } = JSON.parse(request) as { draw: string; of: never; lang: string };
  const drawing = DRAW[what];
  if (!drawing) throw new Error(`there is no drawing "${what}"`);
  if (lang !== spoken()) speak(lang, textsOf(lang));
  return toHtml(drawing(of));
}

/** Draws the designs of a sheet, by its text and what the engine said about them. */
function baked({ text, report }: { text: string; report: Comparison }): TemplateResult {
  const draft = draftOf(text);
  return duel(report, null, (row) => metaOf(draft, row));
}

/** Draws the last request of a script; a bare key line has no names, for it stands below another. */
function way({ name, exchanges, pictures }: Ran, bare: boolean): TemplateResult {
  const last = exchanges.at(-1);
  const record = last?.record;
  if (!last || !record?.plan) throw new Error(`${name}: the last request has to be a query`);
  const { plan, read, returned } = record;
  const line = pictures[last.block];
  return html`<li data-class=${kebab(plan.class)}><div class="way-q">${filterBlock(filterOf(last))}</div><div
    class="way-k">${
      line ? keyLine(plan.class, line, { legend: false, bare }) : nothing
    }</div><p class="way-n">${badge(plan.class)}${reads(read, returned)}</p></li>`;
}
