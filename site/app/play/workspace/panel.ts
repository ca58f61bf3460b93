// A panel: a tab of the side panel, and on a phone a part or a sheet.
import type { Key } from "../../ui/i18n.ts";
import type { Ran } from "./workspace.ts";

/** What a panel is for that most scripts do not have. */
export interface Special {
  about: Key; // what it shows
  why: () => Key; // says why it is there, when it comes by itself
  wanted: () => boolean; // the script, or its last run, has something for it
}

export interface Panel {
  id: string; // unique; the value of its tab
  title: Key;
  icon: string;
  part?: boolean; // a part of its own on a phone, in the bar at the foot
  special?: Special; // it is for some scripts; without this it is always in sight
  element: HTMLElement; // drawn by the panel itself
  count?: () => number; // beside its title, as far as the panel knows it
  /** It was opened or left. A panel that is closed asks the engine for nothing. */
  shown?(open: boolean): void | Promise<void>;
  /** A run is over. */
  ran?(run: Ran): void | Promise<void>;
  /** Other data: another document, a reset, a change by hand. */
  turned?(): void | Promise<void>;
}
