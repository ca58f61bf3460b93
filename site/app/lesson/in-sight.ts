// What is in sight of the checks beside the text. In a low window they are folded to the one that fails, unless the
// reader has chosen; in any, the one that fails is scrolled to.
import { keepText, readText } from "../ui/storage.ts";

const KEY = "rowkey/checks";
const BESIDE = "(width >= 60rem)";
const LOW = `${BESIDE} and (height < 52rem)`; // where task, script and answers need the room

export function foldedChecks(): boolean {
  const chosen = readText(KEY);
  return chosen === "folded" || (chosen !== "all" && matchMedia(LOW).matches);
}

/** Keeps what the reader has chosen, and returns it. */
export function keepFolded(folded: boolean): boolean {
  keepText(KEY, folded ? "folded" : "all");
  return folded;
}

/** Whether the checks are beside the script; on a phone they are below its answers. */
export function areBeside(): boolean {
  return matchMedia(BESIDE).matches;
}

/** Scrolls the checks to the first that fails. On a phone, where the whole page would scroll, nothing moves. */
export function showFailing(checks: Element | null): void {
  if (areBeside()) checks?.querySelector("[data-first]")?.scrollIntoView({ block: "nearest" });
}
