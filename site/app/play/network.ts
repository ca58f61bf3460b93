// The playground needs no network. It says so when there is none, and takes over notices of the site.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Desk } from "./desk.ts";

/** A word in the bar while there is no network. */
export function offlineChip(): TemplateResult | typeof nothing {
  return navigator.onLine
    ? nothing
    : html`<span class="chip off-chip" role="status">${icon("check")}${t("offline.chip")}</span>`;
}

export function watchNetwork(desk: Desk, signal: AbortSignal): void {
  for (const change of ["online", "offline"]) addEventListener(change, () => desk.draw(), { signal });
  addEventListener(
    "rowkey:notice",
    (e) => {
      e.preventDefault(); // said here
      const { text, action } = (e as CustomEvent<{ text: string; action: { word: string; press: () => void } }>).detail;
      desk.say(text, action);
    },
    { signal },
  );
}
