// Tables that say in words what a picture shows, behind their label.
import { html, type TemplateResult } from "lit";
import { type Key, t } from "./i18n.ts";

/** The head of a table; "#" marks columns of numbers. */
export function heads(...keys: (Key | `#${Key}`)[]): TemplateResult {
  return html`<thead><tr>${keys.map((key) =>
    key.startsWith("#")
      ? html`<th scope="col" class="num">${t(key.slice(1) as Key)}</th>`
      : html`<th scope="col">${t(key as Key)}</th>`,
  )}</tr></thead>`;
}

export function fold(label: string, head: TemplateResult, rows: readonly TemplateResult[]): TemplateResult {
  return html`<details class="rl-list"><summary>${
    label
  }</summary><div class="grid-scroll" tabindex="0" role="group" aria-label=${label}><table class="rl-table"><caption
    class="vh">${label}</caption>${head}<tbody>${rows}</tbody></table></div></details>`;
}
