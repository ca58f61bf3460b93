// The five query classes: names of the engine, names of the style sheet.
import type { ClassName } from "./types.ts";

export type Kebab = "point" | "row-range" | "partition-scan" | "partition-range" | "table-scan";

const KEBAB: Record<ClassName, Kebab> = {
  point: "point",
  rowRange: "row-range",
  partitionScan: "partition-scan",
  partitionRange: "partition-range",
  tableScan: "table-scan",
};

/** Returns the name that data-class uses. */
export function kebab(name: ClassName): Kebab {
  return KEBAB[name];
}

/** Tells whether a text of the engine names a class. */
export function isClassName(name: string): name is ClassName {
  return Object.hasOwn(KEBAB, name);
}
