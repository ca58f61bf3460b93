// The steps of one run as a table, and the data as they are after one of them.
import { html, nothing, type TemplateResult } from "lit";
import type { LabStep } from "../engine/types.ts";
import { duration, num, t } from "../ui/i18n.ts";
import { fold, heads } from "../ui/table.ts";
import { dataAfter, type PlaceState } from "./step-data.ts";
import { laneName } from "./step-text.ts";

/** All steps; each number goes to its step. */
export function stepTable(steps: readonly LabStep[], at: number, go: (step: number) => void): TemplateResult {
  const rows = steps.map(
    (s) => html`<tr ?data-now=${s.n === at} ?data-bad=${isBad(s)} ?data-later=${s.n > at}><td class="num"><button
    type="button" class="st-go" aria-label=${t("lab.step.go", { n: s.n })} aria-current=${s.n === at ? "step" : nothing}
        @click=${() => go(s.n)}>${s.n}</button></td><td
          class="num">${duration(s.time)}</td><td>${s.kind === "pause" ? "" : laneName(s)}</td><th
            scope="row">${what(s)}</th><td>${answerOf(s)}</td></tr>`,
  );
  const label = t("lab.table", { n: num(steps.length) });
  return html`<div class="st-table">${fold(
    label,
    heads("#lab.col.step", "#lab.col.time", "lab.col.who", "lab.col.what", "lab.col.answer"),
    rows,
  )}</div>`;
}

const isBad = (s: LabStep): boolean => s.overwrites > 0 || s.status >= 400;

function what(s: LabStep): unknown {
  if (s.kind !== "request") return t(`lab.kind.${s.kind}`);
  return html`${s.title || s.method}${
    s.overwrites ? html`<span class="st-more">${t("lab.overwrites.short", { n: s.overwrites })}</span>` : nothing
  }`;
}

function answerOf(s: LabStep): string {
  if (s.kind !== "request") return "";
  return s.status ? `${s.status} ${s.code}`.trim() : t("output.noanswer");
}

/** Every place that some step writes, as it is after step n. */
export function dataTable(steps: readonly LabStep[], n: number): TemplateResult | typeof nothing {
  const places = dataAfter(steps, n);
  if (!places.length) return nothing;
  const label = t("lab.data", { n });
  return html`<div class="grid-scroll st-data" tabindex="0" role="group" aria-label=${label}><table
    class="rl-table"><caption>${label}</caption>${heads(
      "lab.col.where",
      "lab.col.key",
      "lab.col.value",
      "#lab.col.version",
    )}<tbody>${places.map(row)}</tbody></table></div>`;
}

function row(p: PlaceState): TemplateResult {
  return html`<tr ?data-gone=${!p.there} ?data-now=${p.now}><td>${p.store}</td><th
    scope="row">${key(p)}</th><td>${value(p)}</td><td class="num">${p.there && p.version ? p.version : "–"}</td></tr>`;
}

function key({ kind, partition, row: rowKey }: PlaceState): unknown {
  if (kind === "message") return t("lab.quoted", { text: cut(rowKey) });
  return html`${partition ? html`<span class="pk">${cut(partition)}</span> ` : nothing}<span
    class="rk">${cut(rowKey)}</span>`;
}

function value(p: PlaceState): unknown {
  const words = state(p);
  if (words) return p.now ? html`<mark>${words}</mark>` : words;
  return p.properties.map(
    ({ name, value: v, now }, i) => html`${i ? ", " : ""}${name} ${now ? html`<mark>${cut(v)}</mark>` : cut(v)}`,
  );
}

/** What is said of a place that has no properties to show. */
function state(p: PlaceState): string {
  if (!p.there) return t(p.step ? "lab.gone" : "lab.nothing");
  if (p.kind === "message") return t(p.change === "hide" ? "lab.hidden" : "lab.visible");
  return p.properties.length ? "" : t("lab.there");
}

const cut = (text: string): string => (text.length > 48 ? `${text.slice(0, 47)}…` : text);
