// The way to the workbench: an address that carries the filled sheet, which holds no value of the file.
import { html, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import { home } from "../engine/page-data.ts";
import type { ProfiledSheet } from "../engine/types.ts";
import { packText } from "../share/packed.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";

const PREFIX = "design/#d1="; // the JSON form of a sheet, deflated

const links = new WeakMap<ProfiledSheet, Promise<string>>();

function linkOf(sheet: ProfiledSheet): Promise<string> {
  const known =
    links.get(sheet) ?? packText(JSON.stringify(sheet.sheet)).then((packed) => new URL(PREFIX + packed, home).href);
  links.set(sheet, known);
  return known;
}

export function compareLink(sheet: ProfiledSheet): TemplateResult {
  return html`<a class="button own-compare" data-kind="primary" href=${until(linkOf(sheet), "#own-keys")}>${t("own.compare")}${icon("right")}</a>`;
}
