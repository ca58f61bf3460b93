// What the parts of the playground know of each other: the desk they work at, the rooms of its panel, the buttons of its bars.
import type { Language } from "../../editor/script-editor.ts";
import type { Control } from "../../engine/control.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RunResult } from "../../engine/run-script.ts";
import type { ScriptPane } from "../../script/pane.ts";
import type { Read } from "../../script/results.ts";
import type { Key } from "../../ui/i18n.ts";
import type { PlayStore } from "../data/store.ts";
import type { Documents, PlayDocument } from "../documents/documents.ts";

/** A run that is over. */
export interface Ran {
  result: RunResult;
  reads: readonly Read[]; // with their pictures
  all: boolean; // of everything
  at: number; // milliseconds since 1970
}

/** What rooms, buttons and dialogs may ask of the playground. */
export interface Desk {
  readonly engine: Engine;
  readonly control: Control;
  readonly store: PlayStore;
  readonly pane: ScriptPane;
  readonly documents: Documents;
  readonly document: PlayDocument;
  readonly last: Ran | null;
  /** Draws the bars again. */
  draw(): void;
  /** Says a sentence in the bar, until the next run; an action may stand behind it. */
  say(text: string, action?: { word: string; press: () => void }): void;
  /** Opens a room, and moves the focus there if asked to. */
  show(room: string, focus?: boolean): void;
  /** Runs everything, from fresh data if asked to. */
  runAll(fresh?: boolean): Promise<void>;
  reset(): Promise<void>;
  /** Looks at the store again: something but a run has changed it. store.mark(label) before the change gives it a name. */
  changed(): Promise<void>;
  /** Takes the last change of the data back, or brings the next one again. */
  step(by: -1 | 1): Promise<void>;
  /** Brings the data of a place of the journal; with look nothing is kept. */
  goTo(place: number, look?: boolean): Promise<void>;
  /** Opens a new document with a text and turns to it. */
  add(title: string, text: string, language?: Language): void;
  /** Turns to a document with a text; the promise is kept when its data are there. */
  fill(document: PlayDocument, text: string): Promise<void>;
  /** Brings back the data from before the last reset or snapshot. */
  undoReset(): Promise<void>;
  /** Turns to a document that is known: open, a sample, or closed before. */
  turn(id: string): Promise<void>;
  /** Lets the reader change the name of the document. */
  rename(): void;
  /** Begins again with the text and the data that the document began with; the text of now is kept. */
  startOver(): Promise<void>;
}

/** A room: a tab of the side panel, and on a phone a part or a sheet. */
export interface Room {
  id: string; // unique; the value of its tab
  title: Key;
  icon: string;
  key?: string; // a letter that opens it
  part?: boolean; // a part of its own on a phone, in the bar at the foot
  element: HTMLElement; // drawn by the room itself
  count?: () => number; // beside its title, as far as the room knows it
  /** It was opened or left. A room that is closed asks the engine for nothing. */
  shown?(open: boolean): void | Promise<void>;
  /** A run is over. */
  ran?(run: Ran): void | Promise<void>;
  /** Other data: another document, a reset, a change by hand. */
  turned?(): void | Promise<void>;
}

/** The groups of the menu, in their order. */
export const TOOL_GROUPS = ["change", "script", "document", "data", "room", "save"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** A button at the end of the bar of documents, or a line of the menu behind it. */
export interface DocTool {
  id: string;
  word: () => string;
  icon: string;
  keys?: string;
  place: "bar" | "menu"; // "bar": with its word, on a phone in the menu
  group: ToolGroup; // of the menu
  press: () => void;
  hidden?: () => boolean;
  disabled?: () => boolean;
}
