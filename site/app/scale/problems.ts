// What is wrong with a load or a number of the model: a list with links to the fields, each with a sentence.
import { html, nothing, type TemplateResult } from "lit";
import type { ScaleMessage } from "../engine/types.ts";
import { filled, isKey, num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { ScalePage } from "./scale-page.ts";

/** The id of the field of a path: "/load/parts/0/rate". */
export function fieldId(path: string): string {
  return `scale${path.replaceAll("/", "-")}`;
}

/** The sentence of a message, in which {field} is left to fill. */
function sentenceOf({ code, names, numbers }: ScaleMessage): string {
  const [name = "", ...others] = names ?? [];
  const [n = 0, least = 0, most = 0] = numbers ?? [];
  return t(`scale.wrong.${code}`, { name, others: others.join(", "), n: num(n), least: num(least), most: num(most) });
}

export function problems(p: ScalePage): TemplateResult | typeof nothing {
  const { messages: list, sheet } = p.runner.ran;
  if (sheet.length)
    return html`<p class="scale-wrong" role="alert">${icon("warn")} ${t(
      p.plan.template ? "scale.wrong.attributes" : "scale.wrong.sheet",
    )}</p>`;
  if (!list.length) return nothing;
  return html`<div class="scale-wrong" role="alert"><p>${icon("warn")} <b>${tn(
    "scale.wrong",
    list.length,
  )}</b></p><ul>${list.map((m) => html`<li>${filled(sentenceOf(m), { field: placeOf(m.path) })}</li>`)}</ul></div>`;
}

/** The name of what is wrong, which leads to its field if the page has one: there is none for a list of tables, or for
 * a load that comes from a sheet. */
function placeOf(path: string): TemplateResult {
  if (!document.getElementById(fieldId(path))) return html`<b>${nameOf(path)}</b>`;
  return html`<a href="#${fieldId(path)}" @click=${(e: Event) => goTo(e, path)}>${nameOf(path)}</a>`;
}

/** The last word of a path says which field it is, whose label names it. */
function nameOf(path: string): string {
  const [, part] = /\/parts\/(\d+)/.exec(path) ?? [];
  const field = path.slice(path.lastIndexOf("/") + 1) || "load";
  const label = [`scale.field.${field}`, `scale.number.${field}`].find(isKey);
  const word = label ? t(label) : field;
  return part === undefined ? word : t("scale.wrong.in", { word, n: num(Number(part) + 1) });
}

function goTo(e: Event, path: string): void {
  e.preventDefault(); // the address holds the load
  const field = document.getElementById(fieldId(path));
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** What is wrong at a path, for the field itself. */
export function problemAt(p: ScalePage, path: string): string {
  return p.runner.ran.messages
    .filter((m) => m.path === path)
    .map((m) => filled(sentenceOf(m), { field: nameOf(path) }).join(""))
    .join(" ");
}
