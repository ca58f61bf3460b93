// The requests of the laboratories, to an engine of their own: what they try never meets the data of the page.
import { Control, type Source } from "../engine/control.ts";
import type { FaultKind, FaultRun, FaultSlice, LabScript, RaceSlice } from "../engine/types.ts";

/** A test that replays a run and judges it, or the run alone. */
export type ScriptForm = "test" | "steps";

/** A run with a fault, or with two crashes. */
export interface FaultPlace {
  step: number;
  kind: FaultKind;
  second?: number; // after this step it crashes again
}

export class LabControl extends Control {
  beginRaces(source: Source): Promise<RaceSlice> {
    return this.post("/-/races", source);
  }

  nextRaces(id: string): Promise<RaceSlice> {
    return this.post(`/-/races/${id}/next`, {});
  }

  raceScript(id: string, outcome: number, form: ScriptForm): Promise<LabScript> {
    return this.post(`/-/races/${id}/script`, { outcome, form });
  }

  beginFaults(source: Source): Promise<FaultSlice> {
    return this.post("/-/faults", source);
  }

  nextFaults(id: string): Promise<FaultSlice> {
    return this.post(`/-/faults/${id}/next`, {});
  }

  faultRun(id: string, place: FaultPlace): Promise<FaultRun> {
    return this.post(`/-/faults/${id}/run`, place);
  }

  faultScript(id: string, place: FaultPlace, form: ScriptForm): Promise<LabScript> {
    return this.post(`/-/faults/${id}/script`, { ...place, form });
  }
}
