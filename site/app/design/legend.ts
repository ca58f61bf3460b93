// What the labels of numbers mean.
import { html, type TemplateResult } from "lit";
import { t } from "../ui/i18n.ts";
import { label } from "./figures.ts";

export function legend(): TemplateResult {
  const entry = (of: "exact" | "modelled" | "assumed") =>
    html`<div><dt>${label(of)}</dt><dd>${t(`bench.legend.${of}`)}</dd></div>`;
  return html`<dl class="src-legend">${entry("exact")}${entry("modelled")}${entry("assumed")}</dl>`;
}
