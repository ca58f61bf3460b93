// Where the lines of a script begin. Those that go on with a query are indented, and nothing below them is: a ### only
// counts at the beginning of its line. In a body everything stays as it is typed.
import { indentService } from "@codemirror/language";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isJson } from "../ui/json.ts";
import { REQUEST } from "./completion.ts";

/** An empty line ends the indentation; of other lines the editor keeps it. */
const afterEmpty = indentService.of(({ state }, at) => {
  const line = state.doc.lineAt(at);
  return line.text.trim() || inBody(state.sliceDoc(0, line.from)) ? undefined : 0;
});

/** Puts a number sign that comes first in a line at its beginning; null if it belongs where it is typed. */
export function numberSign(state: EditorState, from: number, to: number, text: string): TransactionSpec | null {
  const line = state.doc.lineAt(from);
  if (!/^#.*$/.test(text) || line.text.trim() || line.from === from || to > line.to) return null;
  if (inBody(state.sliceDoc(0, line.from))) return null;
  return {
    changes: { from: line.from, to: line.to, insert: text },
    selection: { anchor: line.from + text.length },
    userEvent: "input.type",
    scrollIntoView: true,
  };
}

export const indentation: Extension = [
  afterEmpty,
  EditorView.inputHandler.of((view, from, to, text) => {
    const typed = view.composing ? null : numberSign(view.state, from, to, text);
    if (typed) view.dispatch(typed);
    return !!typed;
  }),
];

/** Tells whether a text ends in the body of a request. JSON ends with its last bracket. */
function inBody(text: string): boolean {
  const lines = text.split("\n");
  const block = lines.slice(lines.findLastIndex((l) => l.startsWith("###")) + 1);
  const below = block.slice(block.findIndex((l) => REQUEST.test(l)));
  const blank = below.findIndex((l) => !l.trim());
  const body = below.slice(blank).filter((l) => !/^\s*(?:#|\/\/|\?\?)/.test(l)); // these are never sent
  const sent = body.join("\n").trim();
  return blank > 0 && sent !== "" && !isJson(sent.replace(/\{\{.*?\}\}/g, "1"));
}
