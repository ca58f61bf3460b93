// The dialog "Snapshots": copies of the data with names, to be brought back.
import { html, nothing } from "lit";
import { button } from "../../ui/buttons.ts";
import { type Dialog, openDialog } from "../../ui/dialog.ts";
import { num, t, time } from "../../ui/i18n.ts";
import { dropSnapshot, keepSnapshot, readSnapshots, type Snapshot } from "../data/keep-snapshots.ts";
import type { Workspace } from "../workspace/workspace.ts";

export async function showSnapshots(workspace: Workspace): Promise<void> {
  const { id } = workspace.document;
  let list: Snapshot[] = [];
  let said = "";
  const look = async (d: Dialog, what = "") => {
    const found = await readSnapshots(id);
    list = Array.isArray(found) ? found : [];
    said = Array.isArray(found) ? what : t("snap.not", { why: t(`storage.${found}`) });
    d.draw();
  };
  const save = async (d: Dialog, e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const name = String(new FormData(form).get("name")).trim();
    if (!name) return;
    await workspace.store.load();
    const why = await keepSnapshot(id, { ...(await workspace.store.take()), name, at: Date.now() });
    form.reset();
    await look(d, why ? t("snap.not", { why: t(`storage.${why}`) }) : t("snap.saved", { name }));
  };
  const dialog = openDialog((d) => ({
    title: t("snap.title"),
    lead: t("snap.lead"),
    body: html`<form class="snap-new" @submit=${(e: SubmitEvent) => void save(d, e)}><label>${t(
      "snap.name",
    )} <input name="name" maxlength="60" required autocomplete="off"></label><button class="button"
    data-kind="primary">${t("snap.save")}</button></form><p role="status" class="snap-said">${said || nothing}</p>${
      list.length
        ? html`<ul class="snap-list">${list.map((s) => line(s, d))}</ul>`
        : html`<p class="muted">${t("snap.none")}</p>`
    }`,
  }));
  const line = (s: Snapshot, d: Dialog) =>
    html`<li><span><b>${s.name}</b> <span class="muted">${time(s.at)}, ${t("snap.size", {
      n: num(Math.ceil(s.data.byteLength / 1000)),
    })}</span></span><span class="actions">${button(t("snap.restore"), () => void restore(s, d), {
      kind: "small",
    })}${button(
      t("snap.delete"),
      () => void dropSnapshot(id, s.name).then(() => look(d, t("snap.deleted", { name: s.name }))),
      {
        kind: "small",
      },
    )}</span></li>`;
  const restore = async (s: Snapshot, d: Dialog) => {
    await workspace.pane.stop();
    try {
      await workspace.store.load();
      const why = await workspace.store.put(s);
      d.close();
      await workspace.changed();
      workspace.say(why ? t("play.data.not", { why: t(`storage.${why}`) }) : t("snap.restored", { name: s.name }), {
        word: t("snap.undo"),
        press: () => void workspace.undoReset(),
      });
    } catch {
      await look(d, t("snap.unreadable"));
    }
  };
  await look(dialog);
}
