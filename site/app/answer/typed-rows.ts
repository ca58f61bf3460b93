// Entities as a program reads that declares types: of each its type and its fields, or what is wrong.
import { html, nothing, type TemplateResult } from "lit";
import type { Entity, Typed } from "../engine/types.ts";
import { said, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { cellText, propertyOf, shortened } from "./entities.ts";
import { type GridOptions, moreRows } from "./grid.ts";

export function typedRows(
  list: readonly Typed[],
  entities: readonly Entity[],
  { caption, shown, more }: GridOptions,
): TemplateResult {
  void needSheet("design");
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${
    caption
  }><table class="grid" data-cards=""><caption class="vh">${caption}</caption>
    <thead><tr><th scope="col" class="pk">PartitionKey</th><th scope="col" class="rk">RowKey</th><th scope="col">${t(
      "typed.type",
    )}</th><th scope="col">${t("typed.fields")}</th></tr></thead>
    <tbody>${list.slice(0, shown).map((x, i) => row(x, entities[i] ?? {}))}</tbody></table></div>${moreRows(
      list.length - shown,
      more,
    )}`;
}

function row(x: Typed, e: Entity): TemplateResult {
  return html`<tr data-bad=${x.error ? "" : nothing}><td class="pk" data-label="PartitionKey">${cellText(
    propertyOf(e, "PartitionKey"),
  )}</td><th scope="row" class="rk" data-label="RowKey">${cellText(
    propertyOf(e, "RowKey"),
  )}</th><td data-label=${t("typed.type")}>${x.type ? html`<span class="chip">${x.type}</span>` : nothing}</td><td class="ty-fields">${
    x.error ? html`<span class="ty-bad">${icon("cross")}${said(x.error, x.sentences)}</span>` : nothing
  }${x.fields.map(
    ([name, type, value]) =>
      html`<span class="ty-field">${name} <b>${shortened(value)}</b> <span class="muted">${type}</span></span>`,
  )}</td></tr>`;
}
