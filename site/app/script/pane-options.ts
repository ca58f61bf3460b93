// What a script pane needs from the page it stands in.
import type { Control, Source, StartOptions } from "../engine/control.ts";
import type { Engine } from "../engine/engine.ts";
import type { RunResult } from "../engine/run-script.ts";
import type { Exchange, Token } from "../engine/types.ts";
import type { Apart } from "./result-list.ts";
import type { Unit } from "./units.ts";

/** What runs a text that is no script of requests. */
export interface Programs {
  readonly busy: boolean;
  run: (text: string) => Promise<void>;
  /** Ends a run, and waits until all that follows it is done. */
  stop: () => Promise<void>;
  /** Goes to the line at which the last run stopped. */
  goToProblem: () => void;
  /** The text or the data are others. */
  forget: () => void;
}

/** Another document, and the way to it. */
export interface Elsewhere {
  title: string;
  go: () => void;
}

export interface PaneOptions {
  engine: Engine;
  control: Control;
  source: () => Omit<Source, "text">;
  label: string; // of the editor while it holds a script
  programs?: Programs;
  blockTools: boolean; // a Run button in each block
  whole?: boolean; // the key that runs the request at the cursor runs the whole script
  instead?: (line: number) => boolean; // says what else a line is, in place of a run of the request that it is in
  line?: boolean; // above each answer the key line moves as the request reads
  foldAll?: boolean; // after a run of everything answers fold to the line that teaches
  apart?: Apart; // when results have a list of their own, see ScriptPane.list
  next?: (x: Exchange) => void; // asks for the next page of an answer
  elsewhere?: (table: string) => Elsewhere | null; // where a table is that this store lacks
  cheaper?: (x: Exchange) => HTMLElement | null; // what would read less than a query
  announce: boolean; // say the outcome of a run in a live region
  prepare: (all: boolean) => Promise<StartOptions>; // brings the store into the state that the run begins with
  began?: (unit: Unit | null) => void; // a run of a unit, or of everything
  came?: (exchanges: readonly Exchange[]) => void; // while it runs
  mended?: (exchanges: readonly Exchange[]) => void; // were not sent for mistakes that are no longer there
  finished: (result: RunResult, all: boolean) => Promise<void> | void;
  changed: (text: string, tokens: Token[]) => void;
  busy: (running: boolean) => void;
  copyAs?: (x: Exchange) => void; // a request as code, where that is offered
  lost: () => Promise<void> | void; // the store is gone, after a crash or a forced stop
}
