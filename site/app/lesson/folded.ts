// Whether the checks of a step are folded to the one that fails: in a low window, unless the reader has chosen.
import { keepText, readText } from "../ui/storage.ts";

const KEY = "rowkey/checks";
const LOW = "(width >= 60rem) and (height < 52rem)"; // beside the text, where script and answers need the room

export function foldedChecks(): boolean {
  const chosen = readText(KEY);
  return chosen === "folded" || (chosen !== "all" && matchMedia(LOW).matches);
}

/** Keeps what the reader has chosen, and returns it. */
export function keepFolded(folded: boolean): boolean {
  keepText(KEY, folded ? "folded" : "all");
  return folded;
}
