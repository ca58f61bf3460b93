// Which table a run touched last, and which rows of the data panel the last read touched. Pure.
import type { Exchange, KeyLine, KeyLinePart } from "../engine/types.ts";

export type Touch = "returned" | "read" | "none";

/** The part of a line that is one partition alone, null if it is folded with others or missing. */
export function partOf(line: KeyLine | null, table: string, partition: string): KeyLinePart | null {
  if (!line || line.table !== table) return null;
  return line.parts.find((p) => p.name === partition && p.fold <= 1) ?? null;
}

/** What was done to the row at an index of its partition. */
export function touchOf(part: KeyLinePart | null, row: number): Touch {
  if (!part) return "none";
  if (part.hits.includes(row)) return "returned";
  return part.read && row >= part.read[0] && row < part.read[1] ? "read" : "none";
}

/** Entities of a partition that were read. */
export function readOf(part: KeyLinePart | null): number {
  return part?.read ? part.read[1] - part.read[0] : 0;
}

/** The table that a run has read, changed or created last, "" if it has touched none: what its author looks for. */
export function lastTable(exchanges: readonly Exchange[]): string {
  return exchanges.filter((x) => !x.hidden).reduce((last, x) => touchedBy(x) || last, "");
}

function touchedBy({ record }: Exchange): string {
  const changed = record?.changes.findLast((c) => c.kind !== "deleteTable")?.table;
  return changed || (record?.plan && !record.code ? record.table : "");
}

/** Tells whether two names are of the same table: the service takes upper and lower case for the same. */
export const sameTable = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
