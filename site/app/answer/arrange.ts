// The rows of an answer in another order, fewer of them, with chosen columns: on the page alone. Pure.
import type { Entity } from "../engine/types.ts";
import { cellText, propertyOf } from "./entities.ts";

export interface Sort {
  name: string;
  down: boolean;
}

/** How a reader looks at the rows of an answer. */
export interface Arrangement {
  sort: Sort | null; // null is the order in which they came
  find: string; // text that a shown value contains, in any case
  columns: readonly string[] | null; // null are those that are shown anyway
}

export const AS_IT_CAME: Arrangement = { sort: null, find: "", columns: null };

/** Returns the rows that contain the text, in the order that was chosen. */
export function arranged(
  list: readonly Entity[],
  a: Arrangement,
  names: readonly string[],
  numeric: boolean,
): Entity[] {
  const find = a.find.trim().toLowerCase();
  const found = find
    ? list.filter((e) => names.some((n) => cellText(propertyOf(e, n)).toLowerCase().includes(find)))
    : [...list];
  return a.sort ? sortedBy(found, a.sort, numeric) : found;
}

/** The next of the three orders that a head of a column goes through: up, down, as it came. */
export function turned(sort: Sort | null, name: string): Sort | null {
  if (sort?.name !== name) return { name, down: false };
  return sort.down ? null : { name, down: true };
}

/** Sorts by a property: numbers by size, the rest as text; rows without it come last. Numeric texts are an Int64. */
export function sortedBy(list: readonly Entity[], { name, down }: Sort, numeric = false): Entity[] {
  const sign = down ? -1 : 1;
  return [...list].sort((a, b) => {
    const [x, y] = [propertyOf(a, name), propertyOf(b, name)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * (numeric ? compareNumbers(x, y) : compare(x, y));
  });
}

function compare(x: unknown, y: unknown): number {
  if (typeof x === "number" && typeof y === "number") return x - y;
  const [a, b] = [cellText(x), cellText(y)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An Int64 is more than a number of JavaScript can hold. */
function compareNumbers(x: unknown, y: unknown): number {
  const whole = /^-?\d+$/;
  const [a, b] = [String(x), String(y)];
  if (!whole.test(a) || !whole.test(b)) return Number(a) - Number(b) || compare(x, y);
  const [m, n] = [BigInt(a), BigInt(b)];
  return m < n ? -1 : m > n ? 1 : 0;
}
