// How much of the width the text of a lesson has, in percent. Pure.
import { objectOf } from "../ui/storage.ts";

/** Of windows below 80 rem, and from there on. */
export interface Shares {
  narrow: number;
  wide: number;
}

export const LEAST = 25;
export const MOST = 70;
const STEP = 5; // of an arrow key
const USUAL: Shares = { narrow: 44, wide: 47 };

/** Reads shares of any origin; what is missing or cannot be is as usual. */
export function sharesOf(x: unknown): Shares {
  const kept = objectOf(x);
  const of = (name: keyof Shares): number => {
    const value = kept[name];
    return typeof value === "number" && Number.isFinite(value) ? within(value) : USUAL[name];
  };
  return { narrow: of("narrow"), wide: of("wide") };
}

/** Returns the share nearest to one that leaves both parts enough. */
export function within(share: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(share)));
}

/** Returns the share after a key at the handle, null if the key means nothing there. */
export function shareAfter(key: string, share: number): number | null {
  if (key === "ArrowLeft") return within(share - STEP);
  if (key === "ArrowRight") return within(share + STEP);
  if (key === "Home") return LEAST;
  return key === "End" ? MOST : null;
}
