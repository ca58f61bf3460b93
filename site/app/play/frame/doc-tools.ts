// The buttons at the end of the bar of documents and the lines of the menu behind it. A new one is an entry here; see
// workspace.ts.

import { type Key, t, tn } from "../../ui/i18n.ts";
import { chooseFile } from "../open/script-file.ts";
import { FIRST_PROGRAM } from "../program/first-program.ts";
import type { DocTool } from "../workspace/tool.ts";
import type { Screen, Script, Workspace } from "../workspace/workspace.ts";
import { begun, overTool, redoTool, undoTool } from "./ways-back.ts";

export const DOC_TOOLS: readonly ((workspace: Workspace) => DocTool)[] = [
  undoTool,
  redoTool,
  overTool,
  shareTool,
  (workspace) => ({
    id: "query",
    word: () => t("query.tool"),
    icon: "filter",
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
  (workspace) => roomTool(workspace, "time", "time.title", "clock"),
  (workspace) => roomTool(workspace, "map", "map.title", "map"),
  (workspace) => roomTool(workspace, "races", "lab.races", "branch"),
  (workspace) => roomTool(workspace, "faults", "lab.faults", "fault"),
  (workspace) => roomTool(workspace, "limits", "limits.tool", "limits"),
  (workspace) => roomTool(workspace, "sandbox", "sandbox.tool", "tune"),
  (workspace) => toolFile(workspace, "restclient"),
  (workspace) => toolFile(workspace, "httpyac"),
];

/** In the bar as soon as there is something of one's own to share. */
function shareTool(workspace: Workspace): DocTool {
  return {
    id: "share",
    word: () => t("share.title"),
    icon: "link",
    get place() {
      const { link, makes } = workspace.document.sample;
      return link || makes || begun(workspace) ? "bar" : "menu";
    },
    group: "save",
    press: () => void import("../share/share-dialog.ts").then((m) => m.showShare(workspace)),
  };
}

/** Tidies the script, and says how that can be taken back. */
async function tidy(workspace: Script & Screen): Promise<void> {
  const n = await workspace.pane.format();
  const tidied = workspace.pane.text;
  const undo = { word: t("format.undo"), press: () => workspace.pane.undo() };
  if (n) workspace.say(tn("format.done", n), undo, (text) => text === tidied);
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

/** On a phone, which has a bar for the panels that most scripts need, the others are lines of the menu. */
function roomTool(workspace: Workspace, id: string, word: Key, icon: string): DocTool {
  return { id, word: () => t(word), icon, place: "narrow", group: "room", press: () => workspace.show(id, true) };
}
