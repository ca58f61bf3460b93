// The panel "Map": what the loads of the last run asked of which keys, and when.
import { needSheet } from "../../ui/style-sheets.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Data, Script, Tabs } from "../workspace/workspace.ts";

export function mapPanel(workspace: Data & Tabs & Script): Panel {
  const element = document.createElement("map-room");
  let open = false;
  const draw = async (): Promise<void> => {
    if (!open) return;
    const [{ drawMaps }] = await Promise.all([import("./map-view.ts"), needSheet("loads"), needSheet("heat")]);
    drawMaps(workspace, element);
  };
  return {
    id: "map",
    title: "map.title",
    icon: "map",
    special: {
      about: "map.about",
      why: () => "map.why",
      wanted: () => /^#\s*@load\b/m.test(workspace.pane.text),
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
