// The results of a script: one output below each request, verdicts at the ends of the assertions.
import type { Mark } from "../answer/code.ts";
import { Output } from "../answer/output.ts";
import { isVerdict } from "../answer/rounds.ts";
import type { OutputActions } from "../answer/view.ts";
import type { Waiting } from "../answer/waiting.ts";
import type { ScriptEditor } from "../editor/script-editor.ts";
import type { Control } from "../engine/control.ts";
import type { Block, Exchange, KeyLine } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { nearest } from "./nearest-word.ts";
import { placesOf, type Unit, unitAt, unitOf, unitsOf } from "./units.ts";

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
  private readonly marks = new Map<number, Mark>();
  private story: Exchange[] = []; // of this run
  private last: Output | null = null; // that the run has reached
  private units: Unit[] = [];
  private places: Unit[] = []; // where a result may stand
  private readonly editor: ScriptEditor;
  private readonly actions: OutputActions;

  constructor(editor: ScriptEditor, actions: OutputActions) {
    this.editor = editor;
    this.actions = actions;
  }

  /** Takes the blocks of a new text: each result moves to the request it stands below now. */
  follow(blocks: readonly Block[]): void {
    this.units = unitsOf(blocks);
    this.places = placesOf(blocks);
    const before = [...this.outputs.values()];
    this.outputs.clear();
    for (const output of before) {
      const unit = unitAt(this.places, this.editor.lineOf(output.element));
      if (unit && this.editor.lineOf(output.element) > 0 && !this.outputs.has(unit.n)) this.outputs.set(unit.n, output);
    }
    this.place();
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
    this.outputOf(this.unitFor(block)).wait(state);
    this.place();
  }

  /** Shows exchanges that have come. */
  take(exchanges: readonly Exchange[], target: number | null): void {
    const drawn = new Set<Output>();
    for (const x of exchanges) {
      const unit = (x.hidden ? null : unitOf(this.places, x.blocks.at(-1) ?? x.block)) ?? this.unitFor(target);
      const output = this.outputOf(unit);
      if (!this.fresh.has(output)) output.begin();
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

  /** Ends a run. After a run of everything, results that it did not renew are gone. */
  finish(all: boolean): void {
    for (const [n, output] of this.outputs) {
      if (this.fresh.has(output)) continue;
      if (all || !output.current) this.outputs.delete(n);
      else output.draw();
    }
    this.last?.tell(this.story);
    this.place();
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

  /** Looks for the table that a request may have meant. */
  async repair(control: Control, replace: (x: Exchange, from: string, to: string) => void): Promise<void> {
    for (const output of this.fresh) {
      const x = output.current;
      const name = x?.code === "TableNotFound" ? x.record?.table : "";
      if (!x || !name) continue;
      const meant = nearest(
        name,
        (await control.tables()).map((info) => info.name),
      );
      if (!meant || output.current !== x) continue;
      const text = `${t("state.notable", { table: name })} ${t("state.notable.maybe", { name: meant })}`;
      output.propose({ text, label: t("editor.fix"), apply: () => replace(x, name, meant) });
    }
  }

  /** Forgets everything, after the data were reset. */
  clear(): void {
    this.outputs.clear();
    this.marks.clear();
    this.reads = [];
    this.editor.mark(this.marks);
    this.place();
  }

  /** The element of the result at a line, null if there is none. */
  elementAt(line: number): HTMLElement | null {
    const unit = unitAt(
      this.places.filter((u) => this.outputs.has(u.n)),
      line,
    );
    return (unit && this.outputs.get(unit.n)?.element) ?? null;
  }

  /** Where to speak: at a block, else at the first request, else below a text that could not be read. */
  private unitFor(block: number | null): Unit {
    const unit = block === null ? this.units[0] : unitOf(this.units, block);
    return unit ?? { blocks: [], n: 1, title: "", firstLine: 1, lastLine: this.editor.text.split("\n").length };
  }

  private outputOf(unit: Unit): Output {
    const known = this.outputs.get(unit.n);
    if (known) return known;
    const output = new Output(String(serial++), this.actions);
    output.title = unit.title || t("cell.untitled", { n: Math.max(unit.n, 1) });
    output.element.tabIndex = -1;
    output.element.role = "group";
    output.element.ariaLabel =
      unit.n > 0 ? t("output.label", { n: unit.n }) : t("result.caption", { title: unit.title });
    this.outputs.set(unit.n, output);
    return output;
  }

  private place(): void {
    const lineOf = new Map(this.places.map((u) => [u.n, u.lastLine]));
    const end = this.editor.text.split("\n").length;
    this.editor.place([...this.outputs].map(([n, o]) => ({ line: lineOf.get(n) ?? end, element: o.element })));
  }
}
