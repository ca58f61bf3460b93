// Geometry of one run, step by step: a column for each step, a row for each lane, and what connects steps. No drawing.
import type { LabLane, LabStep } from "../engine/types.ts";

/** A step in its column. Places across are shares of the width. */
export interface Box {
  step: LabStep;
  lane: number; // row, -1 for what concerns all lanes
  from: number;
  width: number;
  middle: number;
  label: string; // what it is about, in a word
}

/** A lane keeps what it has read until it writes by it. */
export interface Held {
  lane: number;
  from: number;
  to: number;
  step: number; // that has read
}

/** A write that replaces another one unseen. */
export interface Lost {
  from: Box; // the write that is lost
  to: Box;
}

/** A lane is away between a crash and its restart. */
export interface Away {
  lane: number;
  from: number;
  to: number;
}

export interface LaneLayout {
  boxes: Box[];
  held: Held[];
  lost: Lost[];
  away: Away[];
}

const FILL = 0.88; // of its column that a box covers
const LONGEST = 8; // characters of a label

export function layoutSteps(steps: readonly LabStep[], lanes: readonly LabLane[]): LaneLayout {
  const column = 1 / Math.max(1, steps.length);
  const boxes = steps.map((step, i) => ({
    step,
    lane: lanes.findIndex((l) => l.name === step.lane),
    from: (i + (1 - FILL) / 2) * column,
    width: FILL * column,
    middle: (i + 0.5) * column,
    label: labelOf(step),
  }));
  return { boxes, held: heldIn(boxes), lost: lostIn(boxes), away: awayIn(boxes) };
}

const boxOf = (boxes: readonly Box[], n: number): Box | undefined => boxes.find((b) => b.step.n === n);

function heldIn(boxes: readonly Box[]): Held[] {
  return boxes.flatMap((b) => {
    const read = b.step.overwrites ? boxOf(boxes, b.step.held) : undefined;
    return read ? [{ lane: b.lane, from: read.middle, to: b.middle, step: read.step.n }] : [];
  });
}

function lostIn(boxes: readonly Box[]): Lost[] {
  return boxes.flatMap((to) => {
    const from = boxOf(boxes, to.step.overwrites);
    return from ? [{ from, to }] : [];
  });
}

function awayIn(boxes: readonly Box[]): Away[] {
  return boxes.flatMap((b, i) => {
    if (!crashes(b.step)) return [];
    const back = boxes.slice(i + 1).find((x) => x.lane === b.lane);
    return [{ lane: b.lane, from: crashAt(b), to: back?.from ?? 1 }];
  });
}

/** The client crashes in this step, or just before or after its request. */
export const crashes = ({ kind, fault }: LabStep): boolean =>
  kind === "crash" || fault === "crashBefore" || fault === "crashAfter";

/** Where the mark of a crash is. */
export const crashAt = ({ step, from, width, middle }: Box): number =>
  step.kind === "crash" ? middle : step.fault === "crashBefore" ? from : from + width;

/** What a step is about, short enough for its box: the row or the message that it touches, else the table or queue. */
export function labelOf({ writes, reads, target }: LabStep): string {
  const [touch] = [...writes, ...reads];
  const name = touch ? touch.row || touch.partition || touch.store : (/^[^(/?]*/.exec(target)?.[0] ?? "");
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

/** How wide a picture of so many steps has to be: the style sheet knows a least width for each size. */
export function sizeOf(steps: number): "s" | "m" | "l" | "xl" {
  return steps <= 9 ? "s" : steps <= 12 ? "m" : steps <= 18 ? "l" : "xl";
}
