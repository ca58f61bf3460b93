// The buttons at the end of the bar of documents and the lines of the menu behind it. A new one is an entry here; see
// workspace.ts.

import { html } from "lit";
import { sample } from "../../answer/code.ts";
import { button } from "../../ui/buttons.ts";
import { openDialog } from "../../ui/dialog.ts";
import { t, time, tn } from "../../ui/i18n.ts";
import { earlierOf, keepEarlier } from "../documents/earlier.ts";
import { chooseFile } from "../open/script-file.ts";
import { FIRST_PROGRAM } from "../program/first-program.ts";
import type { DocTool } from "../workspace/tool.ts";
import type { Data, Screen, Script, Tabs, Workspace } from "../workspace/workspace.ts";

export const DOC_TOOLS: readonly ((workspace: Workspace) => DocTool)[] = [
  (workspace) => changeTool(workspace, -1),
  (workspace) => changeTool(workspace, 1),
  (workspace) => ({
    id: "reset",
    word: () => t("play.reset"),
    icon: "reset",
    place: "bar",
    group: "change",
    press: () => void workspace.reset(),
  }),
  (workspace) => ({
    id: "share",
    word: () => t("share.title"),
    icon: "link",
    place: "bar",
    group: "save",
    press: () => void import("../share/share-dialog.ts").then((m) => m.showShare(workspace)),
  }),
  (workspace) => ({
    id: "query",
    word: () => t("query.tool"),
    icon: "filter",
    keys: "q",
    place: "menu",
    group: "script",
    press: () => void import("../query/query-dialog.ts").then((m) => m.buildQuery(workspace)),
    hidden: () => workspace.document.language === "js",
  }),
  (workspace) => ({
    id: "format",
    word: () => t("format.tool"),
    icon: "check",
    keys: "Mod+Shift+F",
    place: "menu",
    group: "script",
    press: () => void tidy(workspace),
    hidden: () => workspace.document.language === "js",
  }),
  (workspace) => ({
    id: "snapshots",
    word: () => t("snap.title"),
    icon: "box",
    place: "menu",
    group: "data",
    press: () => void import("../open/snapshot-dialog.ts").then((m) => m.showSnapshots(workspace)),
  }),
  (workspace) => ({
    id: "time",
    word: () => t("time.title"),
    icon: "clock",
    keys: "t",
    place: "menu",
    group: "room",
    press: () => workspace.show("time", true),
  }),
  (workspace) => ({
    id: "map",
    word: () => t("map.title"),
    icon: "map",
    place: "menu",
    group: "room",
    press: () => workspace.show("map", true),
  }),
  (workspace) => ({
    id: "rename",
    word: () => t("docs.rename"),
    icon: "edit",
    keys: "F2",
    place: "menu",
    group: "document",
    press: () => workspace.rename(),
  }),
  (workspace) => ({
    id: "open",
    word: () => t("docs.open"),
    icon: "take",
    place: "menu",
    group: "document",
    press: () => chooseFile(workspace),
  }),
  (workspace) => ({
    id: "sandbox",
    word: () => t("sandbox.tool"),
    icon: "tune",
    place: "menu",
    group: "room",
    press: () => workspace.show("sandbox", true),
  }),
  (workspace) => ({
    id: "limits",
    word: () => t("limits.tool"),
    icon: "limits",
    place: "menu",
    group: "room",
    press: () => workspace.show("limits", true),
  }),
  (workspace) => ({
    id: "over",
    word: () => t("docs.over"),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => void workspace.startOver(),
  }),
  (workspace) => ({
    id: "earlier",
    word: () => t("docs.earlier"),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => showEarlier(workspace),
    disabled: () => !earlierOf(workspace.document.id).length,
  }),
  (workspace) => ({
    id: "closed",
    word: () => t("docs.reopen", { title: workspace.documents.closed[0]?.title ?? "" }),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => workspace.turn(workspace.documents.closed[0]?.id ?? ""),
    hidden: () => !workspace.documents.closed.length,
  }),
  (workspace) => ({
    id: "js",
    word: () => t("docs.js"),
    icon: "plus",
    place: "menu",
    group: "document",
    press: () => workspace.add(t("docs.program"), FIRST_PROGRAM, "js"),
  }),
  (workspace) => ({
    id: "sets",
    word: () => t("sets.tool"),
    icon: "data",
    place: "menu",
    group: "data",
    press: () => void import("../make/sets-dialog.ts").then((m) => m.showSets(workspace)),
  }),
  (workspace) => ({
    id: "generate",
    word: () => t("make.tool"),
    icon: "plus",
    place: "menu",
    group: "data",
    press: () => void import("../make/generate-dialog.ts").then((m) => m.showGenerate(workspace)),
  }),
  (workspace) => ({
    id: "import",
    word: () => t("import.tool"),
    icon: "take",
    place: "menu",
    group: "data",
    press: () => void import("../transfer/import-dialog.ts").then((m) => m.showImport(workspace)),
  }),
  (workspace) => ({
    id: "export",
    word: () => t("export.tool"),
    icon: "arrow",
    place: "menu",
    group: "data",
    press: () => void import("../transfer/export-dialog.ts").then((m) => m.showExport(workspace)),
  }),
  () => ({
    id: "palette",
    word: () => t("palette.open"),
    icon: "search",
    keys: "Mod+K",
    place: "menu",
    group: "script",
    press: () => dispatchEvent(new Event("rowkey:palette")),
  }),
  (workspace) => toolFile(workspace, "restclient"),
  (workspace) => toolFile(workspace, "httpyac"),
];

/** Tidies the script, and says how that can be taken back. */
async function tidy(workspace: Script & Screen): Promise<void> {
  const n = await workspace.pane.format();
  if (n) workspace.say(tn("format.done", n), { word: t("format.undo"), press: () => workspace.pane.undo() });
  else workspace.say(t("format.none"));
}

/** The script as a file for another tool. */
function toolFile(workspace: Workspace, tool: "restclient" | "httpyac"): DocTool {
  return {
    id: tool,
    word: () => t(`out.${tool}`),
    icon: "take",
    place: "menu",
    group: "save",
    press: () => void import("../export/export-script.ts").then((m) => m.saveScript(workspace, tool)),
    hidden: () => workspace.document.language === "js",
  };
}

/** Undo and redo of changes of the data. */
function changeTool(data: Data, by: -1 | 1): DocTool {
  const { journal } = data.store;
  return {
    id: by < 0 ? "undo" : "redo",
    word: () => t(by < 0 ? "undo.change" : "undo.redo"),
    icon: by < 0 ? "undo" : "redo",
    keys: by < 0 ? "Mod+Shift+Backspace" : "Shift+u",
    place: "bar",
    group: "change",
    press: () => void data.step(by),
    disabled: () => (by < 0 ? journal.undoable : journal.redoable) === null,
  };
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
