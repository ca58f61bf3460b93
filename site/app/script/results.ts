// The results of a script: one output below each request, verdicts at the ends of the assertions.
import type { Mark } from "../answer/code.ts";
import { Output } from "../answer/output.ts";
import { isVerdict } from "../answer/rounds.ts";
import type { OutputActions } from "../answer/view.ts";
import type { Waiting } from "../answer/waiting.ts";
import type { Placed, ScriptEditor } from "../editor/script-editor.ts";
import type { Control } from "../engine/control.ts";
import type { Exchange, KeyLine, Parsed } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { type Edits, repairOf } from "./repairs.ts";
import type { ResultList } from "./result-list.ts";
import { placesOf, type Unit, unitAt, unitOf, unitsOf } from "./units.ts";

/** An element below a line, among the results. */
export interface Note extends Placed {
  yields?: boolean; // to the answer to the text as it is: what it says is of before
  exact?: boolean; // the line is of the text as it is, not of the one that was read last
}

/** A read whose picture is known, for the marks in the data panel. */
export interface Read {
  label: string;
  exchange: Exchange;
  keyline: KeyLine;
}

let serial = 0;

/** Returns the picture of what an exchange read: taken during the run, or of the table as it is now. */
export async function pictureOf(
  control: Control,
  x: Exchange,
  pictures: ReadonlyMap<number, KeyLine>,
): Promise<KeyLine | null> {
  if (!x.record?.plan || x.code) return null;
  return pictures.get(x.record.id) ?? control.keyline(x.record.id).catch(() => null);
}

export class Results {
  reads: Read[] = [];
  private readonly outputs = new Map<number, Output>(); // by number of the unit
  private readonly fresh = new Set<Output>(); // of this run
  private readonly sent = new WeakMap<Output, string>(); // the text that an answer is to
  private readonly marks = new Map<number, Mark>();
  private story: Exchange[] = []; // of this run
  private last: Output | null = null; // that the run has reached
  private units: Unit[] = [];
  private places: Unit[] = []; // where a result may stand
  private text = ""; // that these are of
  private readonly seated = new WeakSet<Output>(); // have been below a line
  private readonly notes = new Map<string, readonly Note[]>(); // by who made them

  constructor(
    private readonly editor: ScriptEditor,
    private readonly actions: OutputActions,
    private readonly list: ResultList | null = null,
    private readonly apart: () => boolean = () => false, // results stand in the list, not in the script
  ) {}

  /** Takes the blocks of a new text: each result moves with its request. Returns what was not sent for a mistake that
   * is no longer there: nothing is said of it any more. */
  follow({ blocks, diagnostics }: Parsed): Exchange[] {
    this.units = unitsOf(blocks);
    this.places = placesOf(blocks);
    this.text = this.editor.text;
    const before = [...this.outputs.values()];
    const mended: Exchange[] = [];
    const wrong = diagnostics.filter((d) => d.severity === "error").map((d) => d.line);
    const lines = this.text.split("\n");
    this.outputs.clear();
    for (const output of before) {
      const line = this.ownerOf(output);
      const unit = unitAt(this.places, line);
      const gone = !unit || line <= 0;
      const x = output.current;
      if (x?.problem && (gone || (this.sent.get(output) !== textOf(unit, lines) && !wrong.some((n) => has(unit, n)))))
        mended.push(x);
      else if (!gone && !this.outputs.has(unit.n)) {
        this.outputs.set(unit.n, output);
        output.element.ariaLabel = labelOf(unit);
      }
    }
    this.place();
    return mended;
  }

  /** Takes elements that stand below lines like results; those from before, of the same maker, go. */
  annotate(notes: readonly Note[], by: string): void {
    this.notes.set(by, notes);
    this.place(by);
  }

  /** Begins a run of some blocks, or of all. */
  begin(blocks: readonly number[] | null): void {
    this.fresh.clear();
    this.reads = [];
    this.story = [];
    this.last = null;
    if (blocks === null) this.marks.clear();
    this.outputOf(this.unitFor(blocks?.[0] ?? null));
    this.place();
  }

