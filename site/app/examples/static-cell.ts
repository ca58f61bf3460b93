// A script on a page, below each request its answer, as the page is built: complete without a script.
import { html, nothing, type TemplateResult } from "lit";
import { type Answer, answer, attributesOf } from "../answer/answer.ts";
import { drawPieces, linesOf } from "../answer/code.ts";
import type { Piece } from "../answer/highlight.ts";
import { addTo, isVerdict } from "../answer/rounds.ts";
import type { Limits } from "../answer/view.ts";
import type { Block, Counters, Exchange, KeyLine, Token } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";

/** A script that the generator ran. */
export interface Ran {
  name: string; // of the file
  text: string;
  blocks: Block[];
  tokens: Token[];
  exchanges: Exchange[]; // that are not hidden, as they came
  pictures: Record<string, KeyLine>; // of what the last answer to a block read
  counters: Counters;
}

/** Where a script stands, and under which name. */
export interface Place {
  id: number; // unique in the page
  title: string;
  line?: boolean; // with the key line above each answer
}

const PAGE: Limits = { rows: 12, body: 1500, changes: 12, listed: 40 };

/** Lines of a script that belong together: a request, or those of a transaction. */
interface Group {
  first: number; // from 1
  last: number;
  shown: Exchange[]; // the answers to it, none if it sends nothing
}

/** Draws a script with its answers; rows is how many rows of each are shown, if not as many as on any page. */
export function cell(ran: Ran, { id, title, line }: Place, rows = PAGE.rows): TemplateResult {
  const groups = groupsOf(ran);
  const end = groups.findLast((g) => g.shown.length);
  const story = ran.exchanges.filter((x) => !isVerdict(x));
  return html`<run-cell data-kind="example" data-script=${ran.name || nothing}><section role="group" aria-label=${t(
    "cell.example",
    { title },
  )}>${groups.map((g, i) => {
    const name = g.shown.at(-1)?.title || title;
    const view = {
      ...PAGE_VIEW,
      title: name,
      actions: line ? { line } : {},
      rows,
      group: `lens-${id}-${i}`,
      exchanges: g.shown,
      at: g.shown.length - 1,
      story: g === end ? story : [],
    };
    return html`<div class="cell-edit">${code(ran, t("cell.example", { title: name }), g)}</div>${output(ran, view)}`;
  })}</section></run-cell>`;
}

const PAGE_VIEW = { repair: null, limits: PAGE, scale: 0, run: 0, folded: false, drawn: () => true };

function output({ pictures }: Ran, view: Omit<Answer, "keyline">): TemplateResult | typeof nothing {
  const x = view.exchanges[view.at];
  if (!x) return nothing;
  const { "data-class": cls, state } = attributesOf(x, false);
  const keyline = (x.record?.plan && pictures[x.block]) ?? null;
  return html`<run-output data-class=${cls ?? nothing}
    state=${state ?? nothing}>${answer({ ...view, keyline }, x)}</run-output>`;
}

/** The answers of a script by the block that they answer. */
export function answersOf(exchanges: readonly Exchange[]): Map<number, Exchange[]> {
  const answers = new Map<number, Exchange[]>();
  for (const x of exchanges) {
    const list = answers.get(x.block) ?? [];
    answers.set(x.block, list);
    addTo(list, x);
  }
  return answers;
}

/** Cuts a script at its answers. Every line is in one group. */
function groupsOf({ text, blocks, exchanges }: Ran): Group[] {
  const answers = answersOf(exchanges);
  const lastLine = new Map(blocks.map((b) => [b.index, b.lastLine]));
  const joined = new Set<number>(); // blocks of a transaction whose first block was met
  const groups: Group[] = [];
  let first = 1;
  for (const b of blocks) {
    if (joined.has(b.index)) continue;
    const shown = answers.get(b.index) ?? [];
    const members = shown.at(-1)?.blocks ?? [];
    for (const m of members) joined.add(m);
    const last = Math.max(b.lastLine, ...members.map((m) => lastLine.get(m) ?? 0));
    const before = groups.at(-1);
    if (before?.shown.at(-1)?.design && b.line === 0 && !shown.length)
      before.last = last; // a further copy: the verdict is on all of them
    else groups.push({ first, last, shown });
    first = last + 1;
  }
  const end = groups.at(-1) ?? { first: 1, last: 1, shown: [] };
  end.last = text.split("\n").length;
  return groups.length ? groups : [end];
}

/** Draws lines of a script without the empty lines around them. */
export function code(
  { text, tokens }: Pick<Ran, "text" | "tokens">,
  label: string,
  { first, last } = { first: 1, last: Infinity },
): TemplateResult {
  const lines = linesOf(text, tokens).slice(first - 1, last);
  const full = (l: Piece[]) => l.length > 0;
  const shown = lines.slice(Math.max(lines.findIndex(full), 0), lines.findLastIndex(full) + 1);
  return html`<pre class="sample" translate="no" tabindex="0" role="group"
    aria-label=${label}><code>${codeLines(shown)}</code></pre>`;
}

export function codeLines(lines: readonly Piece[][]): TemplateResult[] {
  return lines.map((pieces) => {
    const indented = pieces[0]?.[1].startsWith("  ") ? "" : nothing; // what does not fit hangs below (code.css)
    return html`<span class="ln" data-in=${indented}>${breakable(pieces)}${"\n"}</span>`;
  });
}

/** Draws the pieces of a line. A long target may break before its keys. */
function breakable(pieces: readonly Piece[]): unknown[] {
  return pieces.map(([kind, text], i) => {
    const [next, name] = pieces[i + 1] ?? ["", ""];
    const begin = pieces[i - 1]?.[0] === "url" && text.startsWith("(") ? "(" : "";
    const comma = text.endsWith(",") && next === "key" && name.startsWith("RowKey");
    if (kind) return drawPieces([[kind, text]]);
    return [begin, begin ? html`<wbr>` : nothing, text.slice(begin.length), comma ? html`<wbr>` : nothing];
  });
}
