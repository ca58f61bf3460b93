// What the bars show of the runs: which requests have answered and how, and what is to be said about it.
import type { Exchange } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";
import { OwnWrites } from "./own-writes.ts";
import { type Box, boxesOf } from "./run-line.ts";
import { type Remedy, type Verdict, verdictOf } from "./verdict.ts";

export class RunState {
  boxes: Box[] = [];
  verdict: Verdict | null = null;
  private readonly writes = new OwnWrites();
  private exchanges: Exchange[] = []; // the newest of each request
  private units: readonly Unit[] = [];
  private text = ""; // that they belong to

  /** Begins a run of a unit, or of everything. What ran before stays only while the text is the same. */
  begin(units: readonly Unit[], unit: Unit | null, text: string): void {
    const again = new Set(unit?.blocks.map((b) => b.index));
    const stays = unit && text === this.text;
    this.exchanges = stays ? this.exchanges.filter((x) => !x.blocks.some((b) => again.has(b))) : [];
    this.units = units;
    this.text = text;
    this.verdict = null;
    this.boxes = boxesOf(units, this.exchanges);
  }

  /** The units of a program, which become known while it runs. */
  grow(units: readonly Unit[]): void {
    this.units = units;
  }

  take(exchanges: readonly Exchange[]): void {
    this.exchanges.push(...exchanges);
    this.boxes = boxesOf(this.units, this.exchanges);
  }

  /** Forgets what was not sent for mistakes that are no longer there, and what is said of it. */
  drop(exchanges: readonly Exchange[]): void {
    this.exchanges = this.exchanges.filter((x) => !exchanges.includes(x));
    this.boxes = boxesOf(this.units, this.exchanges);
    const { verdict } = this;
    if (!this.boxes.some((b) => b.n === verdict?.n && b.fate !== "none")) this.verdict = null;
  }

  /** A program did not catch what the service said: the answer counts as one that stopped it. */
  stoppedAt(x: Exchange): void {
    x.stopped = true;
    this.boxes = boxesOf(this.units, this.exchanges);
  }

  /** Ends a run: what it met is judged before what it wrote is noted. */
  finish(
    exchanges: readonly Exchange[],
    at: number,
    advice?: (x: Exchange) => string,
    remedy?: (x: Exchange, at: number | null) => Remedy,
  ): void {
    const again = (x: Exchange) => OwnWrites.wrote(exchanges.slice(0, exchanges.indexOf(x)), x);
    this.verdict = verdictOf(
      this.boxes,
      (x) => this.writes.when(x),
      advice,
      (x, since) => (again(x) ? "again" : (remedy?.(x, since) ?? "reset")),
    );
    this.writes.note(exchanges, at);
  }

  /** Forgets the runs, but not what they wrote. */
  clear(): void {
    this.exchanges = [];
    this.boxes = [];
    this.verdict = null;
  }

  /** Other data, which no run has written. */
  forget(): void {
    this.clear();
    this.writes.forget();
  }
}
