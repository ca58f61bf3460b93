// The requests of the laboratories, to an engine of their own: what they try never meets the data of the page.
import { Control, type Source } from "../engine/control.ts";
import type { FaultPlace, FaultRun, FaultSlice, LabScript, RaceSlice, ScriptForm } from "../engine/types.ts";

/** A script, and what the data that it begins with hold already. */
export interface Trial extends Source {
  setups: string[]; // scripts that have filled the store
}

export class LabControl extends Control {
  /** Every order; with crashes, clients may crash so often in each. */
  beginRaces(trial: Trial, crashes: number): Promise<RaceSlice> {
    return this.call("POST races", { ...sent(trial), crashes });
  }

  nextRaces(id: string): Promise<RaceSlice> {
    return this.call("POST races/*/next", null, { at: id });
  }

  raceScript(id: string, outcome: number, form: ScriptForm): Promise<LabScript> {
    return this.call("POST races/*/script", { outcome, form }, { at: id });
  }

  beginFaults(trial: Trial): Promise<FaultSlice> {
    return this.call("POST faults", sent(trial));
  }

  nextFaults(id: string): Promise<FaultSlice> {
    return this.call("POST faults/*/next", null, { at: id });
  }

  faultRun(id: string, { step, kind, second = 0 }: FaultPlace): Promise<FaultRun> {
    return this.call("POST faults/*/run", { step, kind, second }, { at: id });
  }

  faultScript(id: string, { step, kind, second = 0 }: FaultPlace, form: ScriptForm): Promise<LabScript> {
    return this.call("POST faults/*/script", { step, kind, second, form }, { at: id });
  }
}

const sent = ({ name, text, files, setups }: Trial): Trial => ({ name, text, files, setups });
