// What was read and what came back, wherever a price is told.
import { html, type TemplateResult } from "lit";
import { num, t } from "../ui/i18n.ts";

/** "read 201 → returned 7" */
export function reads(read: number, returned: number): TemplateResult {
  return html`<span class="ro-reads">${t("reads.read")} <b>${num(read)}</b> <span aria-hidden="true">→</span><span class="vh">, </span> ${t("reads.returned")} <b>${num(returned)}</b></span>`;
}
