// <rk-plain>: the script in a native text field over its own coloured lines; results follow below it.
import { html, nothing, render } from "lit";
import { type LineNote, linesOf, type Mark, numbered } from "../answer/code.ts";
import { finding } from "../answer/findings.ts";
import type { Block, Diagnostic, Parsed, TextEdit, Token } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { said, t } from "../ui/i18n.ts";
import type { Knowledge } from "./completion.ts";
import { type Meaning, type Meanings, sentence } from "./meaning.ts";
import { type Language, type Placed, plainText, type ScriptEditor, shift, shifted } from "./script-editor.ts";

export class RkPlain extends HTMLElement implements ScriptEditor {
  knowledge: Knowledge | null = null; // completion is not offered here
  meanings: Meanings | null = null;
  language: Language = "http";
  private meaning: Meaning | null = null; // that a key has asked for
  private blocks: readonly Block[] = [];
  private value = "";
  private name = "";
  private tokens: readonly Token[] = [];
  private problems: readonly Diagnostic[] = [];
  private marks: ReadonlyMap<number, Mark> = new Map();
  private notes: ReadonlyMap<number, LineNote> = new Map();
  private placed: Placed[] = [];

  connectedCallback(): void {
    this.draw();
  }

  get text(): string {
    return this.value;
  }

  set text(text: string) {
    this.value = text;
    this.tokens = [];
    this.problems = [];
    this.marks = new Map();
    this.notes = new Map();
    this.placed = [];
    this.draw();
  }

  get label(): string {
    return this.name;
  }

  set label(label: string) {
    this.name = label;
    this.draw();
  }

  get line(): number {
    return this.value.slice(0, this.field?.selectionStart ?? 0).split("\n").length;
  }

  get selected(): readonly [first: number, last: number] | null {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = this.field ?? {};
    const lineAt = (at: number) => this.value.slice(0, at).split("\n").length;
    return from === to ? null : [lineAt(from), lineAt(to)];
  }

  override focus(): void {
    this.field?.focus();
  }

  show(parsed: Parsed): void {
    this.tokens = parsed.tokens;
    this.problems = parsed.diagnostics;
    this.blocks = parsed.blocks;
    this.draw();
  }

  mark(marks: ReadonlyMap<number, Mark>): void {
    this.marks = marks;
    this.draw();
  }

  note(notes: ReadonlyMap<number, LineNote>): void {
    this.notes = notes;
    this.draw();
  }

  place(placed: readonly Placed[]): void {
    this.placed = [...placed].sort((a, b) => a.line - b.line);
    this.draw();
  }

  lineOf(element: HTMLElement): number {
    return this.placed.find((p) => p.element === element)?.line ?? 0;
  }

  ownerOf(element: HTMLElement): number {
    const placed = this.placed.find((p) => p.element === element);
    return placed ? (placed.of ?? placed.line) : 0;
  }

  equip(): void {
    // one field, one pair of buttons in the bar above it: a block needs none of its own
  }

  replace(from: number, to: number, insert: string): void {
    this.edited(this.value.slice(0, from) + insert + this.value.slice(to));
    this.draw();
  }

  apply(edits: readonly TextEdit[]): void {
    const pieces = edits.map((e, i) => this.value.slice(edits[i - 1]?.to ?? 0, e.from) + e.insert);
    const text = pieces.join("") + this.value.slice(edits.at(-1)?.to ?? 0);
    const { field } = this;
    if (!field) return;
    field.focus();
    field.select();
    if (document.execCommand("insertText", false, text)) return; // the only way to edit that the browser can undo
    this.edited(text);
    this.draw();
  }

  undo(): void {
    this.field?.focus();
    document.execCommand("undo");
  }

  goTo(n: number): void {
    const at =
      this.value
        .split("\n")
        .slice(0, n - 1)
        .join("\n").length + (n > 1 ? 1 : 0);
    this.caretAt(at);
  }

  caretAt(place: number): void {
    this.field?.focus();
    this.field?.setSelectionRange(place, place);
  }

  goToProblem(by: 1 | -1): void {
    const lines = this.problems.map((p) => p.line).sort((a, b) => a - b);
    const next = by > 0 ? lines.find((n) => n > this.line) : lines.findLast((n) => n < this.line);
    const line = next ?? lines.at(by > 0 ? 0 : -1);
    if (line) this.goTo(line);
  }

