// What the application asks: filters that a reader pastes, and the questions that become of them.
import { html, nothing, type TemplateResult } from "lit";
import type { ProfiledSheet } from "../engine/types.ts";
import { isKey, num, t, tn } from "../ui/i18n.ts";
import type { OwnTable } from "./own-table.ts";

export function questionsView(own: OwnTable): TemplateResult {
  return html`<section aria-labelledby="own-asks"><header><h2 id="own-asks">${t("own.asks")}</h2><p class="muted">${t("own.asks.note")}</p></header>
    <label class="own-filters"><span>${t("own.filters")}</span><textarea rows="5" spellcheck="false" autocapitalize="off" autocomplete="off" .value=${own.filters}
      @input=${(e: Event) => own.setFilters((e.target as HTMLTextAreaElement).value)}></textarea></label>
    <div role="status">${own.sheet ? found(own.sheet) : nothing}</div></section>`;
}

function found(sheet: ProfiledSheet): TemplateResult {
  const asks = sheet.text.split("\n").filter((line) => line.startsWith("# @ask "));
  return html`${asks.length ? html`<p>${tn("own.asks.found", asks.length)}</p><ul class="own-list">${asks.map((a) => html`<li><code>${a.slice("# @ask ".length)}</code></li>`)}</ul>` : nothing}
    ${sheet.unread.length ? html`<p>${tn("own.asks.unread", sheet.unread.length)}</p><ul class="own-list">${sheet.unread.map((u) => html`<li>${t("own.line", { n: num(u.line) })}: ${why(u.why)}</li>`)}</ul>` : nothing}`;
}

function why(code: string): string {
  const key = `own.unread.${code}`;
  return isKey(key) ? t(key) : code;
}
