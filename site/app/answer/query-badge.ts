// What a query is and what it cost, in a few marks: the badge of its class, and "read 201 → returned 7".
import { html, svg, type TemplateResult } from "lit";
import type { ClassName } from "../engine/types.ts";
import { num, t } from "../ui/i18n.ts";
import { type Kebab, kebab } from "../ui/query-classes.ts";

const MID = "M6 2h12v6H6z";
const LEFT = "M0 2h4v6H0z";
const RIGHT = "M20 2h4v6h-4z";
const SHAPES: Record<Kebab, [off: string, on: string]> = {
  "point": [LEFT + MID + RIGHT, "M10.75 0h2.5v10h-2.5z"],
  "row-range": [LEFT + MID + RIGHT, "M9 2h6v6H9z"],
  "partition-scan": [LEFT + RIGHT, MID],
  "partition-range": [LEFT, MID + RIGHT],
  "table-scan": ["", LEFT + MID + RIGHT],
};

/** Returns the small key line of a query class. */
export function glyph(name: ClassName): TemplateResult {
  const [off, on] = SHAPES[kebab(name)];
  return html`<svg class="glyph" viewBox="0 0 24 10" aria-hidden="true">${svg`<path class="glyph-off" d=${
    off
  }></path><path d=${on}></path>`}</svg>`;
}

/** Returns shape and word of a query class. */
export function badge(name: ClassName): TemplateResult {
  return html`<class-badge data-class=${kebab(name)}>${glyph(name)}${t(`class.${name}`)}</class-badge>`;
}

/** "read 201 → returned 7" */
export function reads(read: number, returned: number): TemplateResult {
  return html`<span class="ro-reads">${t("reads.read")} <b>${num(
    read,
  )}</b> <span aria-hidden="true">→</span><span class="vh">, </span> ${t("reads.returned")} <b>${num(
    returned,
  )}</b></span>`;
}
