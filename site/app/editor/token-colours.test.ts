import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState, type Range, RangeSet } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { lineAfter } from "./places.ts";
import { recoloured } from "./token-colours.ts";

const KINDS = ["key", "string", "comment"].map((kind) => Decoration.mark({ class: kind }));

/** Tokens as a text gives them: "a3b2.4" is 3 of the first kind, 2 of the second, 4 of none. */
function tokens(text: string): Range<Decoration>[] {
  const list: Range<Decoration>[] = [];
  let at = 0;
  for (const [, kind = "", n = ""] of text.matchAll(/([abc.])(\d+)/g)) {
    const mark = KINDS["abc".indexOf(kind)];
    if (mark) list.push(mark.range(at, at + Number(n)));
    at += Number(n);
  }
  return list;
}

const shown = (set: RangeSet<Decoration>): string => {
  const parts: string[] = [];
  for (const c = set.iter(); c.value; c.next()) parts.push(`${c.from}-${c.to} ${c.value.spec.class}`);
  return parts.join(", ");
};

const TEXTS = [
  "",
  "a3",
  "a3b2",
  "a3.1b2",
  "b3b2",
  "a3b2c4a1",
  "a3b1c4a1",
  ".1a3b2c4a1",
  "c4a1",
  "a3b2c4a1b9",
  "a1b1a1b1a1b1",
];

test("after recolouring there are the colours of the new text, whatever was there before (row 2)", () => {
  for (const before of TEXTS)
    for (const after of TEXTS)
      assert.equal(
        shown(recoloured(RangeSet.of(tokens(before)), tokens(after))),
        shown(RangeSet.of(tokens(after))),
        `${before} to ${after}`,
      );
});

test("colours that are the same are the same set, which an editor need not compare", () => {
  const set = RangeSet.of(tokens("a3b2c4"));
  assert.equal(recoloured(set, tokens("a3b2c4")), set);
});

const TEXT = "### One\nGET a\n\n### Two\nGET b";
const LAST = TEXT.indexOf("GET b");

for (const [what, from, to, insert, line] of [
  ["typed at its end", TEXT.length, TEXT.length, "\n\n###\nGET c", "GET b"],
  ["typed at its start", LAST, LAST, "GET c\n\n###\n", "GET b"],
  ["changed in the middle", LAST + 4, LAST + 5, "books", "GET books"],
  ["the line above joined to it", LAST - 1, LAST, "", "### TwoGET b"],
  ["deleted", LAST, TEXT.length, "", null],
  ["deleted with lines above", 5, TEXT.length, "", null],
  ["all replaced", 0, TEXT.length, "### One\nGET b", null],
] as const)
  test(`a place follows its line: ${what}`, () => {
    const tr = EditorState.create({ doc: TEXT }).update({ changes: { from, to, insert } });
    const at = lineAfter(LAST, tr);
    assert.equal(at < 0 ? null : tr.newDoc.lineAt(at).text, line);
  });
