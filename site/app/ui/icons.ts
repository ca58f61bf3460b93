// Icons, class badges and other marks that the pages define once in their sprite.
import { html, svg, type TemplateResult } from "lit";
import { t } from "./i18n.ts";
import { kebab, type Kebab } from "./query-classes.ts";
import type { ClassName } from "../engine/types.ts";

/** Returns an icon of the sprite; it always stands beside a word or in a labelled control. */
export function icon(name: string): TemplateResult {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
}

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
  return html`<svg class="glyph" viewBox="0 0 24 10" aria-hidden="true">${svg`<path class="glyph-off" d=${off}></path><path d=${on}></path>`}</svg>`;
}

/** Returns shape and word of a query class. */
export function badge(name: ClassName): TemplateResult {
  return html`<class-badge data-class=${kebab(name)}>${glyph(name)}${t(`class.${name}`)}</class-badge>`;
}

/** Returns a bar that is filled to a share between 0 and 1. */
export function bar(share: number): TemplateResult {
  const width = Math.max(4, Math.round(share * 100));
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${svg`<path d="M0 0h${width}v1H0z"></path>`}</svg>`;
}

/** Returns the three blocks that step while something is under way. */
export function busy(): TemplateResult {
  return html`<span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>`;
}
