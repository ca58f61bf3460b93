// A script with its editor and its results: parses while one types, runs, and says how it went.
import { BlockTools } from "./block-tools.ts";
import { ControlError, type Source } from "./control.ts";
import { makeEditor } from "./editors.ts";
import { EngineStopped } from "./engine.ts";
import { Results } from "./results.ts";
import type { PaneOptions } from "./pane-options.ts";
import { brokenExchange, runScript } from "./run.ts";
import { storeKnowledge } from "./knowledge.ts";
import type { ScriptEditor } from "./script-editor.ts";
import { announcement } from "./announce.ts";
import type { Parsed, Token } from "./types.ts";
import { unitAt, unitsOf, type Unit } from "./units.ts";

const PARSE_DELAY = 60; // ms after the last key
const PATIENCE = 150; // ms until a run that takes longer says so
const LOADING_PATIENCE = 400;
const STOP_PATIENCE = 1000; // ms until Stop ends a request that does not return

export class ScriptPane {
  readonly element = document.createElement("div");
  parsed: Parsed = { blocks: [], tokens: [], diagnostics: [] };
  private readonly tools = new BlockTools((n) => void this.runUnit(n));
  private readonly live = document.createElement("p");
  private readonly o: PaneOptions;
  private editor: ScriptEditor | null = null;
  private results: Results | null = null;
  private running: AbortController | null = null;
  private timer = 0;
  private version = 0; // of the text, so that a late answer is dropped

  constructor(options: PaneOptions) {
    this.o = options;
    this.live.className = "vh";
    this.live.role = "status";
  }

