// The playground before it is at work: on a phone it comes with the first touch, elsewhere at once.
import { isTyping } from "../ui/dom.ts";
import { readText } from "../ui/storage.ts";
import { LAST } from "./documents/sample.ts";

const SIGNS = ["pointerup", "scrollend", "focusin"] as const; // what a press meets stays until it is let go
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/** The element of the playground. */
interface Ground extends HTMLElement {
  begun?: Promise<void>; // once it is loaded: its data are there
}

/** Loads the playground, or waits for the reader where nothing is asked for and nothing is kept. */
export function startPlay(ground: Ground, loadParts: () => Promise<unknown>): void {
  let loading: Promise<unknown> | undefined;
  const load = () => {
    preload();
    loading ??= loadParts();
    return loading;
  };
  const narrow = matchMedia("(width < 50rem)");
  if (!narrow.matches || location.search || location.hash || readText(LAST) !== null) return void load();
  ground.addEventListener("pointerdown", preload, { once: true, passive: true });
  for (const sign of SIGNS) ground.addEventListener(sign, load, { once: true, capture: true, passive: true });
  narrow.addEventListener("change", load, { once: true });
  ground.addEventListener("click", (e) => goOn(ground, e.target as Element, load));
  watchFirstKey(ground, load);
}

/** Fetches together what the modules would ask for one after the other. */
function preload(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload][media]")) link.media = "all";
}

/** The first key brings the playground too; if it was none of the page's, it is pressed again. */
function watchFirstKey(ground: Ground, load: () => Promise<unknown>): void {
  const seen = new AbortController();
  addEventListener(
    "keydown",
    (e) => {
      if (ground.hasAttribute("state")) return seen.abort(); // it hears keys itself
      void load();
      if (MODIFIERS.includes(e.key)) return;
      seen.abort();
      void pressAgain(ground, e, load);
    },
    { signal: seen.signal },
  );
}

async function pressAgain(ground: Ground, e: KeyboardEvent, load: () => Promise<unknown>): Promise<void> {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = e;
  const typed = isTyping(e);
  await load();
  await ground.begun;
  if (e.defaultPrevented || typed) return;
  const again = new KeyboardEvent("keydown", { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true });
  document.body.dispatchEvent(again);
}

/** Presses what takes the place of a control that was pressed before. */
async function goOn(ground: Ground, pressed: Element, load: () => Promise<unknown>): Promise<void> {
  const early = pressed.closest<HTMLElement>("[data-late]");
  if (!early || early.ariaBusy) return;
  early.ariaBusy = "true";
  await load();
  await ground.begun;
  const late = ground.querySelector<HTMLElement>(early.dataset.late ?? "");
  late?.focus();
  late?.click();
}
