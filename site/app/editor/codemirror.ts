// <rk-editor>: the script in CodeMirror, results between its lines. The one element with a shadow root.
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { history, isolateHistory, undo } from "@codemirror/commands";
import {
  diagnosticCount,
  forEachDiagnostic,
  type Diagnostic as Lint,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from "@codemirror/lint";
import { search } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, placeholder } from "@codemirror/view";
import type { LineNote, Mark } from "../answer/code.ts";
import type { Diagnostic, Parsed, TextEdit } from "../engine/types.ts";
import { said, t, textsOf } from "../ui/i18n.ts";
import { readSettings } from "../ui/settings.ts";
import { complete, type Knowledge } from "./completion.ts";
import { hover, hoverTheme, toggleMeaning } from "./hover.ts";
import { indentation } from "./indentation.ts";
import { keys } from "./keys.ts";
import { markExtensions, setMarks, setNotes } from "./marks.ts";
import type { Meanings } from "./meaning.ts";
import { inPlace, lineOfSlot, ownerOfSlot, type Place, placeExtensions, setResults, setTools } from "./places.ts";
import { type Language, type Placed, plainText, type ScriptEditor, type Tools } from "./script-editor.ts";
import { hostRules, theme } from "./theme.ts";
import { setParsed } from "./token-colours.ts";

const RESULT = 2; // order of slots behind a line
const TOOLS = 1;
const LACK = "rk-lack"; // class of a problem that is about what is missing after it

const script: Extension = [
  placeholder(t("editor.empty")),
  EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
  indentation,
];
let program: Extension = []; // until it is loaded

