// The control requests of the data centre at scale, which only the engine of the workbench answers.
import { Control } from "../engine/control.ts";
import type { ScaleForm, Simulated } from "../engine/types.ts";

export class ScaleControl extends Control {
  /** What can be set, and to what it is set if nobody does. */
  form(): Promise<ScaleForm> {
    return this.get("/-/scale");
  }

  /** Begins a run in place of the one before. */
  async begin(request: object): Promise<Simulated> {
    const body = JSON.stringify(request);
    const headers = { "Content-Type": "application/json" };
    return (await this.ask("/-/scale", { method: "PUT", headers, body })).json() as Promise<Simulated>;
  }

  /** Goes on by one slice; with stop, what is known so far. */
  step(stop: boolean): Promise<Simulated> {
    return this.post("/-/scale", { stop });
  }
}
