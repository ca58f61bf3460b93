// The ways back. Undo takes changes of the data back, one after another, or leads to a moment on the line of time or to
// a snapshot. "Start over" is for the rest: the data, the text, or both as the document began.
import { html } from "lit";
import { sample } from "../../answer/code.ts";
import { button } from "../../ui/buttons.ts";
import { openDialog } from "../../ui/dialog.ts";
import { t, time } from "../../ui/i18n.ts";
import { earlierOf, keepEarlier } from "../documents/earlier.ts";
import type { DocTool } from "../workspace/tool.ts";
import type { Data, Script, Tabs, Workspace } from "../workspace/workspace.ts";

/** There from the first change on. */
export function undoTool(workspace: Workspace): DocTool {
  const { store } = workspace;
  const { journal } = store;
  return {
    id: "undo",
    word: () => t("undo.change"),
    icon: "undo",
    keys: "Mod+Shift+Backspace",
    place: "bar",
    group: "change",
    press: () => void workspace.step(-1),
    more: () => [
      { id: "moment", word: t("undo.moment"), press: () => workspace.show("time", true) },
      { id: "snapshots", word: t("snap.title"), press: () => showSnapshots(workspace) },
    ],
    disabled: () => journal.undoable === null && !store.undoable,
    hidden: () => !changed(store),
  };
}

export function showSnapshots(workspace: Workspace): void {
  void import("../open/snapshot-dialog.ts").then((m) => m.showSnapshots(workspace));
}

/** There with Undo, which would move away from under the pointer if Redo came with its first press. */
export function redoTool(data: Data): DocTool {
  const { store } = data;
  return {
    id: "redo",
    word: () => t("undo.redo"),
    icon: "redo",
    keys: "Shift+u",
    place: "bar",
    group: "change",
    press: () => void data.step(1),
    disabled: () => store.journal.redoable === null && !store.redoable,
    hidden: () => !changed(store),
  };
}

/** Tells whether there is a change of the data to undo, or one that was undone. */
function changed({ journal, undoable, redoable }: Data["store"]): boolean {
  return journal.list.length > 0 || undoable || redoable;
}

export function overTool(workspace: Workspace): DocTool {
  return {
    id: "over",
    word: () => t("docs.over"),
    icon: "reset",
    place: "bar",
    group: "over",
    more: () => [
      { id: "reset", word: t("play.reset"), press: () => void workspace.reset() },
      { id: "begin", word: t("docs.over.all"), press: () => void workspace.startOver() },
      {
        id: "earlier",
        word: t("docs.earlier"),
        press: () => showEarlier(workspace),
        disabled: !earlierOf(workspace.document.id).length,
      },
    ],
    hidden: () => !begun(workspace),
  };
}

/** The reader has begun: there is something to start over from. */
export function begun({ store, last, pane, document }: Workspace): boolean {
  const written = pane.text.trimEnd() !== document.sample.text.trimEnd();
  return written || last !== null || store.changed || store.undoable || earlierOf(document.id).length > 0;
}

/** The dialog "My earlier texts": what was there before a start over, to be brought back. */
function showEarlier(workspace: Tabs & Script): void {
  openDialog((dialog) => ({
    title: t("docs.earlier"),
    lead: t("docs.earlier.lead"),
    body: earlierOf(workspace.document.id).map(({ text, at }, i) => {
      const bring = () => {
        keepEarlier(workspace.document.id, workspace.pane.text, Date.now());
        workspace.pane.rewrite(text);
        dialog.close();
      };
      const title = t("docs.earlier.at", { time: time(at) });
      return html`<section class="earlier"><h3>${title}</h3>${sample(text, `${title}, ${i + 1}`)}<p
        class="actions">${button(t("docs.earlier.bring"), bring)}</p></section>`;
    }),
  }));
}
