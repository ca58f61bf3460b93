// A script with its editor and its results: parses while one types, runs, and says how it went.

import type { LineNote } from "../answer/code.ts";
import { makeEditor } from "../editor/make-editor.ts";
import { meaningAt } from "../editor/meaning.ts";
import type { Language, ScriptEditor } from "../editor/script-editor.ts";
import { storeKnowledge } from "../editor/store-knowledge.ts";
import { ControlError, type Source } from "../engine/control.ts";
import { EngineStopped } from "../engine/engine.ts";
import type { Diagnostic, Exchange, Parsed, Token } from "../engine/types.ts";
import { said, t, tn } from "../ui/i18n.ts";
import { idle } from "../ui/idle.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { BlockTools } from "./block-tools.ts";
import type { PaneOptions, Programs } from "./pane-options.ts";
import { nextProblem } from "./problems.ts";
import { ResultList } from "./result-list.ts";
import { type Note, type Read, Results } from "./results.ts";
import { Runner } from "./runner.ts";
import { blockAbove, placeOf, placesOf, type Unit, unitAt, unitOf, unitsOf, unitWithin } from "./units.ts";
import { strayLine } from "./ways-on.ts";

// ms after the last key: if you type fast, the text is read in the next pause, not between two keys
const PARSE_DELAY = 150;

export class ScriptPane {
  readonly element = document.createElement("div");
  parsed: Parsed = { blocks: [], tokens: [], diagnostics: [] };
  language: Language = "http"; // of the text that is loaded next
  private readonly tools = new BlockTools((n) => void this.runUnit(n));
  private readonly live = document.createElement("p");
  private readonly o: PaneOptions;
  readonly list: ResultList | null; // the results, where they stand apart
  private editor: ScriptEditor | null = null;
  private results: Results | null = null;
  private runner: Runner | null = null;
  private timer = 0;
  private version = 0; // of the text, so that a late answer is dropped
  private remarks: readonly Diagnostic[] = []; // beside those of the parser

  constructor(options: PaneOptions) {
    this.o = options;
    this.list = options.apart ? new ResultList(options.apart) : null;
    this.live.className = "vh";
    this.live.role = "status";
  }

  /** Opens the editor with a text; colours may be known from before. */
  async open(text: string, tokens: Token[]): Promise<void> {
    const [editor] = await Promise.all([makeEditor(), needSheet("arrange")]);
    this.editor = editor;
    editor.knowledge = storeKnowledge(this.o.control, () => Object.keys(this.o.source().files));
    editor.meanings = async (script, at) =>
      this.language !== "http"
        ? null
        : meaningAt(script, at, (of) => this.peek(of)).catch((e: unknown) => {
            if (e instanceof EngineStopped) return null;
            throw e;
          });
    const { apart } = this.o;
    const actions = {
      stop: () => void this.stop(),
      restart: () => void this.runner?.restart(),
      report: () => this.report(),
      follow: (x: Exchange) => this.followPages(x.blocks.at(-1) ?? x.block),
      jump: (line: number) => editor.goTo(line),
      arrange: true,
      line: this.o.line ?? false,
      ...(this.o.copyAs ? { copyAs: this.o.copyAs } : {}),
      ...(this.o.next ? { next: this.o.next } : {}),
      ...(this.o.cheaper ? { cheaper: this.o.cheaper } : {}),
    };
    this.results = new Results(editor, actions, this.list, () => apart?.when.matches ?? false);
    apart?.when.addEventListener("change", () => this.results?.place());
    this.runner = new Runner(
      this.o,
      {
        source: () => this.sourceNow(),
        line: () => editor.line,
        parse: () => this.parse(),
        say: (sentence) => (this.live.textContent = sentence),
        edits: {
          text: () => this.text,
          remarks: (x) => this.remarksOf(x),
          replace: (x, from, to, at) => this.replaceIn(x.block, from, to, at),
          put: (d, text) => this.put(d, text),
          precede: (x, block, thenIt) => void this.precede(x.block, block, thenIt),
          ...(this.o.elsewhere ? { elsewhere: this.o.elsewhere } : {}),
        },
      },
      this.results,
    );
    this.element.replaceChildren(editor, this.live);
    this.listen(editor);
    this.load(text, tokens);
  }

  get text(): string {
    return this.editor?.text ?? "";
  }

  get units(): Unit[] {
    return unitsOf(this.parsed.blocks);
  }

  /** The lines of all requests. */
  get requests(): number[] {
    return this.parsed.blocks.map((b) => b.line).filter(Boolean);
  }

  get reads(): readonly Read[] {
    return this.results?.reads ?? [];
  }

