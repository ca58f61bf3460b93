// The columns of a file: types, values, and what is worth knowing of each.
import { html, type TemplateResult } from "lit";
import type { Profile, ProfileColumn } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { renamedWords } from "../ui/renamed-words.ts";
import { columnNotes } from "./column-notes.ts";
import { percent, rounded } from "./numbers.ts";
import type { OwnTable } from "./own-table.ts";

/** The types of the service, by those of a sheet. */
const TYPES: Readonly<Record<string, string>> = {
  text: "String",
  int: "Int32",
  long: "Int64",
  double: "Double",
  bool: "Boolean",
  time: "DateTime",
  guid: "Guid",
  binary: "Binary",
};

export function columnsView(own: OwnTable, report: Profile): TemplateResult {
  return html`<section aria-labelledby="own-columns"><header><h2 id="own-columns">${t("own.columns")}</h2><p
    class="muted">${t("own.columns.note")}</p></header>
    <table class="own-cols"><caption class="vh">${t("own.columns.of", { name: own.file.name })}</caption><thead><tr>
    <th scope="col">${t("own.column")}</th><th scope="col">${t("own.type")}</th><th scope="col">${t("own.example")}</th>
    <th scope="col" class="num">${t("own.distinct")}</th><th scope="col" class="num">${t("own.common")}</th><th
    scope="col">${t("own.worth")}</th></tr></thead>
    <tbody>${report.columns.map((c) => row(own, report, c))}</tbody></table>${renamed(report)}${leftOut(
      report,
    )}</section>`;
}

function row(own: OwnTable, report: Profile, c: ProfileColumn): TemplateResult {
  return html`<tr><th scope="row"><code>${c.name}</code></th><td>${typeSelect(own, c)}</td>
    <td data-label=${t("own.example")}><code class="own-ex">${c.example}</code></td>
    <td class="num" data-label=${t("own.distinct")}>${
      c.exact ? num(c.distinct) : t("own.about", { n: rounded(c.distinct) })
    }</td>
    <td class="num" data-label=${t("own.common")}>${c.filled ? percent(c.largest) : ""}</td>
    <td class="own-note">${columnNotes(report, c)}</td></tr>`;
}

function typeSelect(own: OwnTable, c: ProfileColumn): TemplateResult {
  const chosen = own.types[c.name] ?? c.type;
  return html`<span class="select"><select aria-label=${t("own.type.of", { name: c.name })}
    @change=${(e: Event) => own.setType(c.name, (e.target as HTMLSelectElement).value)}>${c.fits.map(
      (type) => html`<option value=${type} ?selected=${type === chosen}>${TYPES[type] ?? type}</option>`,
    )}</select></span>`;
}

function renamed(report: Profile): TemplateResult[] {
  return report.renamed.map((r) => html`<p class="note">${renamedWords(r)}</p>`);
}

function leftOut(report: Profile): TemplateResult {
  if (!report.further) return html``;
  return html`<p class="note">${tn("own.leftout", report.further, { names: report.leftOut.join(", ") })}</p>`;
}
