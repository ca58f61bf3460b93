// What the generator of the pages draws: it runs scripts, and the templates of the live page write their answers as HTML.
import { classNamed } from "./classes.ts";
import { filterBlock, linesOf } from "./code.ts";
import { badge } from "./icons.ts";
import { cell, code, codeLines, type Place, type Ran } from "./static-cell.ts";
import { compare } from "./static-compare.ts";
import { measure } from "./static-measure.ts";
import { way } from "./static-way.ts";
import { toHtml } from "./to-string.ts";

type Script = Place & { ran: Ran };

const DRAW: Readonly<Record<string, (of: never) => unknown>> = {
  "cell": ({ ran, ...place }: Script) => cell(ran, place),
  "compare": compare,
  "measure": measure,
  "code": ({ label, ...script }: Pick<Ran, "text" | "tokens"> & { label: string }) => code(script, label),
  "lines": ({ text, tokens }: Pick<Ran, "text" | "tokens">) => codeLines(linesOf(text, tokens)),
  "badge": (name: string) => badge(classNamed(name)),
  "filter": filterBlock,
  "way": ({ ran, bare }: { ran: Ran; bare: boolean }) => way(ran, bare),
};

/** Answers a request of the generator, {"draw": what, "of": data}, with HTML. */
export function draw(request: string): string {
  const { draw: what, of } = JSON.parse(request) as { draw: string; of: never };
  const drawing = DRAW[what];
  if (!drawing) throw new Error(`there is no drawing "${what}"`);
  return toHtml(drawing(of));
}