  /** Replaces the whole text: another script. */
  load(text: string, tokens: Token[] = []): void {
    if (!this.editor) return;
    this.results?.clear();
    this.programs?.forget();
    this.editor.language = this.language;
    this.editor.label = this.language === "js" ? t("js.editor") : this.o.label;
    this.editor.text = text;
    this.version++;
    this.parsed = { blocks: [], tokens, diagnostics: [] };
    this.editor.show(this.parsed);
    if (this.o.engine.state !== "idle") void this.parse();
  }

  /** Appends a block to the text and goes there. What is there stays, so that results keep their places. */
  append(block: string): void {
    const editor = this.editor;
    if (!editor) return;
    const { text } = editor;
    const before = text.trim() ? "\n".repeat(Math.max(0, 2 - (/\n*$/.exec(text)?.[0].length ?? 0))) : "";
    editor.replace(text.trim() ? text.length : 0, text.length, `${before}${block.trim()}\n`);
    editor.goTo(text.trim() ? `${text}${before}`.split("\n").length : 1);
  }

  /** Runs blocks at the end of the text. What is there already, such as from before a reset, is not written twice. */
  async runAdded(blocks: string): Promise<void> {
    const text = blocks.trim();
    const found = placeOf(text, this.text);
    if (found < 0) this.append(text);
    else this.goTo(this.text.slice(0, found).split("\n").length);
    await this.parse();
    const first = this.line;
    const unit = unitWithin(this.units, first, first + text.split("\n").length - 1);
    if (unit) await this.runner?.run(unit);
  }

  /** Inserts a block below the one at the cursor and goes there; results stay with their requests. */
  insert(block: string): void {
    const { editor } = this;
    const here = this.parsed.blocks.findLast((b) => b.firstLine <= (editor?.line ?? 1));
    const lines = this.text.split("\n");
    if (!editor || !here || here.lastLine >= lines.length) return this.append(block);
    const at = lines.slice(0, here.lastLine).join("\n").length + 1;
    const next = (lines[here.lastLine] ?? "").trim() ? "\n" : "";
    editor.replace(at, at, `\n${block.trim()}\n${next}`);
    editor.goTo(here.lastLine + 2);
  }

  focus(): void {
    this.editor?.focus();
  }

  caretAt(place: number): void {
    this.editor?.caretAt(place);
  }

  goTo(line: number): void {
    this.editor?.goTo(line);
  }

  /** Parses again, now that the engine is there. */
  refresh(): void {
    void this.parse();
  }

  clearResults(): void {
    this.results?.clear();
    this.programs?.forget();
    this.note(new Map());
  }

  async runAll(): Promise<void> {
    if (this.programs) return this.programs.run(this.text);
    await this.runner?.run(null);
  }

  /** Runs the request at the cursor with all others of its transaction, or those that are selected; or everything,
   * where a script runs as a whole. */
  async runHere(): Promise<void> {
    if (this.programs || this.o.whole) return this.runAll();
    await this.parse();
    const { line, selectedUnit } = this;
    const unit = selectedUnit ?? this.unread(line) ?? unitAt(this.units, line);
    if (unit && !selectedUnit && this.o.instead?.(line)) return;
    if (unit || this.parsed.blocks.length) await this.runner?.run(unit); // a script without requests runs as a whole
  }

  /** The part at a line that is no request and cannot be read: a run of it says why. */
  private unread(line: number): Unit | null {
    const { blocks, diagnostics } = this.parsed;
    const part = unitAt(placesOf(blocks), line);
    const wrong = diagnostics.some((d) => d.severity === "error" && part && within(d.line, part));
    return part && part.n <= 0 && wrong && within(line, part) ? part : null;
  }

  /** Runs the request at the cursor and all below it. */
  async runFrom(): Promise<void> {
    await this.parse();
    const first = unitAt(this.units, this.editor?.line ?? 1);
    const unit = first && unitWithin(this.units, first.firstLine, Number.MAX_SAFE_INTEGER);
    if (unit) await this.runner?.run(unit);
  }

  /** Runs the requests that are selected, false if none is. */
  async runSelection(): Promise<boolean> {
    await this.parse();
    const unit = this.selectedUnit;
    if (unit) await this.runner?.run(unit);
    return unit !== null;
  }

  private get selectedUnit(): Unit | null {
    const lines = this.editor?.selected;
    return lines ? unitWithin(this.units, ...lines) : null;
  }

  /** Opens the result of a request and moves the focus there, or to the request if it has none. */
  goToResult(n: number): void {
    const unit = this.units[n - 1];
    if (!this.results?.show(n) && unit) this.goTo(unit.blocks[0]?.line ?? unit.firstLine);
  }

