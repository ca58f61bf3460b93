// The key line of a whole table as the scroll bar of the grid: its partitions, and where the rows in view are.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { PartitionInfo } from "../../engine/types.ts";
import { num, t } from "../../ui/i18n.ts";

const BANDS = 200; // drawn at most; of more partitions several are one

export interface View {
  first: number; // row in view
  last: number; // behind the last one
  total: number;
}

/** The partition of a row, and the place of the row in it. */
export function partitionAt(
  list: readonly PartitionInfo[],
  starts: readonly number[],
  row: number,
): [PartitionInfo | null, number] {
  let low = 0;
  for (let high = list.length - 1; low < high; ) {
    const mid = (low + high + 1) >> 1;
    if ((starts[mid] ?? 0) <= row) low = mid;
    else high = mid - 1;
  }
  return [list[low] ?? null, row - (starts[low] ?? 0)];
}

/** Where each partition begins. */
export function startsOf(list: readonly PartitionInfo[]): number[] {
  let n = 0;
  return list.map((p) => {
    const at = n;
    n += p.n;
    return at;
  });
}

export function gridMap(
  list: readonly PartitionInfo[],
  starts: readonly number[],
  v: View,
  go: (row: number) => void,
): TemplateResult | typeof nothing {
  const { total } = v;
  if (!total || !list.length) return nothing;
  const [here] = partitionAt(list, starts, v.first);
  const step = Math.ceil(list.length / BANDS);
  const gap = Math.min(0.2, (20 * step) / list.length);
  const at = (row: number) => (100 * row) / total;
  const bands = Array.from({ length: Math.ceil(list.length / step) }, (_, i) => {
    const from = starts[i * step] ?? 0;
    const to = starts[(i + 1) * step] ?? total;
    const within = v.first < to && v.last > from;
    return svg`<rect class="dg-band" x=${`${at(from)}%`} width=${`${Math.max(0.05, at(to - from) - gap)}%`}
      data-here=${within ? "" : nothing}></rect>`;
  });
  const words = t("grid.rows", { from: num(v.first + 1), to: num(Math.min(v.last, total)), all: num(total) });
  return html`<div class="dg-map"><div class="dg-track"><svg class="dg-line" aria-hidden="true">${bands}${svg`<rect
    class="dg-view"
    x=${`${at(v.first)}%`} width=${`${Math.max(0.4, at(v.last - v.first))}%`}></rect>`}</svg><input type="range" min="0"
      max=${Math.max(0, total - 1)} step="1"
        .value=${String(v.first)} aria-label=${t("grid.map", { n: num(list.length) })}
          aria-valuetext=${`${words}, ${here?.name ?? ""}`}
    @input=${(e: Event) => go(Number((e.target as HTMLInputElement).value))}></div>
    <p><span class="pk">${list[0]?.name ?? ""}</span><span class="dg-rows">${words}${
      here ? html`, <span class="pk">${here.name}</span>` : nothing
    }</span><span class="pk">${list.at(-1)?.name ?? ""}</span></p></div>`;
}
