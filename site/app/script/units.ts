// Blocks as a run sees them: the requests of one transaction belong together. Pure.
import type { Block } from "../engine/types.ts";

/** What one step runs: a request, or all requests of a transaction. */
export interface Unit {
  blocks: Block[];
  n: number; // of the request, from 1, as people count; 0 and less if there is none
  title: string;
  firstLine: number;
  lastLine: number;
}

/** Returns the units of a script in order; blocks without a request belong to none. */
export function unitsOf(blocks: readonly Block[]): Unit[] {
  const units: Unit[] = [];
  let batch = "";
  for (const b of blocks) {
    const last = units.at(-1);
    if (b.line === 0) batch = "";
    else if (b.batch && b.batch === batch && last) extend(last, b);
    else units.push({ blocks: [b], n: units.length + 1, title: b.title, firstLine: b.firstLine, lastLine: b.lastLine });
    if (b.line > 0) batch = b.batch;
  }
  return units;
}

/** Returns the units of a script and, between them, the blocks without a request: they may judge, run another script,
 * or store nothing yet. */
export function placesOf(blocks: readonly Block[]): Unit[] {
  const lone = blocks
    .filter((b) => b.line === 0)
    .map((b): Unit => ({ blocks: [b], n: 0 - b.index, title: b.title, firstLine: b.firstLine, lastLine: b.lastLine }));
  return [...unitsOf(blocks), ...lone].sort((a, b) => a.firstLine - b.firstLine);
}

/** Returns the unit at a line, or the nearest above it; the first if there is none above. */
export function unitAt(units: readonly Unit[], line: number): Unit | null {
  return units.findLast((u) => u.firstLine <= line) ?? units[0] ?? null;
}

/** Returns the unit that holds a block, null if none does. */
export function unitOf(units: readonly Unit[], block: number): Unit | null {
  return units.find((u) => u.blocks.some((b) => b.index === block)) ?? null;
}

/** Returns the line that names a unit, or that of its request. */
export function titleLine(unit: Unit, lines: readonly string[]): number {
  const request = unit.blocks[0]?.line ?? unit.firstLine;
  for (let n = unit.firstLine; n <= request; n++) if (lines[n - 1]?.startsWith("###")) return n;
  return request;
}

/** Returns the units that lines touch, as one to run; null if they touch none. */
export function unitWithin(units: readonly Unit[], first: number, last: number): Unit | null {
  const touched = units.filter((u) => u.firstLine <= last && u.lastLine >= first);
  const [begin] = touched;
  const end = touched.at(-1);
  return begin && end ? { ...begin, blocks: touched.flatMap((u) => u.blocks), lastLine: end.lastLine } : null;
}

/** The edit that puts a block above a line. The first request of a script may have no line of its own that parts it
 * from that. */
export function blockAbove(text: string, line: number, block: string): { at: number; text: string } {
  const lines = text.split("\n");
  const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  return { at, text: `${block}\n${/^###/.test(lines[line - 1] ?? "") ? "" : "###\n"}` };
}

/** Where a text has these blocks, whole and as they are, -1 if it does not. */
export function placeOf(blocks: string, text: string): number {
  for (let at = text.indexOf(blocks); at >= 0; at = text.indexOf(blocks, at + 1)) {
    const begins = at === 0 || text[at - 1] === "\n";
    if (begins && /^\s*(?:$|\n###)/.test(text.slice(at + blocks.length))) return at;
  }
  return -1;
}

function extend(unit: Unit, block: Block): void {
  unit.blocks.push(block);
  unit.lastLine = block.lastLine;
  unit.title ||= block.title;
}
