// What a laboratory asks of the place where it is: the playground, or an example of a lesson.
import type { Source } from "../engine/control.ts";
import type { LabControl } from "./lab-control.ts";

export type LabKind = "races" | "faults";

export interface LabHost {
  /** The script as it is now. */
  source(): Source;
  /** The clients that the script names, in the order of their first request. */
  clients(): string[];
  /** Brings the data that a run would begin with into the engine of the laboratory; returns the scripts that have
   * filled them. */
  prepare(control: LabControl): Promise<string[]>;
  /** Changes whenever the data do: results of other data are out of date. */
  mark(): string;
  /** What is wrong in a line of the script, "" if nothing is known. */
  remark?(line: number): string;
  /** Goes to a line of the script. */
  goTo?(line: number): void;
  /** Replaces the script, as an edit that can be undone. */
  rewrite?(text: string): void;
  /** Opens a script as a document of its own, with the data that the trial began with, and runs it if asked to. */
  open?(title: string, text: string, run: boolean): Promise<void>;
  /** Opens the example of a laboratory. */
  example?(kind: LabKind): void;
}
