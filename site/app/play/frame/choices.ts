// What the playground gives to the command palette: its actions, its panels and its documents.
import { t } from "../../ui/i18n.ts";
import type { MenuItem } from "../../ui/menu.ts";
import type { Panel } from "../workspace/panel.ts";
import { linesOf } from "../workspace/tool.ts";
import type { Screen, Tabs, Workspace } from "../workspace/workspace.ts";
import { DOC_TOOLS } from "./doc-tools.ts";

/** The shape is that of page/places.ts, which is above this folder. */
interface Choice {
  group: "actions" | "documents";
  title: string;
  icon: string;
  keys?: string;
  press: () => void;
}

/** Answers the palette until the signal says stop. */
export function offerChoices(workspace: Workspace, side: readonly Panel[], signal: AbortSignal): void {
  addEventListener(
    "rowkey:choices",
    (e) =>
      ((e as CustomEvent).detail as Choice[]).push(
        ...actions(workspace),
        ...panels(workspace, side),
        ...documents(workspace),
      ),
    { signal },
  );
}

function actions(workspace: Workspace): Choice[] {
  const tools = DOC_TOOLS.map((make) => make(workspace)).filter((x) => !x.hidden?.() && !x.disabled?.());
  const run = (title: "palette.run" | "palette.afresh", keys: string, fresh: boolean): Choice => ({
    group: "actions",
    title: t(title),
    icon: fresh ? "reset" : "run",
    keys,
    press: () => void workspace.runAll(fresh),
  });
  return [
    run("palette.run", "Mod+Shift+Enter", false),
    run("palette.afresh", "Mod+Shift+R", true),
    { group: "actions", title: t("docs.new"), icon: "plus", press: () => workspace.add(t("docs.untitled"), "") },
    ...tools
      .filter((x) => x.id !== "palette" && x.place !== "narrow") // the panels are offered below
      .flatMap((x) => linesOf(x).map((line) => choiceOf(x.icon, line))),
  ];
}

function choiceOf(icon: string, { word, press, keys }: MenuItem): Choice {
  return { group: "actions", title: word, icon, press, ...(keys ? { keys } : {}) };
}

/** All panels, also those that are not in sight. */
function panels(screen: Screen, side: readonly Panel[]): Choice[] {
  return side.map((panel) => ({
    group: "actions",
    title: t("palette.room", { room: t(panel.title) }),
    icon: "right",
    press: () => screen.show(panel.id, true),
  }));
}

function documents(tabs: Tabs): Choice[] {
  return tabs.documents.list
    .filter((d) => d.id !== tabs.coming)
    .map((d) => ({ group: "documents", title: d.title, icon: "script", press: () => tabs.turn(d.id) }));
}
