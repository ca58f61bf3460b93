// What the generator would make: the first rows, and how the keys spread them; then how far the writing is.
import { html, nothing, type TemplateResult } from "lit";
import { cellText, propertyOf } from "../../answer/entities.ts";
import type { FillProgress } from "../../engine/fill-table.ts";
import type { Entity, Generated, Shape } from "../../engine/types.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import type { Draft } from "./generate-columns.ts";

const PAGE = 1000; // entities of one answer

export function preview(made: Generated | null, draft: Draft): TemplateResult | typeof nothing {
  if (!made) return nothing;
  const names = draft.columns.filter((c) => c.stored).map((c) => c.name);
  const heads = names.map((name) => html`<th scope="col">${name}</th>`);
  const rows = made.entities.map((e) => (e ? row(e, names) : nothing));
  return html`<h3>${t("make.first")}</h3><div class="make-scroll" tabindex="0" role="group"
    aria-label=${t("make.first")}><table class="make-rows" translate="no"><caption class="vh">${t(
      "make.first",
    )}</caption><thead><tr><th scope="col" class="pk">PartitionKey</th><th
      scope="col" class="rk">RowKey</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>${shape(
        made.shape,
        draft.count,
      )}`;
}

function row(e: Entity, names: readonly string[]): TemplateResult {
  const text = (name: string) => cellText(propertyOf(e, name));
  return html`<tr><td class="pk">${text("PartitionKey")}</td><th scope="row"
    class="rk">${text("RowKey")}</th>${names.map((name) => html`<td>${text(name)}</td>`)}</tr>`;
}

function shape(s: Shape, count: number): TemplateResult {
  const requests = Math.ceil(s.largest / PAGE);
  return html`<p><b>${tn("make.partitions", s.partitions)}</b> ${t("make.largest", { n: num(s.largest) })} ${tn(
    "make.pages",
    requests,
  )}</p>${
    s.repeated
      ? html`<p class="call-out" role="status"
        data-kind="rule">${tn("make.repeated", s.repeated, { of: num(count) })}</p>`
      : nothing
  }`;
}

/** Draws how far the writing is; over says that nothing more will be written. */
export function madeProgress(p: FillProgress, over: boolean): TemplateResult {
  const seconds = num(Math.round(p.milliseconds / 100) / 10);
  return html`<div class="progress"><p role="status"><span>${t(over ? "import.written" : "import.writing", {
    n: num(p.written),
    of: num(p.of),
  })}</span><span>${over ? t("import.took", { s: seconds }) : nothing}</span></p>
    <progress max=${p.of} .value=${p.done} aria-label=${t("sets.progress")}></progress>
    <p class="muted">${tn("make.transactions", p.transactions)} ${
      p.repeated ? tn("make.repeated.out", p.repeated) : nothing
    }</p></div>`;
}
