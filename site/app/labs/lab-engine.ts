// The engine of the laboratories: a second worker, started when the first trial begins. Each trial begins with a copy
// of the data, which its host brings in.
import type { Source } from "../engine/control.ts";
import type { Engine } from "../engine/engine.ts";
import { openLabEngine } from "../engine/page-data.ts";
import type { FaultSlice, RaceSlice } from "../engine/types.ts";
import { LabControl, type Trial } from "./lab-control.ts";
import type { Slices } from "./lab-run.ts";

/** Brings the data of the page into the engine of the laboratories; returns the scripts that have filled them. */
export type Prepare = (control: LabControl) => Promise<string[]>;

/** Runs with faults that say how far they are as a share. */
export type FaultShare = FaultSlice & { share: number };

export class LabEngine {
  readonly control: LabControl;
  private readonly engine: Engine;

  private constructor(engine: Engine) {
    this.engine = engine;
    this.control = new LabControl(engine.fetch);
  }

  /** The engine of this page, null if it has none. It starts with its first request. */
  static open(): LabEngine | null {
    const engine = openLabEngine();
    return engine && new LabEngine(engine);
  }

  /** An engine beside this one, which compiles nothing anew. */
  another(): LabEngine {
    return new LabEngine(this.engine.another());
  }

  /** Every order of the clients of a script, and of so many crashes. */
  races(source: Source, prepare: Prepare, crashes: number): Slices<RaceSlice> {
    const { control } = this;
    return this.slices(
      prepare,
      (setups) => control.beginRaces({ ...source, setups }, crashes),
      (id) => control.nextRaces(id),
    );
  }

  /** Every fault at every step of a script. */
  faults(source: Source, prepare: Prepare): Slices<FaultShare> {
    const { control } = this;
    return this.slices(
      prepare,
      async (setups) => shared(await control.beginFaults({ ...source, setups })),
      async (id) => shared(await control.nextFaults(id)),
    );
  }

  /** Ends the worker; the next trial starts another one. */
  stop(): void {
    this.engine.stop();
  }

  private slices<S extends { id: string }>(
    prepare: Prepare,
    begin: (setups: Trial["setups"]) => Promise<S>,
    next: (id: string) => Promise<S>,
  ): { prepare(): Promise<void>; begin(): Promise<S>; next(): Promise<S> } {
    let id = "";
    let setups: Trial["setups"] = [];
    const named = (s: S): S => {
      id = s.id;
      return s;
    };
    return {
      prepare: async () => {
        if (this.engine.state === "crashed") this.engine.reset();
        setups = await prepare(this.control);
      },
      begin: async () => named(await begin(setups)),
      next: async () => named(await next(id)),
    };
  }
}

const shared = (s: FaultSlice): FaultShare => ({ ...s, share: s.of ? s.runs / s.of : 0 });
