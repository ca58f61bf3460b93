// The room "Limits": how near the data and the last run come to the limits of the service.
import { needSheet } from "../../ui/style-sheets.ts";
import type { Desk, Room } from "../workspace/workspace.ts";

export function limitsRoom(desk: Desk): Room {
  const element = document.createElement("limit-list");
  let open = false;
  const draw = async (): Promise<void> => {
    if (!open) return;
    const [{ drawLimits }] = await Promise.all([import("./limits-view.ts"), needSheet("log")]);
    await drawLimits(desk, element);
  };
  return {
    id: "limits",
    title: "limits",
    icon: "limits",
    element,
    shown: async (now) => {
      open = now;
      await draw();
    },
    ran: draw,
    turned: draw,
  };
}
