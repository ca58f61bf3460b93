// The lens "Changes": entities before and after a write, property by property.
import { html, nothing, type TemplateResult } from "lit";
import { differences, type Difference } from "./differences.ts";
import { shortened } from "./entities.ts";
import { t } from "./i18n.ts";
import type { Change, Exchange } from "./types.ts";

const SHOWN = 100; // changes in the document

export function changesLens(x: Exchange): TemplateResult {
  const changes = x.record?.changes ?? [];
  if (!changes.length) return html`<p class="quiet">${t(x.ops.length ? "changes.undone" : "changes.nothing")}</p>`;
  const tables = changes.filter((c) => c.kind.endsWith("Table"));
  const entities = changes.filter((c) => !c.kind.endsWith("Table"));
  return html`${tables.map((c) => html`<p class="quiet">${t(c.kind === "createTable" ? "changes.createTable" : "changes.deleteTable", { table: c.table })}</p>`)}${
    entities.length ? table(entities) : nothing}`;
}

function table(changes: readonly Change[]): TemplateResult {
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t("changes.table")}><table class="changes"><caption class="vh">${t("changes.table")}</caption>
    <thead><tr><th scope="col" class="rk">RowKey</th><th scope="col">${t("changes.property")}</th><th scope="col">${t("changes.before")}</th><th
      scope="col">${t("changes.after")}</th></tr></thead>
    <tbody>${changes.slice(0, SHOWN).map(rows)}</tbody></table></div>`;
}

function rows(change: Change): TemplateResult[] {
  const found = differences(change);
  const list: Difference[] = found.length ? found : [{ property: t("changes.same"), before: null, after: null }];
  return list.map((d) => html`<tr><th scope="row" class="rk">${change.key.row}</th><td>${d.property}</td><td>${
    d.before === null ? nothing : html`<del>${shortened(d.before)}</del>`}</td><td>${d.after === null ? nothing : html`<ins>${shortened(d.after)}</ins>`}</td></tr>`);
}
