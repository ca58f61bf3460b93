// <sheet-text>: the text form of a sheet in the editor of scripts, which comes when the text is looked at. Mistakes
// are marked in their lines. Events: "sheet:typed" after each edit.

import { makeEditor } from "../../editor/make-editor.ts";
import type { ScriptEditor } from "../../editor/script-editor.ts";
import type { Control } from "../../engine/control.ts";
import type { Diagnostic, Parsed } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { type Problem, sentenceOf } from "./messages.ts";

/** What the editor shows. */
export interface SheetInText {
  control: Control;
  text: string;
  problems: readonly Problem[];
}

const PAUSE = 120; // ms without an edit before the lines are coloured again

export class SheetText extends HTMLElement {
  private editor: ScriptEditor | null = null;
  private now: SheetInText | null = null;
  private parsed: Parsed = { blocks: [], tokens: [], diagnostics: [] };
  private colouring = 0;

  get text(): string {
    return this.editor?.text ?? this.now?.text ?? "";
  }

  /** The sheet as it is now; a text that was typed here comes back unchanged. */
  set shown(sheet: SheetInText) {
    const before = this.now;
    this.now = sheet;
    if (!this.editor) return;
    if (this.editor.text !== sheet.text) {
      this.editor.text = sheet.text;
      void this.colour();
    } else if (before?.problems !== sheet.problems) this.mark();
  }

  connectedCallback(): void {
    if (!this.editor) void this.open();
  }

  /** Moves the cursor and the focus to a line. */
  goTo(line: number): void {
    this.editor?.goTo(line);
  }

  private async open(): Promise<void> {
    const [editor] = await Promise.all([makeEditor(), needSheet("arrange")]);
    this.editor = editor;
    editor.label = t("bench.form.label");
    editor.text = this.now?.text ?? "";
    editor.addEventListener("script:change", () => this.typed());
    this.replaceChildren(editor);
    await this.colour();
  }

  private typed(): void {
    this.dispatchEvent(new CustomEvent("sheet:typed", { bubbles: true }));
    clearTimeout(this.colouring);
    this.colouring = window.setTimeout(() => void this.colour(), PAUSE);
  }

  /** Asks the engine for the colours; an answer to an older text is dropped. */
  private async colour(): Promise<void> {
    const { text } = this;
    const parsed = await this.now?.control.parse({ name: "sheet.http", text, files: {} }).catch(() => null);
    if (!parsed || text !== this.text) return;
    this.parsed = parsed;
    this.mark();
  }

  /** What the engine says of a sheet, in place of what it would say of a script. */
  private mark(): void {
    const { problems = [] } = this.now ?? {};
    const diagnostics = problems.filter((p) => p.line > 0).map((p) => diagnostic(p, this.text));
    this.editor?.show({ ...this.parsed, diagnostics });
  }
}

function diagnostic(p: Problem, text: string): Diagnostic {
  const lines = text.split("\n");
  const line = lines[p.line - 1] ?? "";
  const from = lines.slice(0, p.line - 1).reduce((n, l) => n + l.length + 1, 0);
  const start = from + (/^[#/\s]*/.exec(line)?.[0].length ?? 0);
  const severity = p.note ? "warning" : "error";
  const to = Math.max(start, from + line.length);
  return {
    from: start,
    to,
    line: p.line,
    severity,
    message: sentenceOf(p),
    sentences: [],
    replacement: null,
    fix: "",
    label: [],
  };
}

if (!customElements.get("sheet-text")) customElements.define("sheet-text", SheetText);
