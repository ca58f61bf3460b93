// The lens "Changes": entities before and after a write, property by property.
import { html, nothing, type TemplateResult } from "lit";
import type { Change, Exchange } from "../../engine/types.ts";
import { t, tn } from "../../ui/i18n.ts";
import { type Difference, differences } from "../differences.ts";
import { shortened } from "../entities.ts";
import type { OutputView } from "../view.ts";

export function changesLens(x: Exchange, { limits }: OutputView): TemplateResult {
  const changes = x.record?.changes ?? [];
  if (!changes.length) return html`<p class="quiet">${t(x.ops.length ? "changes.undone" : "changes.nothing")}</p>`;
  const tables = changes.filter((c) => c.kind.endsWith("Table"));
  const entities = changes.filter((c) => !c.kind.endsWith("Table"));
  return html`${tables.map(
    (c) =>
      html`<p class="quiet">${t(c.kind === "createTable" ? "changes.createTable" : "changes.deleteTable", {
        table: c.table,
      })}</p>`,
  )}${entities.length ? table(entities, limits.changes) : nothing}`;
}

/** Draws at most so many rows, and says how many there are besides. */
function table(changes: readonly Change[], most: number): TemplateResult {
  const all = changes.flatMap(rows);
  const rest = all.length - most;
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t(
    "changes.table",
  )}><table class="changes"><caption class="vh">${t("changes.table")}</caption>
    <thead><tr><th scope="col" class="rk">RowKey</th><th scope="col">${t("changes.property")}</th><th scope="col">${t(
      "changes.before",
    )}</th><th scope="col">${t("changes.after")}</th></tr></thead>
    <tbody>${all.slice(0, most)}</tbody></table></div>${
      rest > 0 ? html`<p class="quiet">${tn("result.more", rest)}</p>` : nothing
    }`;
}

function rows(change: Change): TemplateResult[] {
  const found = differences(change);
  const list: Difference[] = found.length ? found : [{ property: t("changes.same"), before: null, after: null }];
  return list.map(
    (d) =>
      html`<tr><th scope="row" class="rk">${change.key.row}</th><td>${d.property}</td><td>${
        d.before === null ? nothing : html`<del>${shortened(d.before)}</del>`
      }</td><td>${d.after === null ? nothing : html`<ins>${shortened(d.after)}</ins>`}</td></tr>`,
  );
}
