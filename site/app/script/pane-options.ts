// What a script pane needs from the page it stands in.
import type { Control, Source, StartOptions } from "../engine/control.ts";
import type { Engine } from "../engine/engine.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Token } from "../engine/types.ts";

export interface PaneOptions {
  engine: Engine;
  control: Control;
  source: () => Omit<Source, "text">;
  label: string;
  blockTools: boolean; // a Run button in each block
  announce: boolean; // say the outcome of a run in a live region
  prepare: (all: boolean) => Promise<StartOptions>; // brings the store into the state that the run begins with
  finished: (result: RunResult, all: boolean) => Promise<void> | void;
  changed: (text: string, tokens: Token[]) => void;
  busy: (running: boolean) => void;
  lost: () => Promise<void> | void; // the store is gone, after a crash or a forced stop
}
