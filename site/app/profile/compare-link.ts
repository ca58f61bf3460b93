// The way to the workbench: the filled sheet, which holds no value of the file, is kept as one of the reader's own, and opened.
// Where nothing can be kept, the address carries it.
import { html, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import { home } from "../engine/page-data.ts";
import type { ProfiledSheet } from "../engine/types.ts";
import { packText } from "../share/packed.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { OwnTable } from "./own-table.ts";

const PREFIX = "design/#d1="; // the JSON form of a sheet, deflated

const links = new WeakMap<ProfiledSheet, Promise<string>>();

function linkOf(sheet: ProfiledSheet): Promise<string> {
  const known =
    links.get(sheet) ?? packText(JSON.stringify(sheet.sheet)).then((packed) => new URL(PREFIX + packed, home).href);
  links.set(sheet, known);
  return known;
}

export function compareLink(own: OwnTable, sheet: ProfiledSheet): TemplateResult {
  return html`<a class="button own-compare" data-kind="primary" href=${until(linkOf(sheet), "#own-keys")}
    @click=${(e: MouseEvent) => lead(own, e)} @auxclick=${(e: MouseEvent) => lead(own, e)}>${t("own.compare")}${icon("right")}</a>`;
}

/** Keeps the sheet before its link is followed, in this tab or another: what is written there is then kept as well. */
function lead(own: OwnTable, e: MouseEvent): void {
  if (e.button > 1) return;
  const key = own.keepToCompare();
  if (key) (e.currentTarget as HTMLAnchorElement).href = new URL(`design/?sheet=${key}`, home).href;
}
