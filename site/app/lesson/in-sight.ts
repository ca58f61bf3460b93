// What is in sight beside the text. In a low window the checks are folded to the one that fails, unless the reader has
// chosen; in any, the one that fails is scrolled to, and so is what the reader opens.
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

/** Scrolls to what a press opens, before the reader sees it elsewhere. */
export function watchOpened(pane: Element): void {
  pane.addEventListener("click", (e) => {
    const opened = e.target instanceof Element ? e.target.closest("summary")?.parentElement : null;
    if (opened?.matches(".task details, .try-data")) requestAnimationFrame(() => showOpened(opened, pane));
  });
}

/** Scrolls a pane to a part that is open, as far as it fits. The page itself does not move. */
export function showOpened(part: Element, pane: Element): void {
  if (!part.matches("[open]")) return;
  for (const box of [part.closest(".task"), pane]) if (box) box.scrollTop += below(part, box);
}

/** How far a part is below the end of a box, at most until its own beginning is at that of the box. */
function below(part: Element, box: Element): number {
  const { top, bottom } = part.getBoundingClientRect();
  const room = box.getBoundingClientRect();
  return Math.max(0, Math.min(bottom - room.bottom, top - room.top));
}
