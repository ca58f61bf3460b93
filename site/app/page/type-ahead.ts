// What is typed while something that will take it is still loading: kept, so that no letter is lost.

export interface TypeAhead {
  /** What has been typed; null if Esc took it back. */
  text(): string | null;
  /** Lets keys go where they went before. */
  stop(): void;
}

/** Takes every key that writes, whatever has the focus, until it is stopped. */
export function typeAhead(): TypeAhead {
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
