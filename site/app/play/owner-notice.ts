// The notice that another tab keeps the data of this document: what is done here is done to a copy.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Desk } from "./desk.ts";
import { keepData } from "./keep-data.ts";

export function ownerNotice(desk: Desk): TemplateResult | typeof nothing {
  if (!desk.store.owner.copy) return nothing;
  return html`<div class="notice" data-kind="data" role="status">${icon("data")}<p><b>${t("owner.title")}</b> ${t(
    "owner.copy",
  )}</p><span class="notice-do">${button(t("owner.take"), () => void take(desk), { kind: "small" })}${button(
    t("owner.document"),
    () => void own(desk),
    { kind: "small" },
  )}</span></div>`;
}

/** Uses the data that the other tab has kept, here; that tab goes on with a copy. */
async function take(desk: Desk): Promise<void> {
  await desk.pane.stop();
  await desk.store.takeOver();
  desk.draw();
  await desk.changed();
}

/** Makes a document of one's own of the text and the copy. */
async function own(desk: Desk): Promise<void> {
  await desk.pane.stop();
  const kept = await desk.store.take();
  const made = desk.documents.add(t("owner.name", { title: desk.document.title }));
  const why = await keepData(made.id, kept);
  void desk.fill(made, desk.pane.text);
  if (why) desk.say(t("play.data.not", { why: t(`storage.${why}`) }));
}
