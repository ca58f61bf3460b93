// The words beside a title that say whether the text is kept, and why not.
import { html, nothing, type TemplateResult } from "lit";
import type { Drafts, Saved } from "./drafts.ts";
import { t, time } from "./i18n.ts";
import type { Trouble } from "./storage.ts";

export interface SavedActions {
  load: () => void; // the text of the other tab
  keep: () => void;
}

export function savedWords(s: Saved, actions: SavedActions): TemplateResult {
  if (s.state === "foreign")
    return chip(t("saved.foreign"), [t("saved.foreign.load"), actions.load], [t("saved.foreign.keep"), actions.keep]);
  if (s.state === "unsaved") return chip(unsaved(s.why));
  const text =
    s.state === "saved"
      ? t("saved.here", { time: time(s.at) })
      : s.state === "restored"
        ? t("saved.restored")
        : nothing;
  return html`<span class="saved">${text}</span>`;
}

/** A draft that cannot be read: it may be copied or thrown away, and until then it is there. */
export function asideWords(drafts: Drafts | null, changed: () => void): TemplateResult | typeof nothing {
  const text = drafts?.aside ?? null;
  if (text === null) return nothing;
  const drop = () => {
    drafts?.dropAside();
    changed();
  };
  return chip(
    t("saved.aside"),
    [t("saved.aside.copy"), () => void navigator.clipboard.writeText(text)],
    [t("saved.aside.drop"), drop],
  );
}

/** A sentence in a dialog, if a choice could not be kept. */
export function notKept(trouble: Trouble | null): TemplateResult | typeof nothing {
  return trouble ? html`<p role="alert">${unsaved(trouble)}</p>` : nothing;
}

function unsaved(why: Trouble): string {
  return t("saved.not", { why: t(`storage.${why}`) });
}

function chip(text: string, ...buttons: [label: string, press: () => void][]): TemplateResult {
  return html`<span class="chip">${text}${buttons.map(
    ([label, press]) => html` <button type="button" @click=${press}>${label}</button>`,
  )}</span>`;
}
