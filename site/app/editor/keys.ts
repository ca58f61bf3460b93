// The keys of the editor beyond those of CodeMirror. Tab is not among them: it moves the focus.
import { closeCompletion, completionKeymap, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { lintKeymap } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap } from "@codemirror/view";
import { closeMeaning } from "./hover.ts";
import { blocks } from "./marks.ts";

/** What a key asks of the page around the editor. */
export type Say = (
  type:
    | "script:run"
    | "script:runall"
    | "script:runafresh"
    | "script:escape"
    | "script:save"
    | "script:problem"
    | "script:format",
  detail?: number,
) => void;

export function keys(say: Say, tabIndents: boolean, explain: Command): Extension {
  const ask =
    (type: Parameters<Say>[0], detail?: number): Command =>
    () => {
      say(type, detail);
      return true;
    };
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: ask("script:run") },
        { key: "Shift-Enter", run: ask("script:run") },
        { key: "Mod-Shift-Enter", run: ask("script:runall") },
        { key: "Mod-Shift-r", run: ask("script:runafresh"), preventDefault: true },
        { key: "Alt-Shift-Enter", run: ask("script:runafresh") },
        { key: "Mod-s", run: ask("script:save"), preventDefault: true },
        { key: "Mod-/", run: toggleComment },
        { key: "Mod-i", run: explain, preventDefault: true },
        { key: "Mod-Shift-f", run: ask("script:format"), preventDefault: true },
        { key: "Alt-ArrowUp", run: (view) => step(view, -1) },
        { key: "Alt-ArrowDown", run: (view) => step(view, 1) },
        { key: "F8", run: ask("script:problem", 1), shift: ask("script:problem", -1) },
      ]),
    ),
    keymap.of([
      { key: "Escape", run: closeMeaning },
      { key: "Escape", run: (view) => (completionStatus(view.state) ? closeCompletion(view) : false) },
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      ...(tabIndents ? [indentWithTab] : []),
      { key: "Escape", run: ask("script:escape") },
    ]),
  ];
}

/** Moves the cursor to the request line of the block before or after. */
function step(view: EditorView, by: -1 | 1): boolean {
  const { doc, selection } = view.state;
  const here = doc.lineAt(selection.main.head).number;
  const lines = view.state
    .field(blocks)
    .filter((b) => b.line > 0 && b.line <= doc.lines)
    .map((b) => b.line);
  const target = by > 0 ? lines.find((n) => n > here) : lines.findLast((n) => n < here);
  if (target === undefined) return true;
  view.dispatch({ selection: { anchor: doc.line(target).from }, scrollIntoView: true });
  return true;
}
