// A table of entities: keys first, numbers to the right; on a phone each row becomes a card.
import { html, nothing, type TemplateResult } from "lit";
import type { Entity } from "../engine/types.ts";
import { tn } from "../ui/i18n.ts";
import { arranged } from "./arrange.ts";
import { type Arranging, arrangeLine, sortedAs, sortHead } from "./arrange-view.ts";
import { cellText, columnsOf, propertyOf, shortened } from "./entities.ts";

export interface GridOptions {
  caption: string;
  shown: number; // rows drawn
  more?: (() => void) | undefined; // draws more
  arrange?: Arranging | undefined; // without it the rows stay as they came
}

/** Draws the first rows, and a button for the rest. */
export function grid(
  entities: readonly Entity[],
  { caption, shown, more, arrange }: GridOptions,
): TemplateResult | TemplateResult[] {
  const { names: usual, numeric } = columnsOf(entities, narrow(entities) ? [] : ["Timestamp"]);
  if (!arrange || entities.length < 2) return table(entities, usual, numeric, { caption, shown, more });
  const { value } = arrange;
  const all = columnsOf(entities).names;
  const names = value.columns ? all.filter((n) => value.columns?.includes(n)) : usual;
  const rows = arranged(entities, value, names, numeric.has(value.sort?.name ?? ""));
  return [
    arrangeLine({ came: entities.length, left: rows.length, all, shown: names }, arrange),
    table(rows, names, numeric, { caption, shown, more, arrange }),
  ];
}

function table(
  entities: readonly Entity[],
  names: readonly string[],
  numeric: ReadonlySet<string>,
  { caption, shown, more, arrange }: GridOptions,
): TemplateResult {
  const rest = entities.length - shown;
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${caption}><table class="grid"
    data-cards="">
    <caption class="vh">${caption}</caption>
    <thead><tr>${names.map(
      (n) =>
        html`<th scope="col" class=${keyClass(n)} data-num=${numeric.has(n) ? "" : nothing} aria-sort=${
          arrange ? sortedAs(n, arrange.value) : nothing
        }>${arrange ? sortHead(n, arrange) : n}</th>`,
    )}</tr></thead>
    <tbody>${entities.slice(0, shown).map((e) => row(e, names, numeric))}</tbody></table></div>${moreRows(rest, more)}`;
}

/** Says how many rows are not drawn, as a button if they can be. */
export function moreRows(rest: number, more?: () => void): TemplateResult | typeof nothing {
  if (rest <= 0) return nothing;
  if (!more) return html`<p class="grid-more quiet">${tn("result.more", rest)}</p>`;
  return html`<p class="grid-more"><button type="button" class="button" data-kind="small" @click=${more}>${tn(
    "result.more",
    rest,
  )}</button></p>`;
}

/** A card has no label for a property that its entity lacks. */
function row(e: Entity, names: readonly string[], numeric: ReadonlySet<string>): TemplateResult {
  return html`<tr>${names.map((n) => {
    const value = propertyOf(e, n);
    if (n === "RowKey") return html`<th scope="row" class="rk" data-label="RowKey">${cellText(value) || `""`}</th>`;
    const label = value === undefined ? nothing : n;
    return html`<td class=${keyClass(n)} data-num=${numeric.has(n) ? "" : nothing} data-label=${label}>${shortened(
      cellText(value),
    )}</td>`;
  })}</tr>`;
}

/** The Timestamp is noise beside other properties, but all there is when it was selected alone. */
function narrow(entities: readonly Entity[]): boolean {
  return columnsOf(entities, ["Timestamp"]).names.length === 0;
}

function keyClass(name: string): string | typeof nothing {
  return name === "PartitionKey" ? "pk" : name === "RowKey" ? "rk" : nothing;
}
