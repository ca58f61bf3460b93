// The search for designs: slice by slice, so that it can be watched and stopped. What it found stays until the next search.
import { type Control, ControlError } from "../engine/control.ts";
import type { Proposed } from "../engine/types.ts";

export interface Search {
  state: "none" | "busy" | "stopping" | "stopped" | "done";
  tried: number; // designs
  waiting: number; // designs that are known to come
  found: Proposed | null; // what the last search found
  of: string; // the sheet of the last search, without its designs
  trouble: string; // the engine stopped, and why
}

const NOTHING: Search = { state: "none", tried: 0, waiting: 0, found: null, of: "", trouble: "" };

export class Proposer {
  search: Search = NOTHING;
  private readonly control: Control;
  private readonly came: () => void;
  private turn = 0;

  constructor(control: Control, came: () => void) {
    this.control = control;
    this.came = came;
  }

  get busy(): boolean {
    return this.search.state === "busy" || this.search.state === "stopping";
  }

  /** Searches designs for a text; of names the sheet, to tell later whether it is still the same. */
  async run(text: string, of: string): Promise<void> {
    const turn = ++this.turn;
    this.say({ ...NOTHING, state: "busy", of });
    try {
      for (let state = 0; turn === this.turn; ) {
        const stop = this.search.state === "stopping";
        const found = await this.control.propose(text, state, stop);
        if (turn !== this.turn) return;
        state = found.state;
        const { tried, waiting, done } = found.progress;
        this.say({ tried, waiting });
        if (done || stop) return this.say({ found, state: done ? "done" : "stopped" });
      }
    } catch (e) {
      const trouble = e instanceof ControlError ? e.message : String((e as Error).message);
      if (turn === this.turn) this.say({ ...NOTHING, trouble });
    }
  }

  /** Ends the search after the slice that is being calculated, with the best so far. */
  stop(): void {
    if (this.search.state === "busy") this.say({ state: "stopping" });
  }

  /** Forgets what was found for another sheet. */
  forget(): void {
    this.turn++;
    this.search = NOTHING;
  }

  private say(more: Partial<Search>): void {
    this.search = { ...this.search, ...more };
    this.came();
  }
}
