// What a reader takes away: the map as rows of numbers.
import type { ScaleReport } from "../engine/types.ts";
import { saveFile } from "../ui/save-file.ts";
import type { ScalePage } from "./scale-page.ts";

/** Saves the map that is shown as CSV. */
export function saveTable(p: ScalePage): void {
  const name = (p.plan.title || "load").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  if (p.shown) saveFile(`${name}.csv`, [csvOf(p.shown)], "text/csv");
}

/** A line for each row of the map and step of time. */
export function csvOf({ heat }: ScaleReport): string {
  const lines = ["table,low,high,partitions,second,requests,refused,busiest"];
  for (const r of heat.rows) {
    for (let x = 0; x < heat.columns; x++) {
      const numbers = [r.requests[x] ?? 0, r.refused[x] ?? 0, r.peaks[x] ?? 0];
      if (numbers[0])
        lines.push(
          [
            quoted(r.table),
            quoted(r.low),
            quoted(r.high),
            r.to - r.from,
            heat.window.begins + x * heat.step,
            ...numbers,
          ].join(","),
        );
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A text for a table: one that a program could take for a formula begins with an apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
