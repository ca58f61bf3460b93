// Keys of the page itself. Single letters act outside of text fields only, and can be switched off.
import { isTyping } from "../ui/dom.ts";
import { onMac } from "../ui/keys.ts";
import { readSettings } from "../ui/settings.ts";

let opening = false; // the palette is on its way

export function watchKeys(): void {
  document.addEventListener("keydown", (e) => {
    if (e.key.toLowerCase() === "k" && (onMac ? e.metaKey : e.ctrlKey) && !e.altKey && !e.shiftKey) return palette(e);
    if (e.altKey && !e.ctrlKey && !e.metaKey)
      return step(e, e.key === "PageUp" ? "prev" : e.key === "PageDown" ? "next" : null);
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      isTyping(e) ||
      document.querySelector("dialog[open]") ||
      !readSettings().singleKeys
    )
      return;
    if (e.key === "/") search(e);
    else if (e.key === "?") void openHelp(e);
    else step(e, e.key === "p" ? "prev" : e.key === "n" ? "next" : null);
  });
  addEventListener("rowkey:palette", palette); // from a menu
  const help = document.querySelector<HTMLAnchorElement>('.top-tools a[href$="help/"]');
  help?.setAttribute("aria-keyshortcuts", "?");
  for (const b of document.querySelectorAll<HTMLElement>("button[data-help]")) {
    b.hidden = false;
    b.addEventListener("click", (e) => void openHelp(e));
  }
}

/** Follows the link to the step before or after; while a script runs nothing is lost by it. */
function step(e: KeyboardEvent, rel: "prev" | "next" | null): void {
  const link = rel && document.querySelector<HTMLAnchorElement>(`.lesson-bar a[rel="${rel}"]`);
  if (!link) return;
  e.preventDefault();
  link.click();
}

function search(e: KeyboardEvent): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type="search"][name="q"]')];
  const field = fields.find((f) => f.checkVisibility());
  if (!field) return;
  e.preventDefault();
  field.focus();
  field.select();
}

/**
 * Also from within text fields: the browser's own use of these keys, its address bar, is one key further. What is typed
 * until the palette is there is the first that it looks for.
 */
function palette(e: Event): void {
  e.preventDefault();
  if (opening || document.querySelector("dialog[open]")) return;
  opening = true;
  const early = typeAhead();
  void import("./palette.ts")
    .then((m) => m.openPalette(early.text))
    .finally(() => {
      early.stop();
      opening = false;
    });
}

async function openHelp(e: Event): Promise<void> {
  e.preventDefault();
  (await import("./help.ts")).showHelp();
}

/** What is typed while something that will take it is still loading: kept, so that no letter is lost. */
interface TypeAhead {
  /** What has been typed; null if Esc took it back. */
  text(): string | null;
  /** Lets keys go where they went before. */
  stop(): void;
}

/** Takes every key that writes, whatever has the focus, until it is stopped. */
function typeAhead(): TypeAhead {
  const over = new AbortController();
  let text: string | null = "";
  const take = (e: KeyboardEvent) => {
    const next = typedWith(text ?? "", e);
    if (next === undefined) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    text = next;
    if (next === null) over.abort();
  };
  addEventListener("keydown", take, { capture: true, signal: over.signal });
  return { text: () => text, stop: () => over.abort() };
}

/** The text after a key; null after Esc, undefined if the key is not meant for a text. */
export function typedWith(
  text: string,
  e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">,
): string | null | undefined {
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return undefined;
  if (e.key === "Escape") return null;
  if (e.key === "Backspace") return text.slice(0, -1);
  if (e.key === "Enter") return text; // nothing is chosen yet
  return [...e.key].length === 1 ? text + e.key : undefined;
}
