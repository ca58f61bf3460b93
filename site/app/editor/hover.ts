// What a variable stands for and what a header means, shown where the pointer rests, or at the cursor by a key.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hoverTooltip, showTooltip, type Tooltip } from "@codemirror/view";
import { type Meaning, type Meanings, sentence } from "./meaning.ts";

const WAIT = 300; // ms that the pointer rests
const show = StateEffect.define<Tooltip | null>();

/** The tooltip that a key has opened; an edit or a move of the cursor closes it. */
const opened = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, tr) {
    for (const e of tr.effects) if (e.is(show)) return e.value;
    return tr.docChanged || tr.selection ? null : tooltip;
  },
  provide: (f) => showTooltip.from(f),
});

export function hover(meanings: Meanings): Extension {
  const source = async (view: EditorView, at: number): Promise<Tooltip | null> => {
    const meaning = await meanings(view.state.doc.toString(), at);
    return meaning && !view.state.field(opened) ? tooltip(meaning) : null;
  };
  return [opened, hoverTooltip(source, { hoverTime: WAIT, hideOnChange: true })];
}

/** Shows what is said of the thing at the cursor, and hands the sentence on; pressed again, it closes. */
export function toggleMeaning(view: EditorView, meanings: Meanings, say: (sentence: string) => void): boolean {
  if (closeMeaning(view)) return true;
  const { state } = view;
  void meanings(state.doc.toString(), state.selection.main.head).then((meaning) => {
    if (!meaning || view.state.doc !== state.doc) return;
    view.dispatch({ effects: [closeHoverTooltips, show.of(tooltip(meaning))] });
    say(sentence(meaning));
  });
  return true;
}

/** Closes what a key has opened, false if nothing is open. */
export function closeMeaning(view: EditorView): boolean {
  if (!view.state.field(opened, false)) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
}

function tooltip(meaning: Meaning): Tooltip {
  return { pos: meaning.from, end: meaning.to, above: true, create: () => ({ dom: drawn(meaning) }) };
}

function drawn({ name, value, text }: Meaning): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "rk-meaning";
  const head = dom.appendChild(document.createElement("code"));
  head.textContent = value === "" ? '""' : (value ?? name);
  dom.appendChild(document.createElement("p")).textContent = text;
  return dom;
}

export const hoverTheme = EditorView.theme({
  ".rk-meaning": { maxInlineSize: "min(28rem, 90vw)", padding: "var(--s2) var(--s3)" },
  ".rk-meaning code": { fontWeight: "600", overflowWrap: "anywhere", whiteSpace: "pre-wrap" },
  ".rk-meaning p": { margin: "var(--s1) 0 0", color: "var(--ink-2)" },
});
