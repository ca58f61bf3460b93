// The rooms of the side panel, in the order of their tabs. A new one is a line here; see desk.ts.

import { dataRoom } from "./data-room.ts";
import type { Desk, Room } from "./desk.ts";
import { faultsRoom, racesRoom } from "./lab-rooms.ts";
import { limitsRoom } from "./limits-room.ts";
import { logRoom } from "./log-room.ts";
import { mapRoom } from "./map-room.ts";
import { sandboxRoom } from "./sandbox-room.ts";
import { timeRoom } from "./time-room.ts";

export const ROOMS: readonly ((desk: Desk) => Room)[] = [
  dataRoom,
  logRoom,
  timeRoom,
  mapRoom,
  racesRoom,
  faultsRoom,
  limitsRoom,
  sandboxRoom,
];
