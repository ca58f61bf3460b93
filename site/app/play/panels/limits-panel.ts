// The panel "Limits": how near the data and the last run come to the limits of the service.
import { needSheet } from "../../ui/style-sheets.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Data, Script } from "../workspace/workspace.ts";

const OVER = /Too(Large|Many)|ExceedsLimit/; // codes of refusals

export function limitsPanel(workspace: Data & Script): Panel {
  const element = document.createElement("limit-list");
  let open = false;
  const draw = async (): Promise<void> => {
    if (!open) return;
    const [{ drawLimits }] = await Promise.all([import("./limits-view.ts"), needSheet("log")]);
    await drawLimits(workspace, element);
  };
  return {
    id: "limits",
    title: "limits",
    icon: "limits",
    special: {
      about: "limits.about",
      why: () => "limits.why",
      wanted: () => workspace.last?.result.exchanges.some((x) => OVER.test(x.code)) ?? false,
    },
    element,
    shown: async (now) => {
      open = now;
      await draw();
    },
    ran: draw,
    turned: draw,
  };
}
