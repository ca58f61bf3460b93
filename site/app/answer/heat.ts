// The colours and strokes of a heat map: which step a rate has, what is drawn as one path. No drawing.
import type { Heat, Load } from "../engine/types.ts";

export const CELL = { width: 9, height: 7 }; // units of the view box
export const SHARES = [0, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]; // of the target: here the colour changes
const LABELS = 9; // beside the rows
const LETTERS = 16;

/** The step of colour of a rate, from 0 to 7. */
export function levelOf(rate: number, target: number): number {
  return rate > 0 ? SHARES.filter((share) => rate >= share * target).length : 0;
}

/** One path for each step of colour, equal neighbours as one, and strokes for what was refused. */
export function pathsOf(heat: Heat): { levels: string[]; refused: string } {
  const levels = SHARES.map(() => "").concat("");
  const { width: w, height: h } = CELL;
  let refused = "";
  heat.rows.forEach(({ cells }, y) => {
    const row = cells.map(([sent]) => levelOf((sent * 1000) / heat.step, heat.target));
    for (const [x, [, no]] of cells.entries()) {
      if (no > 0) refused += `M${x * w + 2} ${(y + 1) * h - 1.5}l${w - 4} ${-(h - 3)}`;
    }
    for (let x = 0; x < row.length; ) {
      const level = row[x] ?? 0;
      let end = x + 1;
      while (end < row.length && row[end] === level) end++;
      levels[level] += `M${x * w} ${y * h}h${(end - x) * w}v${h}H${x * w}z`;
      x = end;
    }
  });
  return { levels, refused };
}

/** Keys beside the rows: all, or some and the hottest. Places are shares of the height. */
export function labelsOf(load: Load): { text: string; at: number; hot: boolean }[] {
  const { rows } = load.heat;
  const sums = rows.map((r) => r.cells.reduce((sum, [sent]) => sum + sent, 0));
  const hot = sums.indexOf(Math.max(...sums));
  const every = Math.ceil(rows.length / LABELS);
  return rows.flatMap((r, i) => {
    const near = Math.abs(i - hot) < every && every > 1;
    return i === hot || (!near && i % every === 0)
      ? [{ text: clip(r.low), at: (i + 0.5) / rows.length, hot: i === hot }]
      : [];
  });
}

export function clip(text: string): string {
  const letters = [...text];
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join("")}…` : text;
}
