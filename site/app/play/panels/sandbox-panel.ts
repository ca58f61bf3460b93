// The panel "Sandbox": what is simulated, and its numbers, which the reader chooses.
import { needSheet } from "../../ui/style-sheets.ts";
import { changesOf, type SandboxSettings, USUAL } from "../data/sandbox-settings.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Data, Tabs } from "../workspace/workspace.ts";
import type { SandboxView } from "./sandbox-view.ts";

export function sandboxPanel(workspace: Data & Tabs): Panel {
  const element = document.createElement("sand-box");
  let view: Promise<SandboxView> | null = null;
  let open = false;
  const draw = async (): Promise<void> => {
    if (!open) return;
    view ??= Promise.all([import("./sandbox-view.ts"), needSheet("log")]).then(
      ([m]) => new m.SandboxView(workspace, element),
    );
    (await view).draw();
  };
  return {
    id: "sandbox",
    title: "sandbox",
    icon: "tune",
    special: {
      about: "sandbox.about",
      why: () => (workspace.document.language === "js" ? "sandbox.why.js" : "sandbox.why"),
      wanted: () => workspace.document.language === "js" || isOwn(workspace.store.settings),
    },
    element,
    shown: async (now) => {
      open = now;
      await draw();
    },
    turned: draw,
  };
}

function isOwn(settings: SandboxSettings): boolean {
  return Object.keys(changesOf(settings, USUAL)).length > 0;
}
