// The five query classes: names of the engine, names of the style sheet.
import type { ClassName } from "../engine/types.ts";

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

/** Returns the class that a text of a page names, in either spelling. */
export function classNamed(name: string): ClassName {
  const found = (Object.keys(KEBAB) as ClassName[]).find((c) => c === name || KEBAB[c] === name);
  if (!found) throw new Error(`class "${name}": use one of ${Object.values(KEBAB).join(", ")}`);
  return found;
}

/** Tells whether a text of the engine names a class. */
export function isClassName(name: string): name is ClassName {
  return Object.hasOwn(KEBAB, name);
}
