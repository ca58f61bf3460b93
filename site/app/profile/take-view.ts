// What a reader can take along: the sheet, the numbers, and rows of whole partitions.
import { html, nothing, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import type { Profile, ProfiledSheet } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { saveFile } from "../ui/save-file.ts";
import type { OwnTable } from "./own-table.ts";

export function takeView(own: OwnTable, report: Profile): TemplateResult {
  const base = own.file.name.replace(/\.[^.]*$/, "") || "table";
  return html`<section aria-labelledby="own-take"><header><h2 id="own-take">${t("own.take")}</h2><p
    class="muted">${t("own.take.note")}</p></header>
    ${own.sheet ? html`${keepView(own)}${sheetView(own.sheet, base)}` : nothing}
    <div class="actions">${button(t("own.take.numbers"), () => void takeNumbers(own, base), { icon: "take" })}
      <label class="own-box"><input type="checkbox" .checked=${own.values} @change=${(e: Event) => {
        own.values = (e.target as HTMLInputElement).checked;
      }}>${t("own.take.values")}</label></div>
    ${report.sample.rows ? sample(own, report, base) : nothing}</section>`;
}

/** The sheet stays here if the reader says so, and nothing else of the file. */
function keepView(own: OwnTable): TemplateResult {
  return html`<div class="actions">${button(t("own.keep"), () => own.keep(), { icon: "check" })}<span role="status">${
    own.kept
      ? html`${t("own.kept")} <a href=${new URL(`design/?sheet=${own.kept}`, home).href}>${t("own.kept.open")}</a>`
      : own.keepTrouble
        ? t("play.data.not", { why: t(`storage.${own.keepTrouble}`) })
        : t("own.keep.note")
  }</span></div>`;
}

function sheetView(sheet: ProfiledSheet, base: string): TemplateResult {
  return html`<details class="own-sheet"><summary>${t("own.sheet")}</summary><p
    class="muted">${tn("own.sheet.measured", sheet.rows)}${sheet.noName ? ` ${t("own.sheet.noname")}` : ""}${
      sheet.leftOut.length
        ? ` ${tn("own.sheet.leftout", sheet.leftOut.length, { names: sheet.leftOut.join(", ") })}`
        : ""
    }</p>
    <pre class="code" tabindex="0" role="group" aria-label=${t("own.sheet")}><code>${sheet.text}</code></pre>
    <div class="actions">${button(t("own.take.sheet"), () => saveFile(`${base}.http`, [sheet.text]), {
      icon: "take",
    })}</div></details>`;
}

function sample(own: OwnTable, report: Profile, base: string): TemplateResult {
  const { rows, groups, column } = report.sample;
  return html`<p class="own-sample">${tn("own.sample", groups, { rows: num(rows), column })}</p>
    <div class="actions">${button(
      t("own.take.sample"),
      () => void own.sample().then((text) => saveFile(`${base}.jsonl`, [text])),
      { icon: "take" },
    )}</div>`;
}

async function takeNumbers(own: OwnTable, base: string): Promise<void> {
  saveFile(`${base}-profile.json`, [JSON.stringify(await own.numbers(), null, 2)], "application/json");
}
