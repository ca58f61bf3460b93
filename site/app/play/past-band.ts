// The dark band while one looks at the past: what the data show is an earlier moment, and how to come back.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { t, time } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Desk } from "./desk.ts";

export function pastBand(desk: Desk): TemplateResult | typeof nothing {
  const { journal } = desk.store;
  if (!journal.past) return nothing;
  const here = journal.undoable;
  const at = time(here?.time ?? journal.start.time);
  const now = () => void desk.goTo(journal.place(journal.list.length));
  return html`<div class="past" role="status">${icon("clock")}<p><b>${t("time.past", { time: at })}</b> ${t(
    "time.past.more",
  )}</p>${button(t("time.now"), now, { kind: "small", icon: "arrow" })}</div>`;
}
