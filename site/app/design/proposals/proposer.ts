// The search for designs, in a worker of its own: slice by slice, so that it can be watched and stopped while the
// sheet is edited and judged. What it found stays until the next search, whose first proposal is never worse; each is
// checked on a sample.
import { type Control, ControlError } from "../../engine/control.ts";
import type { Proposed, SampleReport } from "../../engine/types.ts";

export interface Search {
  state: "none" | "busy" | "stopping" | "checking" | "stopped" | "done";
  tried: number; // designs
  waiting: number; // designs that are known to come
  met: number; // budgets that the best design so far keeps
  budgets: number; // all of them
  found: Proposed | null; // what the last search found
  checks: readonly (SampleReport | null)[]; // of the proposals, as far as they have been checked
  of: string; // the sheet of the last search, without its designs
  trouble: string; // the engine stopped, and why
}

const NOTHING: Search = {
  state: "none",
  tried: 0,
  waiting: 0,
  met: 0,
  budgets: 0,
  found: null,
  checks: [],
  of: "",
  trouble: "",
};

const FIRST = 25; // designs of the first slice
const MOST = 2000; // of any
const ENOUGH = 20; // ms that a slice is to take, so that Stop is heard at once

export class Proposer {
  search: Search = NOTHING;
  private turn = 0;
  private last: Proposed | null = null; // what the search has found, while it is checked
  private first: readonly string[] = []; // the stores that came first in the search before

  constructor(
    private readonly control: Control,
    private readonly came: () => void,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get busy(): boolean {
    return ["busy", "stopping", "checking"].includes(this.search.state);
  }

  /** Searches designs for a text; of is the sheet without its designs, to tell later whether it is still the same. */
  async run(text: string, of: string): Promise<void> {
    const turn = ++this.turn;
    this.first = this.search.found?.proposals[0]?.stores ?? this.first;
    this.say({ ...NOTHING, state: "busy", of });
    try {
      const found = await this.find(text, turn);
      if (!found) return;
      if (found.progress.done) await this.show(found, turn);
      else this.say({ found, state: "stopped" });
      for (let i = this.search.checks.length; i < found.proposals.length && turn === this.turn; i++) {
        const next = await this.check(found, i, turn);
        if (turn === this.turn) this.say({ checks: [...this.search.checks, next] });
      }
    } catch (e) {
      const trouble = e instanceof ControlError ? e.message : String((e as Error).message);
      if (turn === this.turn) this.say({ ...NOTHING, trouble });
    }
  }

  /** Ends the search after the slice that is being calculated, with the best so far; or shows what was not checked
   * yet. */
  stop(): void {
    if (this.search.state === "busy") this.say({ state: "stopping" });
    if (this.search.state === "checking") this.say({ found: this.last, state: "done" });
  }

  /** Forgets what was found for another sheet. */
  forget(): void {
    this.turn++;
    this.search = NOTHING;
    this.first = [];
  }

  /** Shows what was found when the first proposal has been checked. Whoever stops a search does not wait for that. */
  private async show(found: Proposed, turn: number): Promise<void> {
    this.last = found;
    this.say({ state: "checking" });
    const first = await this.check(found, 0, turn);
    if (turn === this.turn) this.say({ found, state: "done", checks: first ? [first] : [] });
  }

  /** Asks for slices until the search is done or stopped. The engine keeps the search; if it does not, it is told the
   * sheet. */
  private async find(text: string, turn: number): Promise<Proposed | null> {
    let sheet: string | null = text;
    let slice = FIRST;
    for (let state = 0; turn === this.turn; ) {
      const stop = this.search.state === "stopping";
      const began = this.clock();
      const found = await this.slice(sheet, text, state, stop ? 0 : slice);
      if (turn !== this.turn) return null;
      sheet = null;
      slice = next(slice, found.state - state, this.clock() - began);
      state = found.state;
      const { tried, waiting, met, budgets, done } = found.progress;
      this.say({ tried, waiting, met, budgets });
      if (done || stop) return found;
    }
    return null;
  }

  private async slice(sheet: string | null, text: string, state: number, size: number): Promise<Proposed> {
    try {
      return await this.control.propose(sheet, state, size, this.first);
    } catch (e) {
      if (sheet !== null || !(e instanceof ControlError) || e.status !== 409) throw e;
      return this.control.propose(text, state, size, this.first);
    }
  }

  /** Stores a sample of a proposal and asks it. */
  private async check({ proposals }: Proposed, i: number, turn: number): Promise<SampleReport | null> {
    const stores = proposals[i]?.stores;
    if (!stores || turn !== this.turn) return null;
    const keys = stores.map((s) => `# @keys ${s}`).join("\n");
    const { sample } = await this.control.verify(`${this.search.of}\n### Proposal ${i + 1}\n${keys}\n`, 0);
    return sample;
  }

  private say(more: Partial<Search>): void {
    this.search = { ...this.search, ...more };
    this.came();
  }
}

/** The size of the next slice: what takes ENOUGH by the one before, and at most twice that one. */
function next(slice: number, tried: number, took: number): number {
  const fits = Math.floor((Math.max(1, tried) * ENOUGH) / Math.max(1, took));
  return Math.max(1, Math.min(MOST, 2 * slice, fits));
}
