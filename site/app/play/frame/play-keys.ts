// Keys of the playground outside of its editor. Those with a modifier work everywhere on the page, single characters
// only outside of text fields, and they can be switched off.
import { isTyping } from "../../ui/dom.ts";
import { readSettings } from "../../ui/settings.ts";

export interface KeyActions {
  all: () => void;
  afresh: () => void;
  problem: (by: 1 | -1) => void;
  step: (by: 1 | -1) => void; // of the panes
  region: (by: 1 | -1) => void;
  rename: () => void;
  change: (by: 1 | -1) => void; // of the data: undo and redo
}

/** Listens until the signal says stop. */
export function watchPlayKeys(a: KeyActions, signal: AbortSignal): void {
  addEventListener(
    "keydown",
    (e) => {
      if (e.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (withModifier(e, a) || single(e, a)) e.preventDefault();
    },
    { signal },
  );
}

function withModifier(e: KeyboardEvent, a: KeyActions): boolean {
  const mod = (e.ctrlKey || e.metaKey) && !e.altKey;
  if (e.key === "F8") a.problem(e.shiftKey ? -1 : 1);
  else if (e.key === "F6") a.region(e.shiftKey ? -1 : 1);
  else if (e.key === "F2") a.rename();
  else if (mod && e.shiftKey && e.key === "Enter") a.all();
  else if (mod && e.shiftKey && e.key.toLowerCase() === "r") a.afresh();
  else if (mod && e.shiftKey && e.key === "Backspace") a.change(-1);
  else return false;
  return true;
}

function single(e: KeyboardEvent, a: KeyActions): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e) || !readSettings().singleKeys) return false;
  if (e.key === "[" || e.key === "]") a.step(e.key === "]" ? 1 : -1);
  else if (e.key === "u" || e.key === "U") a.change(e.shiftKey ? 1 : -1);
  else return false;
  return true;
}