  /** Goes to the request after this one, or to the one before. */
  private step(by: 1 | -1): void {
    const lines = this.blocks.map((b) => b.line).filter(Boolean);
    const line = by > 0 ? lines.find((n) => n > this.line) : lines.findLast((n) => n < this.line);
    if (line) this.goTo(line);
  }

  /** Says what the thing at the cursor is; asked again, it is taken away. */
  private async explain(): Promise<void> {
    const { value } = this;
    const meaning = this.meaning ? null : await this.meanings?.(value, this.field?.selectionStart ?? 0);
    if (value !== this.value) return;
    this.meaning = meaning ?? null;
    if (meaning) this.say("script:say", sentence(meaning));
    this.draw();
  }

  private get field(): HTMLTextAreaElement | null {
    return this.querySelector("textarea");
  }

  private draw(): void {
    if (!this.isConnected) return;
    render(
      html`<code-editor translate="no"><pre aria-hidden="true">${numbered(
        linesOf(this.value, this.tokens),
        this.marks,
        (m) => t(`code.${m}`),
        this.notes,
      )}</pre><textarea
      aria-label=${this.name} spellcheck="false" autocapitalize="off" autocomplete="off" autocorrect="off"
        placeholder=${t(this.language === "js" ? "js.empty" : "editor.empty")}
          .value=${this.value} @input=${this.input} @keydown=${this.key} @paste=${this.paste}></textarea></code-editor>
      ${this.meaning ? html`<p class="plain-meaning">${sentence(this.meaning)}</p>` : nothing}
      ${this.problems.map((d) => this.problem(d))}
      ${this.placed.map(
        (p) =>
          html`<div class="plain-result">${button(p.element.ariaLabel ?? "", () => this.goTo(p.line), {
            kind: "quiet",
          })}${p.element}</div>`,
      )}`,
      this,
    );
  }

  private problem(d: Diagnostic): unknown {
    const { replacement } = d;
    const fix =
      replacement === null
        ? ""
        : button(said(d.fix, d.label) || t("editor.fix"), () => this.replace(d.from, d.to, replacement), {
            kind: "small",
          });
    return finding(d.line, html`${said(d.message, d.sentences)}`, (line) => this.goTo(line), fix);
  }

  private readonly input = (): void => {
    this.edited(this.field?.value ?? "");
    this.draw();
  };

  private edited(text: string): void {
    const by = shift(this.value, text);
    this.value = text;
    this.tokens = [];
    this.problems = [];
    this.meaning = null;
    this.marks = new Map();
    this.notes = new Map();
    this.placed = this.placed
      .map((p) => ({ ...p, line: shifted(p.line, by) || by[0], of: shifted(p.of ?? p.line, by) }))
      .filter((p) => p.of > 0);
    this.say("script:change");
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.key === "F8") return this.say("script:problem", e.shiftKey ? -1 : 1);
    if (this.own(e)) return e.preventDefault();
    const type = askedBy(e);
    if (!type) return;
    e.preventDefault();
    this.say(type);
  };

  /** Keys that the field itself obeys. */
  private own(e: KeyboardEvent): boolean {
    const up = e.key === "ArrowUp";
    if (e.altKey && (up || e.key === "ArrowDown")) this.step(up ? -1 : 1);
    else if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === "i") void this.explain();
    else return false;
    return true;
  }

  private readonly paste = (e: ClipboardEvent): void => {
    const text = e.clipboardData?.getData("text/plain") ?? "";
    const clean = plainText(text);
    const field = this.field;
    if (clean === text || !field) return;
    e.preventDefault();
    field.setRangeText(clean, field.selectionStart, field.selectionEnd, "end");
    this.input();
  };

  private say(type: string, detail?: number | string): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/** What a key asks of the page around the field, null if it is for typing. */
function askedBy(e: KeyboardEvent): string | null {
  const mod = e.ctrlKey || e.metaKey;
  if (e.key === "Escape") return "script:escape";
  if (mod && e.shiftKey && e.key.toLowerCase() === "r") return "script:runafresh";
  if (mod && e.shiftKey && e.key.toLowerCase() === "f") return "script:format";
  if (e.key !== "Enter") return null;
  if (e.shiftKey && mod) return "script:runall";
  if (e.shiftKey && e.altKey) return "script:runafresh";
  return mod || e.shiftKey ? "script:run" : null;
}

if (!customElements.get("rk-plain")) customElements.define("rk-plain", RkPlain);