  /** Says at the first request of the run why nothing stands there yet. */
  wait(state: Waiting, block: number | null): void {
    const output = this.outputOf(this.unitFor(block));
    output.wait(state);
    this.place();
    if (state.state === "crashed") requestAnimationFrame(() => output.element.scrollIntoView({ block: "nearest" }));
  }

  /** Shows exchanges that have come. */
  take(exchanges: readonly Exchange[], target: number | null): void {
    const drawn = new Set<Output>();
    const lines = this.editor.text.split("\n");
    for (const x of exchanges) {
      const unit = (x.hidden ? null : unitOf(this.places, x.blocks.at(-1) ?? x.block)) ?? this.unitFor(target);
      const output = this.outputOf(unit);
      if (!this.fresh.has(output)) {
        output.begin();
        this.sent.set(output, textOf(unit, lines));
      }
      this.fresh.add(output);
      drawn.add(output);
      output.add(x);
      this.last = output;
      if (!x.hidden && !isVerdict(x)) this.story.push(x);
      if (!x.hidden) for (const c of x.checks) this.marks.set(c.line, c.pass ? "pass" : "fail");
    }
    for (const output of drawn) output.draw();
    this.place();
    this.editor.mark(this.marks);
  }

  /**
   * Ends a run. After a run of everything, results that it did not renew are gone. With the line of the cursor, the
   * others fold to their head, but for those that went wrong and the one at the cursor.
   */
  finish(all: boolean, line: number | null): void {
    for (const [n, output] of this.outputs) {
      if (this.fresh.has(output)) continue;
      if (all || !output.current) this.outputs.delete(n);
      else output.draw();
    }
    this.last?.tell(this.story);
    if (line !== null) this.fold(all, line);
    this.place();
  }

  private fold(all: boolean, line: number): void {
    const here = this.at(line);
    for (const output of this.fresh) output.setFolded(all && output !== here && !output.wrong);
  }

  /** Asks what each read has touched, and draws it. */
  async explain(control: Control, pictures: ReadonlyMap<number, KeyLine>): Promise<void> {
    for (const [n, output] of this.outputs) {
      const x = output.current;
      if (!this.fresh.has(output) || !x?.record) continue;
      const keyline = await pictureOf(control, x, pictures);
      if (output.current !== x) continue; // a newer run has taken the place
      output.explain(keyline ? new Map([...pictures, [x.record.id, keyline]]) : pictures);
      output.draw();
      if (keyline) this.reads.push({ label: t("data.request", { n }), exchange: x, keyline });
    }
  }

  /** Looks for what can be done about refusals. */
  async repair(control: Control, edits: Edits): Promise<void> {
    for (const output of this.fresh) {
      const x = output.current;
      const repair = x && (await repairOf(x, control, edits, (r) => output.current === x && output.propose(r)));
      if (repair && output.current === x) output.propose(repair);
    }
  }

  /** What can be done about an answer, as a sentence with its line; "" if nothing is known. */
  adviceOn(x: Exchange): string {
    const { text = "", line } = [...this.outputs.values()].find((o) => o.current === x)?.repair ?? {};
    return text && line ? `${t("check.line", { n: line })}: ${text}` : text;
  }

  /** Forgets everything, after the data were reset. */
  clear(): void {
    this.outputs.clear();
    this.notes.delete("sql");
    this.marks.clear();
    this.reads = [];
    this.editor.mark(this.marks);
    this.place();
  }

  /** The element of the result at a line, null if there is none. */
  elementAt(line: number): HTMLElement | null {
    return this.at(line)?.element ?? null;
  }

  /** Opens the result of a unit, and moves the focus there; false if there is none. */
  show(n: number): boolean {
    const output = this.outputs.get(n);
    if (!output) return false;
    output.setFolded(false);
    if (!output.element.checkVisibility()) this.editor.goTo(this.lineOf(output)); // far away an editor draws nothing
    output.element.scrollIntoView({ block: "nearest" });
    output.element.focus();
    return true;
  }

  /** The units whose result is not as expected, in order, with the line below which it stands. */
  wrong(): { n: number; line: number }[] {
    return [...this.outputs]
      .filter(([, output]) => output.wrong)
      .map(([n, output]) => ({ n, line: this.lineOf(output) }))
      .sort((a, b) => a.line - b.line);
  }

