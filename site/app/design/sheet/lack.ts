// What a sheet lacks before its designs can be compared. Pure.
import type { Draft } from "./draft.ts";

export type Lack = "kinds" | "asks" | "designs";

/** Names the first thing that is missing, in the order in which a sheet is filled; null if there is something to
 * compare. */
export function lackOf({ kinds, asks, does, designs }: Draft): Lack | null {
  if (designs.length) return null; // what is wrong with it, the sheet says
  if (!kinds.some((k) => k.name.trim())) return "kinds";
  return asks.length + does.length ? "designs" : "asks";
}
