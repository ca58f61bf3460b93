// The field in which the value of a cell is changed. A value of several lines has a field of several: one line alone would
// lose them, for browsers leave line ends out of it.
import { html, type TemplateResult } from "lit";
import { t } from "../ui/i18n.ts";
import type { Draft } from "./grid-edit.ts";

const MOST = 6; // lines that are seen at once

export function cellField(draft: Draft, typed: () => void): TemplateResult {
  const label = t("grid.cell", { name: draft.name, type: draft.type, key: draft.key });
  const lines = draft.text.split(/\r\n|\r|\n/).length;
  const change = (e: Event) => {
    draft.text = sameEnds((e.target as HTMLInputElement | HTMLTextAreaElement).value, draft.text);
    typed();
  };
  if (lines > 1)
    return html`<textarea rows=${Math.min(lines + 1, MOST)} autocomplete="off" spellcheck="false" .value=${draft.text} aria-label=${label}
      aria-describedby="edit-req" @input=${change}></textarea>`;
  return html`<input type="text" autocomplete="off" spellcheck="false" .value=${draft.text} aria-label=${label}
      aria-describedby="edit-req" @input=${change}>`;
}

/** Gives a text the line ends of another: a field has \n alone. */
export function sameEnds(text: string, like: string): string {
  const end = /\r\n|\r/.exec(like)?.[0];
  return end ? text.replaceAll("\n", end) : text;
}
