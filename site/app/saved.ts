// The words beside a title that say whether the text is kept.
import { html, nothing, type TemplateResult } from "lit";
import type { Saved } from "./drafts.ts";
import { t, time } from "./i18n.ts";

export interface SavedActions {
  load: () => void; // the text of the other tab
  keep: () => void;
}

export function savedWords(s: Saved, actions: SavedActions): TemplateResult {
  if (s.state === "foreign") {
    return html`<span class="chip">${t("saved.foreign")} <button type="button" @click=${actions.load}>${t("saved.foreign.load")}</button> <button
      type="button" @click=${actions.keep}>${t("saved.foreign.keep")}</button></span>`;
  }
  const text = s.state === "saved" ? t("saved.here", { time: time(s.at) })
    : s.state === "restored" ? t("saved.restored")
    : s.state === "private" ? t("saved.private") : nothing;
  return html`<span class="saved">${text}</span>`;
}