  /** Opens the editor with a text; colours may be known from before. */
  async open(text: string, tokens: Token[]): Promise<void> {
    const editor = await makeEditor();
    this.editor = editor;
    editor.label = this.o.label;
    editor.knowledge = storeKnowledge(this.o.control, () => Object.keys(this.o.source().files));
    this.results = new Results(editor, {
      stop: () => this.stop(),
      restart: () => void this.restart(),
      report: () => this.report(),
      follow: (x) => this.followPages(x.blocks.at(-1) ?? x.block),
      jump: (line) => editor.goTo(line),
    });
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

  get reads(): Results["reads"] {
    return this.results?.reads ?? [];
  }

  /** Replaces the whole text: another script. */
  load(text: string, tokens: Token[] = []): void {
    if (!this.editor) return;
    this.results?.clear();
    this.editor.text = text;
    this.version++;
    this.parsed = { blocks: [], tokens, diagnostics: [] };
    this.editor.show(this.parsed);
    if (this.o.engine.state !== "idle") void this.parse();
  }

  /** Appends a block to the text and goes there. */
  append(block: string): void {
    const editor = this.editor;
    if (!editor) return;
    const before = editor.text.trimEnd();
    editor.replace(before.length, editor.text.length, `${before ? "\n\n" : ""}${block.trim()}\n`);
    editor.goTo(before ? before.split("\n").length + 2 : 1);
  }

  focus(): void {
    this.editor?.focus();
  }

  /** Parses again, now that the engine is there. */
  refresh(): void {
    void this.parse();
  }

  clearResults(): void {
    this.results?.clear();
  }

  runAll(): Promise<void> {
    return this.run(null);
  }

  /** Runs the request at the cursor, with all others of its transaction. */
  async runHere(): Promise<void> {
    await this.parse();
    const unit = unitAt(this.units, this.editor?.line ?? 1);
    if (unit) await this.run(unit);
  }

  private async runUnit(n: number): Promise<void> {
    const unit = this.units[n - 1];
    if (unit) await this.run(unit);
  }

  /** Asks the run to end; a request that does not return is ended with the worker. */
  stop(): void {
    const running = this.running;
    if (!running) return;
    running.abort();
    setTimeout(() => {
      if (this.running === running) this.o.engine.reset();
    }, STOP_PATIENCE);
  }

  private async run(unit: Unit | null): Promise<void> {
    const results = this.results;
    if (this.running || !results) return;
    const running = new AbortController();
    this.running = running;
    this.o.busy(true);
    await this.patiently(unit, () => this.perform(unit, running.signal, results));
    this.running = null;
    this.o.busy(false);
  }

  private async perform(unit: Unit | null, signal: AbortSignal, results: Results): Promise<void> {
    const blocks = unit?.blocks.map((b) => b.index);
    const target = blocks?.[0] ?? null;
    try {
      const start = await this.o.prepare(!unit);
      await this.parse();
      results.begin(blocks ?? null);
      const result = await runScript(this.o.control, this.sourceNow(), {
        ...start, ...(blocks ? { blocks } : {}), signal, progress: (p) => (this.arrived(), results.take(p.exchanges, target)),
      });
      results.finish(!unit);
      await results.explain(this.o.control);
      if (this.o.announce) this.live.textContent = announcement(result);
      await this.o.finished(result, !unit);
    } catch (e) {
      await this.failed(e, target, results);
    }
  }

  private async failed(e: unknown, target: number | null, results: Results): Promise<void> {
    if (e instanceof ControlError) return results.take([brokenExchange(target ?? 0, e.line, e.message)], target);
    if (!(e instanceof EngineStopped)) throw e;
    const crashed = this.o.engine.state === "crashed";
    results.wait({ state: crashed ? "crashed" : "stopped" }, target);
    if (!crashed) await this.o.lost();
  }

  private arrived = (): void => {};

  /** Says what takes so long, if it does. */
  private async patiently(unit: Unit | null, work: () => Promise<void>): Promise<void> {
    const loading = this.o.engine.state !== "ready";
    const say = () => this.results?.wait(this.o.engine.state === "ready" ? { state: "running", request: unit?.n ?? 1 } : { state: "loading" }, unit?.blocks[0]?.index ?? null);
    const timer = setTimeout(say, loading ? LOADING_PATIENCE : PATIENCE);
    this.arrived = () => clearTimeout(timer);
    await work();
    clearTimeout(timer);
  }

  private async restart(): Promise<void> {
    this.o.engine.reset();
    this.results?.clear();
    await this.o.lost();
    await this.parse();
  }

  private report(): string {
    return [`engine ${document.documentElement.dataset["version"] ?? ""}`, navigator.userAgent, this.o.engine.report, "", this.text].join("\n");
  }

  private sourceNow(): Source {
    return { ...this.o.source(), text: this.text };
  }

  private listen(editor: ScriptEditor): void {
    editor.addEventListener("script:change", () => {
      this.version++;
      this.o.changed(editor.text, []);
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.parse(), PARSE_DELAY);
    });
    editor.addEventListener("script:run", () => void this.runHere());
    editor.addEventListener("script:runall", () => void this.runAll());
    editor.addEventListener("script:escape", () => this.escape(editor));
    editor.addEventListener("focusin", () => this.wake());
    editor.addEventListener("pointerenter", () => this.wake());
    this.element.addEventListener("keydown", (e) => {
      const result = e.target instanceof HTMLElement && e.target.localName === "run-output" ? e.target : null;
      if (e.key === "Enter" && result) editor.goTo(editor.lineOf(result));
    });
  }

  /** The engine is loaded on intent. */
  private wake(): void {
    if (this.o.engine.state !== "idle") return;
    this.o.engine.start();
    void this.parse();
  }

  private escape(editor: ScriptEditor): void {
    if (this.running) this.stop();
    else this.results?.elementAt(editor.line)?.focus();
  }

  private async parse(): Promise<void> {
    clearTimeout(this.timer);
    const version = this.version;
    const parsed = await this.o.control.parse(this.sourceNow()).catch(() => null);
    if (!parsed || version !== this.version || !this.editor) return;
    this.parsed = parsed;
    this.editor.show(parsed);
    this.results?.follow(parsed.blocks);
    if (this.o.blockTools) this.editor.equip(this.tools.of(this.units));
    this.o.changed(this.text, parsed.tokens);
  }

  /** Puts "# @follow" above a request and runs it again. */
  private followPages(block: number): void {
    const found = this.parsed.blocks.find((b) => b.index === block);
    if (!found || !this.editor) return;
    const at = this.text.split("\n").slice(0, found.line - 1).join("\n").length + (found.line > 1 ? 1 : 0);
    this.editor.replace(at, at, "# @follow\n");
    this.editor.goTo(found.line);
    void this.runHere();
  }
}
