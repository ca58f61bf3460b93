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

/** A script, and what the data that it begins with hold already. */
export interface Trial extends Source {
  setups: string[]; // scripts that have filled the store
}

export class LabControl extends Control {
  /** Every order; with crashes, clients may crash so often in each. */
  beginRaces(trial: Trial, crashes: number): Promise<RaceSlice> {
    return this.post("/-/races", { ...trial, crashes });
  }

  nextRaces(id: string): Promise<RaceSlice> {
    return this.post(`/-/races/${id}/next`, {});
  }

  raceScript(id: string, outcome: number, form: ScriptForm): Promise<LabScript> {
    return this.post(`/-/races/${id}/script`, { outcome, form });
  }

  beginFaults(trial: Trial): Promise<FaultSlice> {
    return this.post("/-/faults", trial);
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