  /** Brings the result of the request at a line into sight, and the focus nowhere else. */
  reveal(line: number): void {
    const { editor } = this;
    const element = this.results?.elementAt(line);
    if (!element?.checkVisibility() && editor?.matches(":focus-within")) editor.goTo(line); // far away nothing is drawn
    requestAnimationFrame(() => element?.scrollIntoView({ block: "nearest" }));
  }

  /** Goes to the next problem, or to the one before: a remark of the parser, or a result that is not as expected. */
  goToProblem(by: 1 | -1): void {
    const { editor, results } = this;
    if (this.programs) return this.programs.goToProblem();
    if (!editor || !results) return;
    const at = document.activeElement instanceof HTMLElement ? editor.lineOf(document.activeElement) : 0;
    const lines = [...this.parsed.diagnostics, ...this.remarks].map((d) => d.line);
    const problem = nextProblem(lines, results.wrong(), { line: at || editor.line, inResult: at > 0 }, by);
    if (problem?.n) results.show(problem.n);
    else if (problem) editor.goToProblem(by);
  }

  /** Shows elements below lines, among the results, in place of those that the same maker has shown. */
  annotate(notes: readonly Note[], by: string): void {
    this.results?.annotate(notes, by);
  }

  /** Shows further remarks beside those of the parser, until the text is read again. */
  remark(remarks: readonly Diagnostic[]): void {
    if (!remarks.length && !this.remarks.length) return;
    this.remarks = remarks;
    this.editor?.show({ ...this.parsed, diagnostics: [...this.parsed.diagnostics, ...remarks] });
  }

  /** The script with its files, as the engine reads it. */
  get source(): Source {
    return this.sourceNow();
  }

  /** Replaces a piece of the text as an edit that can be undone. */
  edit(from: number, to: number, text: string): void {
    this.editor?.replace(from, to, text);
    this.editor?.focus();
  }

  /** Replaces the whole text as an edit that can be undone. */
  rewrite(text: string): void {
    this.editor?.replace(0, this.text.length, text);
  }

  /** Tidies the text as one edit that can be undone; returns how many places were changed. */
  async format(): Promise<number> {
    if (this.language !== "http") return 0;
    const { text } = this;
    const edits = await this.o.control.format(text).catch(() => []);
    if (text !== this.text || !edits.length) return 0;
    this.editor?.apply(edits);
    return edits.length;
  }

  /** Takes the last edit of the text back. */
  undo(): void {
    this.editor?.undo();
  }

  /** Says what a text with references stands for here, after the last run if there was one. */
  async peek(of: string): Promise<{ value: string; problem: string }> {
    const source = this.sourceNow();
    const { control } = this.o;
    const after = this.runner?.session ?? "";
    const found = await control.peek(source, of, after).catch((e: unknown) => {
      if (!(e instanceof ControlError)) throw e;
      return control.peek(source, of, ""); // the run is forgotten after a reset
    });
    return { value: found.value, problem: said(found.message, found.sentences) };
  }

  get line(): number {
    return this.editor?.line ?? 1;
  }

  private async runUnit(n: number): Promise<void> {
    const unit = this.units[n - 1];
    if (unit) await this.runner?.run(unit);
  }

  /** Asks a run to end, and waits until it has. */
  async stop(): Promise<void> {
    await Promise.all([this.runner?.stop(), this.o.programs?.stop()]);
  }

  /** Shows words at the ends of lines. */
  note(notes: ReadonlyMap<number, LineNote>): void {
    this.editor?.note(notes);
  }

  /** What runs the text, null if it is a script. */
  private get programs(): Programs | null {
    return (this.language === "js" && this.o.programs) || null;
  }

  private report(): string {
    return [
      `engine ${document.documentElement.dataset.version ?? ""}`,
      navigator.userAgent,
      this.o.engine.report,
      "",
      this.text,
    ].join("\n");
  }

  private sourceNow(): Source {
    return { ...this.o.source(), text: this.text };
  }

