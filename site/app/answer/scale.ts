// What a read costs when the data grow. Pure arithmetic on the documented rules.
import type { ClassName } from "../engine/types.ts";

export const FACTORS = [1, 10, 100, 1000] as const;

const PAGE = 1000; // entities of one answer at most

export interface Scaled {
  read: number;
  returned: number;
  pages: number; // at least
}

/** Every class grows with the data, except the point query: a key names one row in any table. */
export function atScale(
  name: ClassName,
  { read, returned }: { read: number; returned: number },
  factor: number,
): Scaled {
  if (name === "point") return { read, returned, pages: 1 };
  const rows = returned * factor;
  return { read: read * factor, returned: rows, pages: Math.max(1, Math.ceil(rows / PAGE)) };
}
