// What the reader has chosen, kept in this browser.
import { keepText, objectOf, readJSON, type Trouble } from "./storage.ts";

export interface Settings {
  plain: boolean; // plain text editor
  tabIndents: boolean;
  singleKeys: boolean; // shortcuts of one letter
  scores: boolean; // show them in lessons
}

const KEY = "rowkey/settings";
const USUAL: Settings = { plain: false, tabIndents: false, singleKeys: true, scores: true };

export function readSettings(): Settings {
  return settingsOf(readJSON(KEY));
}

/** Reads settings of any origin; what is missing or not a boolean is as usual. */
export function settingsOf(x: unknown): Settings {
  const kept = objectOf(x);
  const of = (name: keyof Settings): boolean => {
    const value = kept[name];
    return typeof value === "boolean" ? value : USUAL[name];
  };
  return { plain: of("plain"), tabIndents: of("tabIndents"), singleKeys: of("singleKeys"), scores: of("scores") };
}

/** Keeps one choice, or returns why not; editors that are open take it over when the page is loaded again. */
export function writeSetting(name: keyof Settings, value: boolean): Trouble | null {
  return keepText(KEY, JSON.stringify({ ...readSettings(), [name]: value }));
}
