// The dialog "My earlier texts": what was there before a start over, to be brought back.
import { html } from "lit";
import { sample } from "../answer/code.ts";
import { button } from "../ui/buttons.ts";
import { openDialog } from "../ui/dialog.ts";
import { t, time } from "../ui/i18n.ts";
import type { Desk } from "./desk.ts";
import { earlierOf, keepEarlier } from "./earlier.ts";

export function showEarlier(desk: Desk): void {
  openDialog((dialog) => ({
    title: t("docs.earlier"),
    lead: t("docs.earlier.lead"),
    body: earlierOf(desk.document.id).map(({ text, at }, i) => {
      const bring = () => {
        keepEarlier(desk.document.id, desk.pane.text, Date.now());
        desk.pane.rewrite(text);
        dialog.close();
      };
      const title = t("docs.earlier.at", { time: time(at) });
      return html`<section class="earlier"><h3>${title}</h3>${sample(text, `${title}, ${i + 1}`)}<p class="actions">${button(
        t("docs.earlier.bring"),
        bring,
      )}</p></section>`;
    }),
  }));
}
