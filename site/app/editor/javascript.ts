// JavaScript in the editor: colours in the words of the style sheet, brackets, indentation, comments.
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

const colours = tagHighlighter([
  { tag: [tags.string, tags.special(tags.string), tags.number, tags.bool, tags.null, tags.regexp], class: "t-lit" },
  { tag: tags.keyword, class: "t-verb" },
  { tag: tags.comment, class: "t-com" },
  { tag: tags.operator, class: "t-op" },
]);

const KEYS = /\b(?:partitionKey|rowKey|PartitionKey|RowKey)\b/g;
const key = Decoration.mark({ class: "t-key" });

/** The names of the two keys, in key colour wherever they are. */
const keys = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = keysOf(view);
    }

    update(u: ViewUpdate): void {
      if (u.docChanged || u.viewportChanged) this.decorations = keysOf(u.view);
    }
  },
  { decorations: (v) => v.decorations },
);

function keysOf(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (const { index, 0: name } of view.state.sliceDoc(from, to).matchAll(KEYS))
      found.add(from + index, from + index + name.length, key);
  return found.finish();
}

export const javascript: Extension = [
  javascriptLanguage,
  syntaxHighlighting(colours),
  bracketMatching(),
  indentOnInput(),
  keys,
];
