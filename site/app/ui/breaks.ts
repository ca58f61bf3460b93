// Where a long value may go on in the next line: behind what parts it, not inside of a key or a number.
import { html, type TemplateResult } from "lit";

/** Cuts a text behind each run of these characters. Pure. */
export function cutBehind(text: string, marks: string): string[] {
  return text.split(new RegExp(`(?<=[${marks}])(?![${marks}])`)).filter(Boolean);
}

/** Draws a text that breaks there, if it has to break. */
export function breakable(text: string, marks: string): TemplateResult[] {
  return cutBehind(text, marks).map((piece, i) => (i ? html`<wbr>${piece}` : html`${piece}`));
}
