// The table of the grid as it is drawn: the head, and the rows in view.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { cellText, propertyOf, shortened } from "../../answer/entities.ts";
import type { Entity } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import type { GridColumns } from "./grid-columns.ts";
import type { GridCursor } from "./grid-cursor.ts";
import type { Draft } from "./grid-edit.ts";
import type { Rows } from "./grid-rows.ts";

/** What is drawn, and what is told of it. */
export interface TableView {
  table: string;
  rows: Rows;
  columns: GridColumns;
  cursor: GridCursor;
  draft: Draft | null;
  label: string; // of the last run; "" before the first
  touch: (row: number) => "none" | "read" | "returned";
  typed: () => void; // the draft of a cell has another text
  sortBy: (name: string) => void;
  on: {
    scroll: () => void;
    key: (e: KeyboardEvent) => void;
    click: (e: MouseEvent) => void;
    dblclick: (e: MouseEvent) => void;
  };
}

export function gridTable(v: TableView, from: number, to: number): TemplateResult {
  const { cursor, rows } = v;
  const columns = v.columns.shown;
  const active = cursor.entity && cursor.row >= from && cursor.row < to;
  const list = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return html`<div class="dg-wrap" tabindex="0" role="grid" aria-label=${t("data.label", { table: v.table })}
    aria-rowcount=${rows.count + 1} aria-colcount=${columns.length + 1} aria-multiselectable="true"
      aria-activedescendant=${active ? `dg-${cursor.row}-${cursor.column}` : nothing}
        @scroll=${v.on.scroll} @keydown=${v.on.key} @click=${v.on.click}
    @dblclick=${v.on.dblclick}><table class="dgrid" role="presentation"><thead role="rowgroup"><tr role="row"
    aria-rowindex="1"><th
    role="columnheader" class="dg-check" aria-colindex="1"><span class="vh">${t("grid.check")}</span></th>${columns.map(
      (name, i) => head(v, name, i + 2),
    )}<th role="columnheader" class="dg-touch" aria-colindex=${columns.length + 2}>${
      v.label || html`<span class="vh">${t("data.noread")}</span>`
    }</th></tr></thead><tbody role="rowgroup"><tr class="dg-above" role="presentation"></tr>${repeat(
      list,
      (i) => i, // a row that stays in view keeps its element
      (i) => row(v, i, columns),
    )}<tr class="dg-below" role="presentation"></tr></tbody></table></div>`;
}

function head(v: TableView, name: string, at: number): TemplateResult {
  const { sort } = v.rows;
  const sorted = sort?.name === name ? (sort.down ? "descending" : "ascending") : nothing;
  return html`<th role="columnheader" class=${classOf(name)} aria-colindex=${at} aria-sort=${sorted} data-num=${
    v.columns.numeric(name) ? "" : nothing
  } data-wide=${v.columns.wide(name) ? "" : nothing}><button type="button" class="dg-sort" tabindex="-1"
  title=${t("grid.sort", { name })} @click=${() => v.sortBy(name)}>${name}${
    sort?.name === name ? icon(sort.down ? "down" : "up") : nothing
  }</button><span class="dg-type">${v.columns.typeOf(name)}</span></th>`;
}

function row(v: TableView, i: number, columns: readonly string[]): TemplateResult {
  const e = v.rows.row(i);
  if (!e)
    return html`<tr role="row" aria-rowindex=${i + 2} data-row=${i} aria-busy="true"><td role="gridcell"
      colspan=${columns.length + 2}>…</td></tr>`;
  const on = v.cursor.has(e);
  const touch = v.touch(i);
  return html`<tr role="row" aria-rowindex=${i + 2} data-row=${i} data-on=${on ? "" : nothing}
    aria-selected=${on ? "true" : "false"} data-hit=${
      touch === "returned" ? "" : nothing
    }><td class="dg-check" role="gridcell" aria-colindex="1" id=${idOf(v, i, 0)} data-here=${here(v, i, 0)}><i
      class="dg-box" data-on=${on ? "" : nothing}></i><span
        class="vh">${t(on ? "grid.on" : "grid.off")}</span></td>${columns.map((name, c) =>
          cell(v, i, c + 1, name, e),
        )}<td class="dg-touch" role="gridcell" aria-colindex=${columns.length + 2}>${
          touch === "none"
            ? nothing
            : html`<i class=${touch === "returned" ? "sw-hit" : "sw-read"}></i>${t(`data.${touch}`)}`
        }</td></tr>`;
}

function cell(v: TableView, at: number, column: number, name: string, e: Entity): TemplateResult {
  const id = idOf(v, at, column);
  const number = v.columns.numeric(name) ? "" : nothing;
  const { draft } = v;
  if (draft?.kind === "cell" && draft.row === at && draft.name === name) {
    return html`<td role="gridcell" class="dg-edit" id=${id} aria-colindex=${column + 1}
      data-num=${number}>${cellField(draft, v.typed)}</td>`;
  }
  const text = cellText(propertyOf(e, name));
  return html`<td role=${name === "RowKey" ? "rowheader" : "gridcell"} class=${classOf(name)} id=${id}
    aria-colindex=${column + 1} data-num=${number} data-wide=${v.columns.wide(name) ? "" : nothing} data-here=${here(
      v,
      at,
      column,
    )} title=${text.length > 24 ? shortened(text) : nothing}>${shortened(text)}</td>`;
}

/** The cell of the cursor has a name by which the grid tells it. */
function idOf(v: TableView, at: number, column: number): string | typeof nothing {
  return v.cursor.isAt(at, column) ? `dg-${at}-${column}` : nothing;
}

function here(v: TableView, at: number, column: number): "" | typeof nothing {
  return v.cursor.isAt(at, column) ? "" : nothing;
}

function classOf(name: string): string | typeof nothing {
  return name === "PartitionKey" ? "pk" : name === "RowKey" ? "rk" : nothing;
}

const MOST = 6; // lines that are seen at once

function cellField(draft: Draft, typed: () => void): TemplateResult {
  const label = t("grid.cell", { name: draft.name, type: draft.type, key: draft.key });
  const lines = draft.text.split(/\r\n|\r|\n/).length;
  const change = (e: Event) => {
    draft.text = sameEnds((e.target as HTMLInputElement | HTMLTextAreaElement).value, draft.text);
    typed();
  };
  if (lines > 1)
    return html`<textarea rows=${Math.min(lines + 1, MOST)} autocomplete="off" spellcheck="false" .value=${draft.text}
      aria-label=${label} aria-describedby="edit-req" @input=${change}></textarea>`;
  return html`<input type="text" autocomplete="off" spellcheck="false" .value=${draft.text} aria-label=${label}
      aria-describedby="edit-req" @input=${change}>`;
}

/** Gives a text the line ends of another: a field has \n alone. */
export function sameEnds(text: string, like: string): string {
  const end = /\r\n|\r/.exec(like)?.[0];
  return end ? text.replaceAll("\n", end) : text;
}
