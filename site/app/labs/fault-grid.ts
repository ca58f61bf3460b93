// The grids of faults: a row for each step, a column for each fault; and two crashes, the first by row, the second by
// column. One cell of a grid takes the keyboard, and the arrow keys go on from there.
import { html, nothing, type TemplateResult } from "lit";
import type { CellState, FaultCell, FaultPair, FaultPlace, FaultReport, FaultStep, FaultWhy } from "../engine/types.ts";
import { num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";

export interface FaultGrid {
  report: FaultReport;
  shown: FaultPlace | null;
  show: (place: FaultPlace) => void;
}

interface Cell {
  place: FaultPlace;
  name: string; // of the run that it is
  state: CellState;
  why: FaultWhy | "";
  bounded: boolean;
}

export function faultGrids(g: FaultGrid): TemplateResult {
  const { report } = g;
  return html`<div class="fl-grids">${single(g)}${report.pairs.length ? pairs(g) : nothing}</div>
    <p class="fl-legend"><span><i class="fl-ok"></i>${t("lab.kept")}</span><span><span
    class="fl-bad">${icon("cross")}</span>${t(
      "lab.broken",
    )}</span><span><i class="fl-none">–</i>${t("lab.impossible")}</span><span><i
    class="fl-now"></i>${t("lab.shown")}</span></p>`;
}

function single(g: FaultGrid): TemplateResult {
  const { steps, kinds, cells } = g.report;
  const rows = steps.map((s) => ({
    step: s,
    cells: cells
      .filter((c) => c.step === s.n)
      .map((c) => cellOf(c, { step: c.step, kind: c.kind }, t(`lab.cell.${c.kind || "none"}`, { n: c.step }))),
  }));
  const first = firstOf(
    g,
    rows.flatMap((r) => r.cells),
  );
  return html`<table class="faults"><caption>${t("lab.one")} <span
    class="muted">${runs(cells)}</span></caption><thead><tr><th scope="col">${t(
      "lab.col.at",
    )}</th>${kinds.map((k) => html`<th scope="col">${t(`lab.fault.${k || "none"}`)}</th>`)}</tr></thead><tbody
      @keydown=${arrows}>${rows.map(
        (r) =>
          html`<tr><th scope="row"><span class="fl-n">${r.step.n}</span>${titleOf(r.step)}</th>${r.cells.map((c) =>
            cell(g, c, first),
          )}</tr>`,
      )}</tbody></table>`;
}

function pairs(g: FaultGrid): TemplateResult {
  const seconds = [...new Set(g.report.pairs.map((p) => p.second))];
  const firsts = [...new Set(g.report.pairs.map((p) => p.first))];
  const all = g.report.pairs.map((p) =>
    cellOf(p, { step: p.first, kind: "crashAfter", second: p.second }, t("lab.pair", { n: p.first, second: p.second })),
  );
  const first = firstOf(g, all);
  return html`<table class="faults fl-pairs"><caption>${t("lab.two")} <span
    class="muted">${runs(g.report.pairs)}</span></caption><thead><tr><th
    scope="col"><span aria-hidden="true">${t("lab.after.short")}</span><span
      class="vh">${t("lab.pair.first")}</span></th>${seconds.map(
        (n) => html`<th scope="col"><span class="vh">${t("lab.pair.second")} </span>${n}</th>`,
      )}</tr></thead><tbody @keydown=${arrows}>${firsts.map(
        (n) =>
          html`<tr><th scope="row">${n}</th>${all
            .filter((c) => c.place.step === n)
            .map((c) => cell(g, c, first))}</tr>`,
      )}</tbody></table>`;
}

const cellOf = ({ state, why, bounded }: FaultCell | FaultPair, place: FaultPlace, name: string): Cell => ({
  place,
  name,
  state,
  why,
  bounded,
});

/** The cell that Tab comes to: the one that is shown, else the first that can be. */
function firstOf({ shown }: FaultGrid, cells: readonly Cell[]): Cell | undefined {
  return cells.find((c) => same(c.place, shown)) ?? cells.find((c) => c.state === "kept" || c.state === "broken");
}

export const same = (a: FaultPlace, b: FaultPlace | null): boolean =>
  !!b && a.step === b.step && a.kind === b.kind && (a.second ?? 0) === (b.second ?? 0);

function cell(g: FaultGrid, c: Cell, first: Cell | undefined): TemplateResult {
  if (c.state === "impossible")
    return html`<td class="na" title=${c.why ? t(`lab.why.${c.why}`) : nothing}><span aria-hidden="true">–</span><span
      class="vh">${c.name}: ${t("lab.impossible")}${c.why ? `, ${t(`lab.why.${c.why}`)}` : ""}</span></td>`;
  if (c.state === "open") return html`<td class="fl-open"><span class="vh">${t("lab.open")}</span></td>`;
  const now = same(c.place, g.shown);
  const bounded = c.bounded ? `, ${t("lab.bounded", { n: g.report.restarts })}` : "";
  const words = `${c.name}: ${t(c.state === "kept" ? "lab.kept" : "lab.broken")}${bounded}`;
  return html`<td data-ok=${c.state === "kept"} ?data-now=${now}><button type="button" tabindex=${c === first ? 0 : -1}
    aria-label=${words} title=${words} aria-pressed=${now ? "true" : "false"}
      @click=${() => g.show(c.place)}>${c.state === "kept" ? html`<i></i>` : icon("cross")}</button></td>`;
}

const runs = (cells: readonly { state: CellState }[]): string =>
  t("lab.runs", { n: num(cells.filter((c) => c.state !== "impossible").length) });

/** What a step does, as its title says, else its request. */
export const titleOf = (s: FaultStep): string => s.title || `${s.method} ${/^[^(/?]*/.exec(s.target)?.[0] ?? ""}`;

const WAYS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The arrow keys go to the next cell that can be shown, Home and End to the ends of a row. */
function arrows(e: KeyboardEvent): void {
  const body = e.currentTarget as HTMLElement;
  const rows = [...body.querySelectorAll("tr")].map((tr) =>
    [...tr.children].slice(1).map((td) => td.querySelector("button")),
  );
  const y = rows.findIndex((r) => r.some((b) => b === document.activeElement));
  const x = rows[y]?.findIndex((b) => b === document.activeElement) ?? -1;
  const next = target(e.key, rows, x, y);
  if (!next) return;
  e.preventDefault();
  for (const b of rows.flat()) if (b) b.tabIndex = b === next ? 0 : -1;
  next.focus();
}

function target<T>(key: string, rows: readonly (readonly (T | null)[])[], x: number, y: number): T | null {
  const [dx, dy] = WAYS[key] ?? [0, 0];
  const row = rows[y] ?? [];
  if (key === "Home") return row.find((c) => c !== null) ?? null;
  if (key === "End") return row.findLast((c) => c !== null) ?? null;
  if (!dx && !dy) return null;
  for (let [i, j] = [x + dx, y + dy]; j >= 0 && j < rows.length && i >= 0 && i < row.length; i += dx, j += dy) {
    const found = rows[j]?.[i];
    if (found) return found;
  }
  return null;
}
