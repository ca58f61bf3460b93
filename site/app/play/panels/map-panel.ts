// The room "Map": what the loads of the last run asked of which keys, and when.
import { needSheet } from "../../ui/style-sheets.ts";
import type { Desk, Room } from "../workspace/workspace.ts";

export function mapRoom(desk: Desk): Room {
  const element = document.createElement("map-room");
  let open = false;
  const draw = async (): Promise<void> => {
    if (!open) return;
    const [{ drawMaps }] = await Promise.all([import("./map-view.ts"), needSheet("loads"), needSheet("heat")]);
    drawMaps(desk, element);
  };
  return {
    id: "map",
    title: "map.title",
    icon: "map",
    element,
    shown: async (now) => {
      open = now;
      await draw();
    },
    ran: draw,
    turned: draw,
  };
}
