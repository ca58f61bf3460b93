// The key line of an answer moves once, as the request read the table: row by row through what was read, at once to
// what a key names. If less motion is asked for, the whole line is there from the beginning.
import type { KeyLine } from "../engine/types.ts";
import { type Band, layout } from "./key-line-layout.ts";

const AT_ONCE = 150; // ms for what is found without reading on
const WHOLE = 750; // ms more for all rows of a table

/** How long the reading of a part of the line takes, and when it begins, in milliseconds. */
export interface Stretch {
  band: number;
  begins: number;
  takes: number; // 0 for a row that a key names
  hits: number[]; // when each row that came back is reached
}

/** Plans the reading of a line, from its first row to its last. */
export function planOf(bands: readonly Band[]): { stretches: Stretch[]; ends: number } {
  const shareOf = ({ read, width }: Band) => (read ? read.width * width : 0);
  const share = bands.reduce((sum, b) => sum + shareOf(b), 0);
  const ends = AT_ONCE + WHOLE * share;
  const stretches: Stretch[] = [];
  let begins = 0;
  for (const [band, b] of bands.entries()) {
    if (!b.touched) continue;
    const takes = share ? (ends * shareOf(b)) / share : 0;
    const reached = (at: number) => begins + (b.read ? (takes * (at - b.read.x)) / b.read.width : 0);
    stretches.push({ band, begins, takes, hits: b.hits.map(reached) });
    begins += takes;
  }
  return { stretches, ends };
}

/** Moves the drawing of a line, once. */
export function sweep(figure: Element, line: KeyLine): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { bands } = layout(line);
  const { stretches, ends } = planOf(bands);
  const drawn = figure.querySelectorAll<SVGSVGElement>(".kl > svg");
  for (const { band, begins, takes, hits } of stretches) {
    const of = drawn[band];
    const read = bands[band]?.read;
    if (!of) continue;
    uncover(of.querySelector(".kl-read"), "inset(0 100% 0 0)", begins, takes);
    if (read && takes) moveHead(of, read, begins, takes);
    for (const [i, hit] of of.querySelectorAll(".kl-hit").entries())
      uncover(hit, "inset(0 0 100% 0)", hits[i] ?? 0, AT_ONCE);
  }
  for (const note of figure.querySelectorAll(".kl-under, .kl-end, .kl-note"))
    note.animate({ opacity: [0, 1] }, { delay: ends, duration: AT_ONCE, fill: "backwards" });
}

function uncover(e: Element | null, from: string, delay: number, duration: number): void {
  e?.animate({ clipPath: [from, "inset(0)"] }, { delay, duration, fill: "backwards" });
}

/** The place that is being read, while it is. */
function moveHead(
  of: SVGSVGElement,
  { x, width }: { x: number; width: number },
  delay: number,
  duration: number,
): void {
  const head = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  head.classList.add("kl-head");
  of.append(head);
  const places = [`${x * 100}%`, `${(x + width) * 100}%`];
  const moved = head.animate({ x: places, opacity: [1, 1] }, { delay, duration });
  void moved.finished.catch(() => null).then(() => head.remove());
}
