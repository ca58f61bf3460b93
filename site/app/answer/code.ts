// Code with colours, as templates.
import { html, nothing, type TemplateResult } from "lit";
import type { Token } from "../engine/types.ts";
import { filterPieces, type Piece, wirePieces } from "./highlight.ts";

export type Mark = "pass" | "fail";

/** A word at the end of a line: what it cost. */
export interface LineNote {
  text: string;
  bad: boolean;
}

/** Draws pieces; plain ones need no element. */
export function drawPieces(pieces: readonly Piece[]): unknown[] {
  return pieces.map(([kind, text]) => (kind ? html`<span class="t-${kind}">${text}</span>` : text));
}

/** An OData expression inside a sentence. */
export function filterCode(text: string): TemplateResult {
  return html`<code>${drawPieces(filterPieces(text))}</code>`;
}

/** An OData expression by itself. */
export function filterBlock(text: string): TemplateResult {
  return html`<code class="filter" translate="no">${drawPieces(filterPieces(text))}</code>`;
}

/** A block of wire text. Long lines wrap; the region can be scrolled and so has a name and takes focus. */
export function sample(text: string, label: string): TemplateResult {
  const lines = text.split("\n").map((l) => html`<span class="ln">${drawPieces(wirePieces(l))}${"\n"}</span>`);
  return html`<pre class="sample" translate="no" tabindex="0" role="group"
    aria-label=${label}><code>${lines}</code></pre>`;
}

/** Cuts a text into lines of pieces, coloured by the tokens of the engine's parser. */
export function linesOf(text: string, tokens: readonly Token[]): Piece[][] {
  const lines: Piece[][] = [[]];
  const put = (kind: string, s: string) =>
    s.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part) lines.at(-1)?.push([kind, part]);
    });
  let at = 0;
  for (const [from, to, kind] of tokens) {
    if (from < at || to > text.length) continue;
    put("", text.slice(at, from));
    put(kind, text.slice(from, to));
    at = to;
  }
  put("", text.slice(at));
  return lines;
}

/** Draws numbered lines with the verdicts of their assertions. */
export function numbered(
  lines: readonly Piece[][],
  marks: ReadonlyMap<number, Mark>,
  word: (m: Mark) => string,
  notes: ReadonlyMap<number, LineNote> = new Map(),
): TemplateResult[] {
  return lines.map((pieces, i) => {
    const mark = marks.get(i + 1);
    const note = notes.get(i + 1);
    return html`<span class="ln" data-n=${i + 1} data-mark=${mark ?? nothing} data-note=${
      note ? (note.bad ? "bad" : "") : nothing
    } data-word=${mark ? word(mark) : (note?.text ?? nothing)}>${drawPieces(pieces)}${"\n"}</span>`;
  });
}
