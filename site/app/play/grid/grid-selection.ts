// The line above the grid about what is selected: how many rows, and what can be done with them.
import { html, nothing, type TemplateResult } from "lit";
import type { Entity } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { menu } from "../../ui/menu.ts";
import { draftOf, editsOf, type Kind } from "./grid-edit.ts";
import { BATCH } from "./grid-requests.ts";

export interface SelectionActions {
  edit: (kind: Kind, list: Entity[]) => void;
  history: (e: Entity) => void;
  clear: () => void;
}

export function selectionLine(table: string, list: Entity[], a: SelectionActions): TemplateResult | typeof nothing {
  const [one] = list;
  if (!one) return nothing;
  const single = list.length === 1;
  const act = (kind: Kind, word: string, sign: string) =>
    button(word, () => a.edit(kind, list), { icon: sign, kind: "small" });
  const alone = [
    { word: t("grid.addproperty"), press: () => a.edit("property", list) },
    { word: t("grid.dropproperty"), press: () => a.edit("drop", list) },
    { word: t("grid.history"), press: () => a.history(one) },
  ];
  return html`<div class="dg-sel" role="group" aria-label=${t("grid.selection")}><b role="status">${tn(
    "grid.selected",
    list.length,
  )}</b><span class="dg-acts">${
    single ? html`${act("duplicate", t("grid.duplicate"), "twice")}${act("move", t("grid.move"), "edit")}` : nothing
  }${act("delete", t("grid.delete"), "bin")}${menu("dg-more", icon("more"), t("grid.actions"), [
    ...(single ? alone : []),
    { word: t("grid.none"), press: a.clear },
  ])}</span>${single ? nothing : html`<span class="muted">${batches(table, list)}</span>`}</div>`;
}

const batches = (table: string, list: Entity[]): string =>
  tn("grid.batches", editsOf(table, draftOf("delete", list)).length, { most: BATCH });
