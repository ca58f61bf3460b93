// Token colours of the editor, as decorations: what has kept its colour keeps its decoration, so that a key costs
// little.
import { type Range, type RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Parsed, Token } from "../engine/types.ts";

export const setParsed = StateEffect.define<Parsed>();

/** From the parser, moved along with edits until the next parse. */
export const tokenColours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    let next = set.map(tr.changes);
    for (const e of tr.effects)
      if (e.is(setParsed)) next = recoloured(next, wanted(e.value.tokens, tr.state.doc.length));
    return next;
  },
  provide: (f) => EditorView.decorations.from(f),
});

/** The decorations of tokens that are in order and inside the text. */
function wanted(tokens: readonly Token[], length: number): Range<Decoration>[] {
  let at = 0;
  const list: Range<Decoration>[] = [];
  for (const [from, to, kind] of tokens) {
    if (from < at || to > length || from >= to) continue;
    list.push(colour(kind).range(from, to));
    at = to;
  }
  return list;
}

const colours = new Map<string, Decoration>();

function colour(kind: string): Decoration {
  const known = colours.get(kind);
  if (known) return known;
  const made = Decoration.mark({ class: `t-${kind}` });
  colours.set(kind, made);
  return made;
}

/** Replaces the decorations between the first and the last that differ. */
export function recoloured(set: RangeSet<Decoration>, list: readonly Range<Decoration>[]): RangeSet<Decoration> {
  const old = rangesOf(set);
  let first = 0;
  while (first < old.length && first < list.length && same(old[first], list[first])) first++;
  let end = 0;
  const most = Math.min(old.length, list.length) - first;
  while (end < most && same(old.at(-1 - end), list.at(-1 - end))) end++;
  const add = list.slice(first, list.length - end);
  const gone = old.slice(first, old.length - end);
  if (!gone.length) return add.length ? set.update({ add }) : set;
  const [from, to] = [gone[0]?.from ?? 0, gone.at(-1)?.from ?? 0];
  return set.update({ add, filterFrom: from, filterTo: gone.at(-1)?.to ?? to, filter: (at) => at < from || at > to });
}

function rangesOf(set: RangeSet<Decoration>): Range<Decoration>[] {
  const list: Range<Decoration>[] = [];
  for (const c = set.iter(); c.value; c.next()) list.push(c.value.range(c.from, c.to));
  return list;
}

function same(a: Range<Decoration> | undefined, b: Range<Decoration> | undefined): boolean {
  return !!a && !!b && a.from === b.from && a.to === b.to && a.value === b.value;
}
