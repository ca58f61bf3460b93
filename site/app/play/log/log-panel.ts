// The panel "Log": every request of this sandbox since its data were reset. It is drawn when it is opened for the
// first time.
import { needSheet } from "../../ui/style-sheets.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { LogView } from "./log-view.ts";
import { RequestLog } from "./request-log.ts";

export function logPanel(workspace: Workspace): Panel {
  const element = document.createElement("request-log");
  const log = new RequestLog(workspace);
  let view: Promise<LogView> | null = null;
  let open = false;
  let count = 0; // of findings, when the panel was open last
  const opened = (): Promise<LogView> => {
    view ??= Promise.all([import("./log-view.ts"), needSheet("log")]).then(
      ([m]) => new m.LogView(workspace, log, element),
    );
    return view;
  };
  const draw = async (): Promise<void> => {
    if (!open) return;
    const drawn = await opened();
    drawn.draw();
    await drawn.look();
    count = drawn.findings;
    workspace.draw();
  };
  return {
    id: "log",
    title: "log",
    icon: "log",
    part: true,
    element,
    count: () => count,
    shown: async (now) => {
      open = now;
      if (!now) return;
      await log.sync();
      await draw();
    },
    ran: async (run) => {
      await log.ran(run);
      await draw();
    },
    turned: async () => {
      await log.sync();
      await draw();
    },
  };
}