export class RkEditor extends HTMLElement implements ScriptEditor {
  knowledge: Knowledge | null = null;
  meanings: Meanings | null = null;
  private readonly view: EditorView;
  private readonly naming = new Compartment();
  private readonly speaking = new Compartment();
  private spoken: Language = "http";
  private placed: readonly Placed[] = [];
  private tools: readonly Tools[] = [];
  private name = "";
  private slots = 0;
  private silent = false; // while the page itself sets the text

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(hostRules);
    root.adoptedStyleSheets = [sheet];
    this.view = new EditorView({ root, parent: root, state: this.stateOf("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.silent = true;
    this.view.setState(this.stateOf(text));
    this.silent = false;
    this.place([]);
    this.equip([]);
  }

  get language(): Language {
    return this.spoken;
  }

  set language(language: Language) {
    this.spoken = language;
    if (language === "js") void this.learn();
  }

  get line(): number {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  get selected(): readonly [first: number, last: number] | null {
    const { doc, selection } = this.view.state;
    const { from, to, empty } = selection.main;
    return empty ? null : [doc.lineAt(from).number, doc.lineAt(to).number];
  }

  get label(): string {
    return this.name;
  }

  set label(label: string) {
    this.name = label;
    this.view.dispatch({ effects: this.naming.reconfigure(EditorView.contentAttributes.of({ "aria-label": label })) });
  }

  override focus(): void {
    this.view.focus();
  }

  show(parsed: Parsed): void {
    const { state } = this.view;
    const problems = parsed.diagnostics
      .filter((d) => d.to <= state.doc.length)
      .map((d) => lint(d, placeOf(d, state.doc)));
    const same = !problems.length && !diagnosticCount(state);
    this.view.dispatch({ effects: setParsed.of(parsed) }, same ? {} : setDiagnostics(state, problems));
  }

  mark(marks: ReadonlyMap<number, Mark>): void {
    this.view.dispatch({ effects: setMarks.of(marks) });
  }

  note(notes: ReadonlyMap<number, LineNote>): void {
    this.view.dispatch({ effects: setNotes.of(notes) });
  }

  place(placed: readonly Placed[]): void {
    const keep = new Set(placed.map((p) => p.element));
    for (const p of this.placed) if (!keep.has(p.element)) p.element.remove();
    this.placed = placed;
    this.arrange(
      setResults,
      placed.map((p) => ({
        line: p.line,
        of: p.of ?? p.line,
        slot: this.seat(p.element),
        side: RESULT,
        block: true,
      })),
    );
  }

  lineOf(element: HTMLElement): number {
    return lineOfSlot(this.view.state, element.slot);
  }

  ownerOf(element: HTMLElement): number {
    return ownerOfSlot(this.view.state, element.slot);
  }

  equip(tools: readonly Tools[]): void {
    const keep = new Set(tools.map((x) => x.element));
    for (const x of this.tools) if (!keep.has(x.element)) x.element.remove();
    this.tools = tools;
    this.arrange(
      setTools,
      tools.map((x) => ({ line: x.line, of: x.line, slot: this.seat(x.element), side: TOOLS, block: false })),
    );
  }

  /** Takes places, unless all of them are as they were, moved along with the text. */
  private arrange(effect: typeof setTools, places: readonly Place[]): void {
    if (!inPlace(this.view.state, effect, places)) this.view.dispatch({ effects: effect.of(places) });
  }

  replace(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, userEvent: "input" });
  }

  apply(edits: readonly TextEdit[]): void {
    this.view.dispatch({
      changes: edits.map((e) => ({ ...e })),
      userEvent: "input.format",
      annotations: isolateHistory.of("full"), // taken back by itself
    });
  }

  undo(): void {
    undo(this.view);
  }

  goTo(n: number): void {
    const { doc } = this.view.state;
    const line = doc.line(Math.min(Math.max(n, 1), doc.lines));
    this.view.dispatch({
      selection: { anchor: line.from },
      effects: EditorView.scrollIntoView(line.from, { y: "center" }),
    });
    this.view.focus();
  }

  caretAt(place: number): void {
    this.view.dispatch({ selection: { anchor: Math.min(place, this.view.state.doc.length) } });
    this.view.focus();
  }

  goToProblem(by: 1 | -1): void {
    this.view.focus();
    (by > 0 ? nextDiagnostic : previousDiagnostic)(this.view);
    const { from, to } = this.view.state.selection.main;
    forEachDiagnostic(this.view.state, ({ markClass }, start, end) => {
      const goesOn = markClass === LACK && start === from && end === to; // writing there must not replace anything
      if (goesOn) this.view.dispatch({ selection: { anchor: to } });
    });
  }

  /** Gives an element a slot of its own and takes it in. */
  private seat(element: HTMLElement): string {
    if (!element.slot) element.slot = `s${this.slots++}`;
    if (element.parentNode !== this) this.append(element);
    return element.slot;
  }

  private stateOf(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions() });
  }

  private extensions(): Extension[] {
    return [
      history(),
      search({ top: true }),
      EditorState.phrases.of(textsOf("codemirror.")),
      EditorView.lineWrapping,
      theme,
      hoverTheme,
      hover((text, at) => this.explain(text, at)),
      markExtensions,
      placeExtensions,
      keys(
        (type, detail) => this.say(type, detail),
        readSettings().tabIndents,
        (view) =>
          toggleMeaning(
            view,
            (text, at) => this.explain(text, at),
            (sentence) => this.say("script:say", sentence),
          ),
      ),
      autocompletion({ override: [(c) => this.complete(c)], selectOnOpen: false, icons: false }),
      this.speaking.of(this.spoken === "js" ? program : script),
      EditorView.clipboardInputFilter.of(plainText),
      EditorView.domEventHandlers({ beforeinput: typeOver }),
      EditorView.contentAttributes.of({
        spellcheck: "false",
        autocapitalize: "off",
        autocorrect: "off",
        translate: "no",
        "aria-multiline": "true",
      }),
      this.naming.of(EditorView.contentAttributes.of({ "aria-label": this.name })),
      EditorView.updateListener.of((u) => {
        if (u.docChanged && !this.silent) this.say("script:change");
      }),
    ];
  }

  /** Loads what the editor knows of programs; the text is there meanwhile. */
  private async learn(): Promise<void> {
    const { javascript } = await import("./javascript.ts");
    program = [placeholder(t("js.empty")), javascript];
    if (this.spoken === "js") this.view.dispatch({ effects: this.speaking.reconfigure(program) });
  }

  private async complete(c: CompletionContext): Promise<CompletionResult | null> {
    if (this.spoken !== "http") return null;
    const before = c.state.sliceDoc(Math.max(0, c.pos - 2), c.pos);
    if (!c.explicit && !c.matchBefore(/[\w@$]+|^[A-Z]+ /) && !/\{\{$|\$$|'$|\?\? ?$/.test(before)) return null;
    const found = this.knowledge && (await complete(c.state.doc.toString(), c.pos, this.knowledge));
    return (
      found && { from: found.from, options: found.options.map((o) => ({ ...o, type: "text" })), validFor: /^[\w@$.]*$/ }
    );
  }

  private async explain(text: string, at: number): ReturnType<Meanings> {
    return (await this.meanings?.(text, at)) ?? null;
  }

  private say(type: string, detail?: number | string): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/**
 * Typing over a selection: left to the browser, it would keep the look of what it deletes in a style
 * attribute, which the CSP refuses.
 */
function typeOver(e: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection;
  if (e.inputType !== "insertText" || !e.data || main.empty || view.composing || e.isComposing) return false;
  view.dispatch(view.state.replaceSelection(e.data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

/** Where a problem is shown: what is missing at the end of a line at the character before it, as a place has no
 * tooltip. */
function placeOf({ from, to }: Diagnostic, doc: EditorState["doc"]): number {
  return from === to && doc.lineAt(from).from < from ? from - 1 : from;
}

/** A problem as CodeMirror shows it, with its correction as a button. */
function lint(d: Diagnostic, at: number): Lint {
  const { replacement } = d;
  const actions =
    replacement === null
      ? []
      : [
          {
            name: said(d.fix, d.label) || t("editor.fix"),
            apply: (view: EditorView, start: number, to: number) => {
              const from = start + d.from - at;
              view.dispatch({
                changes: { from, to, insert: replacement },
                selection: { anchor: from + replacement.length },
              });
              view.focus(); // the button is gone with the mistake
            },
          },
        ];
  const lack = at < d.from ? { markClass: LACK } : {};
  return { ...lack, from: at, to: d.to, severity: d.severity, message: said(d.message, d.sentences), actions };
}

if (!customElements.get("rk-editor")) customElements.define("rk-editor", RkEditor);
