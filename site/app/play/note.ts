// A notice: a sentence below the bar of documents. It pushes the panes down, covers nothing, and stays until it is settled.
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";

export interface Note {
  text: string;
  action?: { word: string; press: () => void } | undefined;
}

export function noteStrip(note: Note | null, dismiss: () => void): TemplateResult {
  const { action } = note ?? {};
  const press = () => {
    dismiss();
    action?.press();
  };
  return html`<div class="play-note"><p role="status">${note?.text ?? nothing}</p>${
    note
      ? html`${action ? button(action.word, press, { kind: "small" }) : nothing}${iconButton("close", t("help.close"), dismiss)}`
      : nothing
  }</div>`;
}
