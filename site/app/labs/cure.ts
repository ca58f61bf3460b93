// A script whose writes go by the version that was read: each write of one run that replaces what its own client has
// read before gets If-Match with the ETag of that reading. Only the text is changed, where that is mechanical.
import type { LabStep } from "../engine/types.ts";
import { samePlace } from "./step-data.ts";

/** A write, and the reading that it goes by; lines of their requests. */
interface Pair {
  write: number;
  read: number;
}

/** The changed script, null if there is nothing to change. */
export function cured(text: string, steps: readonly LabStep[]): string | null {
  const lines = text.split("\n");
  const pairs = pairsOf(steps);
  const names = new Map<number, string>();
  for (const { read } of pairs) if (!names.has(read)) names.set(read, nameOf(lines, read));
  const edits = new Map<number, string[]>(); // by line from 0, what takes its place
  for (const { write, read } of pairs) conditionFor(lines, write, names.get(read) ?? "", edits);
  for (const [read, name] of names) nameRead(lines, read, name, edits);
  if (!edits.size) return null;
  return lines.flatMap((line, i) => edits.get(i) ?? [line]).join("\n");
}

function pairsOf(steps: readonly LabStep[]): Pair[] {
  const found = steps.flatMap((s) => {
    const [place] = s.writes;
    if (!place || s.writes.length > 1 || place.kind !== "entity" || (s.condition !== "any" && s.condition !== ""))
      return [];
    if (place.change === "insert") return [];
    const read = steps.findLast((r) => r.n < s.n && r.lane === s.lane && r.reads.some((x) => samePlace(x, place)));
    return read ? [{ write: s.line, read: read.line }] : [];
  });
  return found.filter((p, i) => found.findIndex((x) => x.write === p.write) === i);
}

/** Sets If-Match of the request in a line, in place of the one that it has. */
function conditionFor(lines: readonly string[], write: number, name: string, edits: Map<number, string[]>): void {
  const header = `If-Match: {{${name}.response.headers.ETag}}`;
  for (let i = write; lines[i]?.trim(); i++)
    if (/^\s*If-Match\s*:/i.test(lines[i] ?? "")) return void edits.set(i, [header]);
  edits.set(write - 1, [lines[write - 1] ?? "", header]);
}

/** The name of the request in a line: its own, or one that no other has. */
function nameOf(lines: readonly string[], at: number): string {
  return ownName(lines, at) ?? `read${at}`;
}

function ownName(lines: readonly string[], at: number): string | null {
  for (let i = at - 2; i >= 0 && !/^###/.test(lines[i] ?? ""); i--) {
    const name = /^\s*(?:#|\/\/)\s*@name\s+(\S+)/.exec(lines[i] ?? "")?.[1];
    if (name) return name;
  }
  return null;
}

function nameRead(lines: readonly string[], at: number, name: string, edits: Map<number, string[]>): void {
  if (ownName(lines, at) === null) edits.set(at - 1, [`# @name ${name}`, lines[at - 1] ?? ""]);
}