  private listen(editor: ScriptEditor): void {
    editor.addEventListener("script:change", () => {
      this.version++;
      this.o.changed(editor.text, []);
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.parse(idle), PARSE_DELAY);
    });
    editor.addEventListener("script:run", () => void this.runHere());
    editor.addEventListener("script:runall", () => void this.runAll());
    editor.addEventListener("script:problem", (e) => this.goToProblem((e as CustomEvent<1 | -1>).detail));
    editor.addEventListener("script:save", () => (this.live.textContent = t("saved.always")));
    editor.addEventListener("script:format", () => void this.tidy());
    editor.addEventListener("script:say", (e) => (this.live.textContent = (e as CustomEvent<string>).detail));
    editor.addEventListener("script:escape", () => this.escape(editor));
    editor.addEventListener("focusin", () => this.wake());
    editor.addEventListener("pointerenter", () => this.wake());
    this.element.addEventListener("keydown", (e) => {
      const result = e.target instanceof HTMLElement && e.target.localName === "run-output" ? e.target : null;
      if (e.key === "Enter" && result && !e.ctrlKey && !e.metaKey && !e.shiftKey) editor.goTo(editor.lineOf(result));
    });
  }

  private async tidy(): Promise<void> {
    const n = await this.format();
    this.live.textContent = n ? tn("format.done", n) : t("format.none");
  }

  /** The engine is loaded on intent. */
  private wake(): void {
    if (this.o.engine.state !== "idle") return;
    this.o.engine.start();
    void this.parse();
  }

  private escape(editor: ScriptEditor): void {
    if (this.runner?.busy || this.programs?.busy) void this.stop();
    else this.results?.elementAt(editor.line)?.focus();
  }

  /** Reads the text. What it says is shown after a pause, if there is one: the key that comes meanwhile goes first. */
  private async parse(pause?: () => Promise<void>): Promise<void> {
    clearTimeout(this.timer);
    if (this.language !== "http") return; // the editor reads programs by itself
    const version = this.version;
    const parsed = await this.o.control.parse(this.sourceNow()).catch(() => null);
    await pause?.();
    if (!parsed || version !== this.version || !this.editor) return;
    this.parsed = parsed;
    this.remarks = [];
    this.editor.show(parsed);
    const mended = this.results?.follow(parsed);
    if (mended?.length) this.o.mended?.(mended);
    if (this.o.blockTools) this.editor.equip(this.tools.of(this.units, this.text));
    this.o.changed(this.text, parsed.tokens);
  }

  private remarksOf({ block, blocks }: Exchange): Diagnostic[] {
    const own = this.parsed.blocks.filter((b) => b.index === block || blocks.includes(b.index));
    return this.parsed.diagnostics.filter((d) => own.some((b) => d.from >= b.from && d.to <= b.to));
  }

  /** A line of the text that belongs to no request though one sends it. */
  stray(): Diagnostic | null {
    return strayLine(this.parsed.diagnostics);
  }

  /** What was found about an answer, "" if nothing was. */
  adviceOn(x: Exchange): string {
    return this.results?.adviceOn(x) ?? "";
  }

  /** Corrects a place that was remarked on, if it is still there, and goes to the end of it. */
  private put({ from, to, line }: Diagnostic, text: string): void {
    const at = this.parsed.diagnostics.find((d) => d.from === from && d.to === to);
    if (!at) return;
    this.editor?.replace(from, to, text);
    this.editor?.goTo(line + text.split("\n").length - 1);
    this.editor?.focus();
  }

  /** Corrects a piece of a request and runs it again. */
  private replaceIn(block: number, from: string, to: string, place = -1): void {
    const found = this.parsed.blocks.find((b) => b.index === block);
    if (!found) return;
    const there = place >= 0 && this.text.startsWith(from, place); // nothing was typed above it since
    const at = there ? place : this.text.slice(0, found.to).indexOf(from, found.from);
    if (at < 0) return;
    this.editor?.replace(at, at + from.length, to);
    this.editor?.goTo(found.line || this.text.slice(0, at).split("\n").length);
    void this.runHere();
  }

  /** Writes a block above a request, unless it is in the text, and runs it, then the request if that is wanted. */
  private async precede(index: number, block: string, thenIt: boolean): Promise<void> {
    const unit = unitOf(this.units, index);
    if (!unit || !this.editor) return;
    const there = this.text.indexOf(block);
    const edit = there < 0 ? blockAbove(this.text, unit.firstLine, block) : null;
    if (edit) this.editor.replace(edit.at, edit.at, edit.text);
    const first = edit ? unit.firstLine : this.text.slice(0, there).split("\n").length;
    this.editor.goTo(first);
    await this.parse();
    const last = thenIt ? unit.lastLine + (edit ? edit.text.split("\n").length - 1 : 0) : first;
    await this.runner?.run(unitWithin(this.units, first, last));
  }

  /** Puts "# @follow" above a request and runs it again. */
  private followPages(block: number): void {
    const found = this.parsed.blocks.find((b) => b.index === block);
    if (!found || !this.editor) return;
    const at =
      this.text
        .split("\n")
        .slice(0, found.line - 1)
        .join("\n").length + (found.line > 1 ? 1 : 0);
    this.editor.replace(at, at, "# @follow\n");
    this.editor.goTo(found.line);
    void this.runHere();
  }
}

const within = (line: number, { firstLine, lastLine }: Unit): boolean => firstLine <= line && line <= lastLine;
