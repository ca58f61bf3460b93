// What the parts of the playground may ask of it. Each says which of these it needs; the playground is all of them.
import type { Language } from "../../editor/script-editor.ts";
import type { Control } from "../../engine/control.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RunResult } from "../../engine/run-script.ts";
import type { ScriptPane } from "../../script/pane.ts";
import type { Read } from "../../script/results.ts";
import type { PlayStore } from "../data/store.ts";
import type { Documents, PlayDocument } from "../documents/documents.ts";

/** The data of the open document, and the engine that holds them. */
export interface Data {
  readonly engine: Engine;
  readonly control: Control;
  readonly store: PlayStore;
  /** Looks at the store again: something but a run has changed it. store.mark(label) before the change gives it a
   * name. */
  changed(): Promise<void>;
  /** Takes the last change back, or brings the next one again. */
  step(by: -1 | 1): Promise<void>;
  /** Brings the data of a place of the journal; with look nothing is kept. */
  goTo(place: number, look?: boolean): Promise<void>;
  reset(): Promise<void>;
  /** Brings back the data from before the last reset or snapshot. */
  undoReset(): Promise<void>;
}

/** The documents, each with a tab, and the one that is open. */
export interface Tabs {
  readonly documents: Documents;
  readonly document: PlayDocument;
  /** The id of the document that is open as soon as the run before it has ended. */
  readonly coming: string;
  /** Opens a new document with a text and turns to it. */
  add(title: string, text: string, language?: Language): void;
  /** Turns to a document with a text; the promise is kept when its data are there. */
  fill(document: PlayDocument, text: string): Promise<void>;
  /** Turns to a document that is known: open, a sample, or closed before. */
  turn(id: string): Promise<void>;
  /** Lets the reader change the name of the document. */
  rename(): void;
  /** Begins again with the text and the data that the document began with; the text of now is kept. */
  startOver(): Promise<void>;
}

/** A run that is over. */
export interface Ran {
  result: RunResult;
  reads: readonly Read[]; // with their pictures
  all: boolean; // of everything
  at: number; // milliseconds since 1970
}

/** The script with its results, and its last run. */
export interface Script {
  readonly pane: ScriptPane;
  readonly last: Ran | null;
  /** Runs everything, from fresh data if asked to. */
  runAll(fresh?: boolean): Promise<void>;
}

/** What the reader sees. */
export interface Screen {
  /** Draws the bars again. */
  draw(): void;
  /** Says a sentence in the bar, until the next run; an action may follow it. What holds for some script only goes when
   * that is another one. */
  say(
    text: string,
    action?: { word: string; press: () => void; stays?: boolean },
    holds?: (script: string) => boolean,
  ): void;
  /** Opens a panel, and moves the focus there if asked to. */
  show(panel: string, focus?: boolean): void;
}

/** The whole playground, for what hands it on. */
export interface Workspace extends Data, Tabs, Script, Screen {}
