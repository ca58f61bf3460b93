// Notices: a sentence below the bar of documents. It pushes the panes down, covers nothing, and stays until it is
// settled.
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import type { Screen } from "../workspace/workspace.ts";

export interface Note {
  text: string;
  action?: { word: string; press: () => void; stays?: boolean } | undefined; // also when a script runs
  /** Of what is said about the script: whether it still is so. */
  holds?: ((script: string) => boolean) | undefined;
}

export function noteStrip(note: Note | null, dismiss: () => void): TemplateResult {
  const { action } = note ?? {};
  const press = () => {
    dismiss();
    action?.press();
  };
  return html`<div class="play-note"><p role="status">${note?.text ?? nothing}</p>${
    note
      ? html`${action ? button(action.word, press, { kind: "small" }) : nothing}${iconButton(
          "close",
          t("help.close"),
          dismiss,
        )}`
      : nothing
  }</div>`;
}

/** Takes over notices of the site, and follows whether there is a network. */
export function watchSite(screen: Screen, signal: AbortSignal): void {
  for (const change of ["online", "offline"]) addEventListener(change, () => screen.draw(), { signal });
  addEventListener(
    "rowkey:notice",
    (e) => {
      e.preventDefault(); // said here
      const { text, action } = (e as CustomEvent<{ text: string; action: { word: string; press: () => void } }>).detail;
      screen.say(text, action);
    },
    { signal },
  );
}
