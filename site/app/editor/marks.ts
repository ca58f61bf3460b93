// Line numbers, verdicts and transaction brackets of the editor, as decorations.
import {
  type Extension,
  type Line,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { LineNote, Mark } from "../answer/code.ts";
import type { Block } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { lineAfter } from "./places.ts";
import { INDENTS } from "./theme.ts";
import { setParsed, tokenColours } from "./token-colours.ts";

export const setMarks = StateEffect.define<ReadonlyMap<number, Mark>>();
export const setNotes = StateEffect.define<ReadonlyMap<number, LineNote>>();

/** Verdicts at the ends of assertion lines. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    let next = follow(set, tr);
    for (const e of tr.effects) if (e.is(setMarks)) next = drawMarks(e.value, tr.state.doc);
    return next;
  },
  provide: (f) => EditorView.decorations.from(f),
});

function drawMarks(value: ReadonlyMap<number, Mark>, doc: EditorView["state"]["doc"]): DecorationSet {
  const lines = [...value].filter(([n]) => n >= 1 && n <= doc.lines).sort(([a], [b]) => a - b);
  return Decoration.set(
    lines.map(([n, mark]) =>
      Decoration.line({ attributes: { "data-mark": mark, "data-word": t(`code.${mark}`) } }).range(doc.line(n).from),
    ),
  );
}

/** Each moves with its line, and goes with it. */
function follow(set: DecorationSet, tr: Transaction): DecorationSet {
  if (!tr.docChanged || !set.size) return set;
  const moved = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const c = set.iter(); c.value; c.next()) {
    const at = lineAfter(c.from, tr);
    if (at > last) moved.add(at, at, c.value);
    last = Math.max(at, last);
  }
  return moved.finish();
}

/** Words at the ends of lines. */
const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    let next = follow(set, tr);
    for (const e of tr.effects) if (e.is(setNotes)) next = drawNotes(e.value, tr.state.doc);
    return next;
  },
  provide: (f) => EditorView.decorations.from(f),
});

function drawNotes(value: ReadonlyMap<number, LineNote>, doc: EditorView["state"]["doc"]): DecorationSet {
  const lines = [...value].filter(([n]) => n >= 1 && n <= doc.lines).sort(([a], [b]) => a - b);
  return Decoration.set(
    lines.map(([n, { text, bad }]) =>
      Decoration.line({ attributes: { "data-note": bad ? "bad" : "", "data-word": text } }).range(doc.line(n).from),
    ),
  );
}

/** The blocks of the last parse; lines may have moved since. */
export const blocks = StateField.define<readonly Block[]>({
  create: () => [],
  update: (old, tr) => tr.effects.reduce((now, e) => (e.is(setParsed) ? e.value.blocks : now), old),
});

/** Line numbers stand inside the lines, so that results can use the whole width. */
const numbers = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = drawNumbers(view);
    }

    update(u: ViewUpdate): void {
      if (u.docChanged || u.viewportChanged || u.startState.field(blocks) !== u.state.field(blocks))
        this.decorations = drawNumbers(u.view);
    }
  },
  { decorations: (v) => v.decorations },
);

function drawNumbers(view: EditorView): DecorationSet {
  const b = new RangeSetBuilder<Decoration>();
  const groups = groupsOf(view.state.field(blocks));
  for (const range of view.visibleRanges) {
    for (let at = range.from; at <= range.to; ) {
      const line = view.state.doc.lineAt(at);
      b.add(
        line.from,
        line.from,
        Decoration.line({ attributes: { ...lineAttributes(line), ...groupAttribute(groups, line.number) } }),
      );
      at = line.to + 1;
    }
  }
  return b.finish();
}

/** The number of a line, and how far it is indented: what does not fit into it hangs below (theme.ts). */
function lineAttributes({ number, text }: Line): Record<string, string> {
  const blanks = text.length - text.trimStart().length;
  const depth = INDENTS.findLast((n) => n <= blanks);
  return { "data-n": String(number), ...(depth && { "data-in": String(depth) }) };
}

/** Lines [first, last] of each transaction. */
function groupsOf(list: readonly Block[]): [number, number][] {
  const found: [number, number][] = [];
  let name = "";
  for (const b of list) {
    const last = found.at(-1);
    if (b.batch && b.batch === name && last) last[1] = b.lastLine;
    else if (b.batch) found.push([b.firstLine, b.lastLine]);
    name = b.batch;
  }
  return found;
}

function groupAttribute(groups: readonly [number, number][], n: number): Record<string, string> {
  const group = groups.find(([first, last]) => n >= first && n <= last);
  if (!group) return {};
  return { "data-group": n === group[0] ? "first" : n === group[1] ? "last" : "inner" };
}

export const markExtensions: Extension = [blocks, tokenColours, marks, notes, numbers];
