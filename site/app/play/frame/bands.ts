// The bands between the bar of documents and the panes: what is special about the data of the document.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { num, t, time } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keepData } from "../data/keep-data.ts";
import type { Data, Screen, Script, Tabs, Workspace } from "../workspace/workspace.ts";

/** The notice that another tab keeps the data of this document: what is done here is done to a copy. */
export function ownerNotice(workspace: Workspace): TemplateResult | typeof nothing {
  if (!workspace.store.owner.copy) return nothing;
  return html`<div class="notice" data-kind="data" role="status">${icon("data")}<p><b>${t("owner.title")}</b> ${t(
    "owner.copy",
  )}</p><span class="notice-do">${button(t("owner.take"), () => void take(workspace), { kind: "small" })}${button(
    t("owner.document"),
    () => void own(workspace),
    { kind: "small" },
  )}</span></div>`;
}

/** Uses the data that the other tab has kept, here; that tab goes on with a copy. */
async function take(workspace: Data & Script & Screen): Promise<void> {
  await workspace.pane.stop();
  await workspace.store.takeOver();
  workspace.draw();
  await workspace.changed();
}

/** Makes a document of one's own of the text and the copy. */
async function own(workspace: Workspace): Promise<void> {
  await workspace.pane.stop();
  const kept = await workspace.store.take();
  const made = workspace.documents.add(t("owner.name", { title: workspace.document.title }));
  const why = await keepData(made.id, kept);
  void workspace.fill(made, workspace.pane.text);
  if (why) workspace.say(t("play.data.not", { why: t(`storage.${why}`) }));
}

/** While the table of a data set is made: how far it is, and Stop. */
export function makingBand(data: Data): TemplateResult | typeof nothing {
  const { making } = data.store;
  if (!making) return nothing;
  const { done, of } = making.progress;
  const { table } = making.makes;
  return html`<div class="notice">${icon("data")}<p
    role="status">${t("sets.making", { table, of: num(of) })}</p><progress max=${of} .value=${done} aria-label=${t(
      "sets.progress",
    )}></progress><span class="num">${num(done)}</span>${button(t("play.stop"), () => making.stop(), {
      kind: "small",
      icon: "stop",
    })}</div>`;
}

/** The notice above a script whose link brings a part of the rows that its sender had. */
export function partBand(tabs: Tabs): TemplateResult | typeof nothing {
  const { rows = 0, of = 0 } = tabs.document.sample.link?.brings ?? {};
  if (of <= rows) return nothing;
  return html`<div class="notice" data-kind="data" role="status">${icon("data")}<p><b>${t("opened.part")}</b> ${t(
    "opened.part.text",
    { n: num(rows), of: num(of) },
  )}</p></div>`;
}

/** The dark band while one looks at the past: what the data show is an earlier moment, and how to come back. */
export function pastBand(data: Data): TemplateResult | typeof nothing {
  const { journal } = data.store;
  if (!journal.past) return nothing;
  const here = journal.undoable;
  const at = time(here?.time ?? journal.start.time);
  const now = () => void data.goTo(journal.place(journal.list.length));
  return html`<div class="past" role="status">${icon("clock")}<p><b>${t("time.past", { time: at })}</b> ${t(
    "time.past.more",
  )}</p>${button(t("time.now"), now, { kind: "small", icon: "arrow" })}</div>`;
}
