// What can be learnt from the code that the page was built with.
import type { Token } from "../engine/types.ts";

/** Returns the colours of highlighted lines as tokens, so that an editor has them before the engine is there. */
export function tokensOf(element: Element | null): Token[] {
  const tokens: Token[] = [];
  if (!element) return tokens;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    const kind = [...(node.parentElement?.classList ?? [])].find((c) => c.startsWith("t-"));
    if (kind) tokens.push([at, at + length, kind.slice(2)]);
    at += length;
  }
  return tokens;
}

/** Where a press has put the caret in the text of an element, null if it is elsewhere. */
export function caretIn(element: Element | null): number | null {
  const { anchorNode: node, anchorOffset: at } = getSelection() ?? { anchorNode: null, anchorOffset: 0 };
  if (!node || !element?.contains(node)) return null;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, at);
  return before.toString().length;
}

/** The page names what comes next in a link behind the text. */
export function nextTitle(otherwise: string): string {
  const link = document.querySelector(".next a");
  return (link?.lastChild?.textContent ?? "").trim() || otherwise;
}

/** The last step names the end of the course below its text; null on any other. */
export function courseEnd(): { title: string; href: string } | null {
  const head = document.getElementById("course-end");
  return head && { title: head.textContent ?? "", href: `#${head.id}` };
}
