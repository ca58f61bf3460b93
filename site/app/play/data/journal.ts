// The changes of the data since the last reset, as a list: what undo takes back and redo brings again. The states
// themselves are in the engine, which knows them by their places; here stand names, times, and what belongs together.
import type { Exchange, History, Moment } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";

/** Who has changed something: a request of the script, a setup, or somebody else by hand. */
export interface Origin {
  label: string;
  by: "script" | "setup" | "hand";
  line?: number; // of the script
  group?: string; // moments of one group are one change
}

/** One change: what brings the data from one place to the next. */
export interface Change extends Origin {
  from: number;
  to: number;
  time: number; // milliseconds since 1970
  requests: number;
  inserted: number; // entities
  changed: number;
  deleted: number;
  ops: string[]; // that concern whole tables: CreateTable, DeleteTable
  setups: string[]; // that have filled the store by then
}

export interface Start {
  label: string;
  time: number;
  setups: string[];
  hand?: boolean; // the data hold something that no script has made
}

export class Journal {
  start: Start = { label: "", time: 0, setups: [] };
  list: Change[] = [];
  at = 0; // place of the data
  base = 0; // the first place that can be gone to
  past = false; // the reader only looks; the data that are kept are those of the end
  private marked: Origin | null = null;

  /** Begins a new history. */
  begin(start: Start): void {
    this.start = start;
    this.list = [];
    this.at = 0;
    this.base = 0;
    this.past = false;
    this.marked = null;
  }

  /** What is written from now on is one change with a name, until the next take. */
  mark(label: string): void {
    this.marked = { label, by: "hand", group: "mark" };
  }

  /** Takes over what the engine says has happened behind the place of the data. Tells whether anything has. */
  take(h: History, originOf: (m: Moment) => Origin, time: number, setups: readonly string[]): boolean {
    const marked = this.marked;
    this.marked = null;
    this.base = h.base;
    if (h.at === this.at) return false;
    this.start.hand ||= this.madeByHand(0, h.base); // its change is forgotten, what it made is not
    this.list = this.list.filter((c) => c.to <= this.at && c.from >= h.base);
    for (const m of h.moments) this.add(m, marked ?? originOf(m), time, setups);
    this.at = h.at;
    this.past = false;
    return true;
  }

  private add(m: Moment, origin: Origin, time: number, setups: readonly string[]): void {
    const last = this.list.at(-1);
    if (last && m.from < last.to) {
      last.to = m.at; // the engine has tidied up after it
      return;
    }
    const same = last && origin.group !== undefined && last.group === origin.group && last.time === time;
    const change: Change = same
      ? last
      : {
          ...origin,
          from: m.from,
          to: m.at,
          time,
          requests: 0,
          inserted: 0,
          changed: 0,
          deleted: 0,
          ops: [],
          setups: [...setups],
        };
    change.to = m.at;
    change.requests++;
    change.inserted += m.inserted;
    change.changed += m.changed;
    change.deleted += m.deleted;
    if (/^(Create|Delete)Table$/.test(m.op)) change.ops.push(m.op);
    if (!same) this.list.push(change);
  }

  /** Tells whether the data hold something that no script has made; what was made by a place is not asked about. */
  byHand(after: number): boolean {
    return this.start.hand || this.madeByHand(after, this.at);
  }

  private madeByHand(after: number, until: number): boolean {
    return this.list.some((c) => c.by === "hand" && c.to > after && c.from < until && c.to <= this.at);
  }

  /** How many changes lie before the place of the data. */
  get done(): number {
    return this.list.filter((c) => c.to <= this.at).length;
  }

  /** The last change before the place of the data, null if there is none. */
  get undoable(): Change | null {
    return this.list[this.done - 1] ?? null;
  }

  /** The change that comes next, null if there is none. */
  get redoable(): Change | null {
    return this.list[this.done] ?? null;
  }

  /** The place after so many changes; 0 is the beginning. */
  place(n: number): number {
    return n > 0 ? (this.list[n - 1]?.to ?? this.at) : (this.list[0]?.from ?? this.at);
  }

  /** What had filled the store at a place. */
  setupsAt(place: number): string[] {
    return this.list.findLast((c) => c.to <= place)?.setups ?? this.start.setups;
  }

  /** Tells whether the data are as before a change; null if the change is forgotten. */
  isBefore(change: Change): boolean | null {
    return this.list.includes(change) ? this.at <= change.from : null;
  }

  arrived(place: number, past: boolean): void {
    this.at = place;
    this.past = past && this.done < this.list.length;
  }
}

/** Returns who made a moment: a request of these exchanges, a setup of theirs, or somebody else. */
export function originsOf(exchanges: readonly Exchange[]): (m: Moment) => Origin {
  const known = new Map(exchanges.flatMap((x) => (x.record ? [[x.record.id, x] as const] : [])));
  return (m) => {
    const x = known.get(m.record);
    if (x) return { label: labelOf(x), by: "script", line: x.line, group: `block ${x.block}` };
    if (exchanges.length) return { label: t("time.setup"), by: "setup", group: "setup" };
    return { label: m.table ? `${m.op} ${m.table}` : m.op, by: "hand" };
  };
}

function labelOf(x: Exchange): string {
  const sent = x.wire[0]?.request.method ?? "";
  return x.title || `${sent} ${x.record?.table ?? ""}`.trim();
}
