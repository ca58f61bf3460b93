// What the reader has chosen, kept in this browser.

export interface Settings {
  plain: boolean; // plain text editor
  tabIndents: boolean;
  singleKeys: boolean; // shortcuts of one letter
  scores: boolean; // show them in lessons
}

const KEY = "rowkey/settings";
const USUAL: Settings = { plain: false, tabIndents: false, singleKeys: true, scores: true };

export function readSettings(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

/** Keeps one choice; editors that are open take it over when the page is loaded again. */
export function writeSetting(name: keyof Settings, value: boolean): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSettings(), [name]: value }));
  } catch {
    // a private window: the choice holds for nothing
  }
}
