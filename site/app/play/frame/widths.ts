// How much of the width the script has: a share for each class of window, and which panes are open. Pure.
import { objectOf } from "../../ui/storage.ts";

export type Open = "script" | "both" | "panel";
export type Width = "medium" | "wide"; // of the window: below 80 rem, and from there on

export interface Widths {
  open: Open;
  medium: number; // percent
  wide: number;
}

const ORDER: readonly Open[] = ["script", "both", "panel"];
export const LEAST = 30;
export const MOST = 75;
export const STEP = 5; // of an arrow key
const USUAL: Widths = { open: "both", medium: 50, wide: 56 };

/** Reads widths of any origin; what is missing or cannot be is as usual. */
export function widthsOf(x: unknown): Widths {
  const kept = objectOf(x);
  const share = (name: Width): number => {
    const value = kept[name];
    return typeof value === "number" && Number.isFinite(value) ? fitting(value) : USUAL[name];
  };
  const open = ORDER.find((o) => o === kept.open) ?? USUAL.open;
  return { open, medium: share("medium"), wide: share("wide") };
}

/** Returns the share nearest to one that leaves both panes enough. */
export function fitting(share: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(share)));
}

/** Returns the share after a key at the handle, null if the key means nothing there. */
export function shareAfter(key: string, share: number, rightToLeft = false): number | null {
  const by = rightToLeft ? -STEP : STEP;
  if (key === "ArrowLeft") return fitting(share - by);
  if (key === "ArrowRight") return fitting(share + by);
  if (key === "Home") return LEAST;
  return key === "End" ? MOST : null;
}

/** Returns what is open after a step towards the script (-1) or the panel (1). */
export function openAfter(open: Open, by: -1 | 1): Open {
  return ORDER[Math.min(2, Math.max(0, ORDER.indexOf(open) - by))] ?? open;
}
