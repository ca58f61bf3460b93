// What the generator of the pages draws: it runs scripts, and the templates of the live page write their answers as HTML.

import { filterBlock, linesOf } from "./answer/code.ts";
import { badge } from "./answer/query-badge.ts";
import { baked } from "./design/baked.ts";
import { cell, code, codeLines, type Place, type Ran } from "./examples/static-cell.ts";
import { compare } from "./examples/static-compare.ts";
import { measure } from "./examples/static-measure.ts";
import { way } from "./examples/static-way.ts";
import { bakedRun, bakedShape } from "./scale/baked.ts";
import { speak, spoken, type Texts } from "./ui/i18n.ts";
import { classNamed } from "./ui/query-classes.ts";
import { toHtml } from "./ui/to-string.ts";

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
