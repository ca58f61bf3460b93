// A panel: a tab of the side panel, and on a phone a part or a sheet.
import type { Key } from "../../ui/i18n.ts";
import type { Ran } from "./workspace.ts";

export interface Panel {
  id: string; // unique; the value of its tab
  title: Key;
  icon: string;
  key?: string; // a letter that opens it
  part?: boolean; // a part of its own on a phone, in the bar at the foot
  element: HTMLElement; // drawn by the panel itself
  count?: () => number; // beside its title, as far as the panel knows it
  /** It was opened or left. A panel that is closed asks the engine for nothing. */
  shown?(open: boolean): void | Promise<void>;
  /** A run is over. */
  ran?(run: Ran): void | Promise<void>;
  /** Other data: another document, a reset, a change by hand. */
  turned?(): void | Promise<void>;
}
