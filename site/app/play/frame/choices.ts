// What the playground gives to the command palette: its actions, its rooms and its documents.
import { t } from "../../ui/i18n.ts";
import type { Desk } from "../workspace/workspace.ts";
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
export function offerChoices(desk: Desk, signal: AbortSignal): void {
  addEventListener(
    "rowkey:choices",
    (e) => ((e as CustomEvent).detail as Choice[]).push(...actions(desk), ...rooms(desk), ...documents(desk)),
    { signal },
  );
}

function actions(desk: Desk): Choice[] {
  const tools = DOC_TOOLS.map((make) => make(desk)).filter((x) => !x.hidden?.() && !x.disabled?.());
  const run = (title: "palette.run" | "palette.afresh", keys: string, fresh: boolean): Choice => ({
    group: "actions",
    title: t(title),
    icon: fresh ? "reset" : "run",
    keys,
    press: () => void desk.runAll(fresh),
  });
  return [
    run("palette.run", "Mod+Shift+Enter", false),
    run("palette.afresh", "Mod+Shift+R", true),
    { group: "actions", title: t("docs.new"), icon: "plus", press: () => desk.add(t("docs.untitled"), "") },
    ...tools
      .filter((x) => x.id !== "palette" && x.id !== "map") // the rooms are offered below
      .map(
        (x): Choice => ({
          group: "actions",
          title: x.word(),
          icon: x.icon,
          press: x.press,
          ...(x.keys ? { keys: x.keys } : {}),
        }),
      ),
  ];
}

/** The rooms as their tabs name them. */
function rooms(desk: Desk): Choice[] {
  const tabs = document.querySelectorAll<HTMLInputElement>("play-ground .side-tabs input");
  return [...tabs].map((tab) => ({
    group: "actions",
    title: t("palette.room", { room: tab.closest("label")?.textContent?.trim() ?? tab.value }),
    icon: "right",
    press: () => desk.show(tab.value, true),
  }));
}

function documents(desk: Desk): Choice[] {
  return desk.documents.list
    .filter((d) => d.id !== desk.document.id)
    .map((d) => ({ group: "documents", title: d.title, icon: "script", press: () => desk.turn(d.id) }));
}
