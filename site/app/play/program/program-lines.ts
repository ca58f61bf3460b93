// What the lines of a program cost, and its calls as a run shows them: those of one method in one line belong
// together. Pure.
import type { LineNote } from "../../answer/code.ts";
import { refusedWith } from "../../answer/refused.ts";
import type { Exchange } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";
import { num, t, tn } from "../../ui/i18n.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

interface LineCost {
  writes: number;
  read: number;
  returned: number;
  queries: number;
  others: number; // requests that read no entities
  refused: number; // status of the last call that was
}

export class ProgramLines {
  readonly units: Unit[] = [];
  private readonly byCall = new Map<string, Unit>();
  private readonly costs = new Map<number, LineCost>();

  /** Takes note of a call, and tells it which unit it belongs to. */
  add(x: Exchange): void {
    const unit = this.unitOf(x);
    x.block = unit.n;
    x.blocks = [unit.n];
    const cost = this.costs.get(x.line) ?? { writes: 0, read: 0, returned: 0, queries: 0, others: 0, refused: 0 };
    this.costs.set(x.line, cost);
    cost.refused = refusedWith(x);
    if (!READS.has(x.wire[0]?.request.method ?? "")) cost.writes++;
    else if (x.record?.plan) {
      cost.queries++;
      cost.read += x.record.read;
      cost.returned += x.record.returned;
    } else cost.others++;
  }

  /** Words for the ends of lines; the line at which the program stopped is marked. */
  notes(stopped = 0): Map<number, LineNote> {
    const notes = new Map([...this.costs].map(([line, c]) => [line, { text: wordsOf(c), bad: line === stopped }]));
    if (stopped && !notes.has(stopped)) notes.set(stopped, { text: t("js.stopped.here"), bad: true });
    return notes;
  }

  private unitOf({ line, name }: Exchange): Unit {
    const id = `${line} ${name}`;
    const known = this.byCall.get(id);
    if (known) return known;
    const n = this.units.length + 1;
    const title = name || t("cell.untitled", { n });
    const unit: Unit = { blocks: [blockOf(n, title, line)], n, title, firstLine: line, lastLine: line };
    this.units.push(unit);
    this.byCall.set(id, unit);
    return unit;
  }
}

function blockOf(index: number, title: string, line: number): Unit["blocks"][number] {
  const place = { line, from: 0, to: 0, firstLine: line, lastLine: line };
  return { index, title, name: "", batch: "", client: "", method: "", checks: 0, ...place };
}

function wordsOf(c: LineCost): string {
  const words = [
    c.writes ? tn("js.writes", c.writes) : "",
    c.queries ? t("js.read", { read: num(c.read), returned: num(c.returned) }) : "",
    c.others ? tn("js.requests", c.others) : "",
    c.refused ? String(c.refused) : "",
  ];
  return words.filter(Boolean).join(", ");
}
