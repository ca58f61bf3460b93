// The buttons at the end of the bar of documents and the lines of the menu behind it. A new one is an entry here; see desk.ts.

import { html } from "lit";
import { sample } from "../../answer/code.ts";
import { button } from "../../ui/buttons.ts";
import { openDialog } from "../../ui/dialog.ts";
import { t, time, tn } from "../../ui/i18n.ts";
import { earlierOf, keepEarlier } from "../documents/earlier.ts";
import { chooseFile } from "../open/script-file.ts";
import { FIRST_PROGRAM } from "../program/first-program.ts";
import type { Desk, DocTool } from "../workspace/workspace.ts";

export const DOC_TOOLS: readonly ((desk: Desk) => DocTool)[] = [
  (desk) => changeTool(desk, -1),
  (desk) => changeTool(desk, 1),
  (desk) => ({
    id: "reset",
    word: () => t("play.reset"),
    icon: "reset",
    place: "bar",
    group: "change",
    press: () => void desk.reset(),
  }),
  (desk) => ({
    id: "share",
    word: () => t("share.title"),
    icon: "link",
    place: "bar",
    group: "save",
    press: () => void import("../share/share-dialog.ts").then((m) => m.showShare(desk)),
  }),
  (desk) => ({
    id: "query",
    word: () => t("query.tool"),
    icon: "filter",
    keys: "q",
    place: "menu",
    group: "script",
    press: () => void import("../query/query-dialog.ts").then((m) => m.buildQuery(desk)),
    hidden: () => desk.document.language === "js",
  }),
  (desk) => ({
    id: "format",
    word: () => t("format.tool"),
    icon: "check",
    keys: "Mod+Shift+F",
    place: "menu",
    group: "script",
    press: () => void tidy(desk),
    hidden: () => desk.document.language === "js",
  }),
  (desk) => ({
    id: "snapshots",
    word: () => t("snap.title"),
    icon: "box",
    place: "menu",
    group: "data",
    press: () => void import("../open/snapshot-dialog.ts").then((m) => m.showSnapshots(desk)),
  }),
  (desk) => ({
    id: "time",
    word: () => t("time.title"),
    icon: "clock",
    keys: "t",
    place: "menu",
    group: "room",
    press: () => desk.show("time", true),
  }),
  (desk) => ({
    id: "map",
    word: () => t("map.title"),
    icon: "map",
    place: "menu",
    group: "room",
    press: () => desk.show("map", true),
  }),
  (desk) => ({
    id: "rename",
    word: () => t("docs.rename"),
    icon: "edit",
    keys: "F2",
    place: "menu",
    group: "document",
    press: () => desk.rename(),
  }),
  (desk) => ({
    id: "open",
    word: () => t("docs.open"),
    icon: "take",
    place: "menu",
    group: "document",
    press: () => chooseFile(desk),
  }),
  (desk) => ({
    id: "sandbox",
    word: () => t("sandbox.tool"),
    icon: "tune",
    place: "menu",
    group: "room",
    press: () => desk.show("sandbox", true),
  }),
  (desk) => ({
    id: "limits",
    word: () => t("limits.tool"),
    icon: "limits",
    place: "menu",
    group: "room",
    press: () => desk.show("limits", true),
  }),
  (desk) => ({
    id: "over",
    word: () => t("docs.over"),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => void desk.startOver(),
  }),
  (desk) => ({
    id: "earlier",
    word: () => t("docs.earlier"),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => showEarlier(desk),
    disabled: () => !earlierOf(desk.document.id).length,
  }),
  (desk) => ({
    id: "closed",
    word: () => t("docs.reopen", { title: desk.documents.closed[0]?.title ?? "" }),
    icon: "undo",
    place: "menu",
    group: "document",
    press: () => desk.turn(desk.documents.closed[0]?.id ?? ""),
    hidden: () => !desk.documents.closed.length,
  }),
  (desk) => ({
    id: "js",
    word: () => t("docs.js"),
    icon: "plus",
    place: "menu",
    group: "document",
    press: () => desk.add(t("docs.program"), FIRST_PROGRAM, "js"),
  }),
  (desk) => ({
    id: "sets",
    word: () => t("sets.tool"),
    icon: "data",
    place: "menu",
    group: "data",
    press: () => void import("../make/sets-dialog.ts").then((m) => m.showSets(desk)),
  }),
  (desk) => ({
    id: "generate",
    word: () => t("make.tool"),
    icon: "plus",
    place: "menu",
    group: "data",
    press: () => void import("../make/generate-dialog.ts").then((m) => m.showGenerate(desk)),
  }),
  (desk) => ({
    id: "import",
    word: () => t("import.tool"),
    icon: "take",
    place: "menu",
    group: "data",
    press: () => void import("../transfer/import-dialog.ts").then((m) => m.showImport(desk)),
  }),
  (desk) => ({
    id: "export",
    word: () => t("export.tool"),
    icon: "arrow",
    place: "menu",
    group: "data",
    press: () => void import("../transfer/export-dialog.ts").then((m) => m.showExport(desk)),
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
  (desk) => toolFile(desk, "restclient"),
  (desk) => toolFile(desk, "httpyac"),
];

/** Tidies the script, and says how that can be taken back. */
async function tidy(desk: Desk): Promise<void> {
  const n = await desk.pane.format();
  if (n) desk.say(tn("format.done", n), { word: t("format.undo"), press: () => desk.pane.undo() });
  else desk.say(t("format.none"));
}

/** The script as a file for another tool. */
function toolFile(desk: Desk, tool: "restclient" | "httpyac"): DocTool {
  return {
    id: tool,
    word: () => t(`out.${tool}`),
    icon: "take",
    place: "menu",
    group: "save",
    press: () => void import("../export/export-script.ts").then((m) => m.saveScript(desk, tool)),
    hidden: () => desk.document.language === "js",
  };
}

/** Undo and redo of changes of the data. */
function changeTool(desk: Desk, by: -1 | 1): DocTool {
  const { journal } = desk.store;
  return {
    id: by < 0 ? "undo" : "redo",
    word: () => t(by < 0 ? "undo.change" : "undo.redo"),
    icon: by < 0 ? "undo" : "redo",
    keys: by < 0 ? "Mod+Shift+Backspace" : "Shift+u",
    place: "bar",
    group: "change",
    press: () => void desk.step(by),
    disabled: () => (by < 0 ? journal.undoable : journal.redoable) === null,
  };
}

/** The dialog "My earlier texts": what was there before a start over, to be brought back. */
function showEarlier(desk: Desk): void {
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