  private at(line: number): Output | null {
    const unit = unitAt(
      this.places.filter((u) => this.outputs.has(u.n)),
      line,
    );
    return (unit && this.outputs.get(unit.n)) ?? null;
  }

  /** Where to speak: at a block, else at the first request, else below a text that could not be read. */
  private unitFor(block: number | null): Unit {
    const unit = block === null ? this.units[0] : unitOf(this.places, block);
    return unit ?? { blocks: [], n: 1, title: "", firstLine: 1, lastLine: this.editor.text.split("\n").length };
  }

  private outputOf(unit: Unit): Output {
    const known = this.outputs.get(unit.n);
    if (known) return known;
    const output = new Output(String(serial++), this.actions);
    output.title = unit.title || t("cell.untitled", { n: Math.max(unit.n, 1) });
    output.element.tabIndex = -1;
    output.element.role = "group";
    output.element.ariaLabel = labelOf(unit);
    this.outputs.set(unit.n, output);
    return output;
  }

  /** The line below which a result stands, itself or the line that leads to it; 0 if it is gone with its text. */
  private lineOf(output: Output): number {
    const line = this.list?.known(output);
    return this.editor.lineOf(output.element) || (line ? this.editor.lineOf(line) : 0);
  }

  /** The line of the request of a result, 0 if it is gone with its text. */
  private ownerOf(output: Output): number {
    const line = this.list?.known(output);
    return this.editor.ownerOf(output.element) || (line ? this.editor.ownerOf(line) : 0);
  }

  /** The line that a result goes with: its own as long as it is in its unit, which may just have grown at its beginning
   * because somebody writes another request there. */
  private leadOf(unit: Unit): number {
    const output = this.outputs.get(unit.n);
    const own = output ? this.ownerOf(output) : 0;
    return has(unit, own) ? own : unit.blocks[0]?.line || unit.firstLine;
  }

  /** The last lines of the units that have not been changed since their answer. */
  private answered(): Set<number> {
    const lines = this.editor.text.split("\n");
    const same = this.places.filter((u) => {
      const output = this.outputs.get(u.n);
      return output && this.sent.get(output) === textOf(u, lines);
    });
    return new Set(same.map((u) => u.lastLine));
  }

  /** Puts everything in its place again, and notes that somebody has just made at lines of the text as it is there. */
  place(by = ""): void {
    const lineOf = new Map(this.places.map((u) => [u.n, u.lastLine]));
    const ownerOf = new Map(this.places.map((u) => [u.n, this.leadOf(u)]));
    const end = this.outputs.size ? this.editor.text.split("\n").length : 0;
    const list = this.apart() ? this.list : null;
    const notes = [...this.notes].flatMap(([maker, list]) =>
      list.map((p) => ({ ...p, line: (maker === by && p.exact ? 0 : this.editor.lineOf(p.element)) || p.line })),
    );
    const edited = this.text !== this.editor.text; // and not read yet: what is below a line has moved with it
    const outputs = [...this.outputs]
      .map(([n, o]) => ({
        ...(edited && this.seated.has(o)
          ? { line: this.lineOf(o), of: this.ownerOf(o) }
          : { line: lineOf.get(n) ?? end, of: ownerOf.get(n) ?? end }),
        element: list ? list.lineOf(n, o) : o.element,
      }))
      .filter((o) => o.line > 0);
    for (const o of this.outputs.values()) this.seated.add(o);
    const answered = notes.some((note) => note.yields) ? this.answered() : null;
    this.editor.place([...notes.filter((note) => !note.yields || !answered?.has(note.line)), ...outputs]);
    list?.show([...this.outputs].sort(([a], [b]) => (lineOf.get(a) ?? end) - (lineOf.get(b) ?? end)));
  }
}

/** The lines of a unit as they are in the text. */
function textOf({ firstLine, lastLine }: Unit, lines: readonly string[]): string {
  return lines.slice(firstLine - 1, lastLine).join("\n");
}

const has = ({ firstLine, lastLine }: Unit, line: number): boolean => firstLine <= line && line <= lastLine;

const labelOf = ({ n, title }: Unit): string => (n > 0 ? t("output.label", { n }) : t("result.caption", { title }));
