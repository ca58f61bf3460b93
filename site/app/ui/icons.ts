// Icons and other marks that the pages define once in their sprite.
import { html, svg, type TemplateResult } from "lit";

/** Returns an icon of the sprite; it always stands beside a word or in a labelled control. */
export function icon(name: string): TemplateResult {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
}

/** Returns a bar that is filled to a share between 0 and 1. */
export function bar(share: number): TemplateResult {
  const width = Math.max(4, Math.round(share * 100));
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${svg`<path
    d="M0 0h${width}v1H0z"></path>`}</svg>`;
}

/** Returns the three blocks that step while something is under way. */
export function busy(): TemplateResult {
  return html`<span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>`;
}
