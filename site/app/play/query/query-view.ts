// The fields of the query builder, and what they say as a request.
import { html, nothing, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import { badge } from "../../answer/query-badge.ts";
import { button, iconButton } from "../../ui/buttons.ts";
import { t, tn } from "../../ui/i18n.ts";
import { OPS, type Term } from "../grid/grid-filter.ts";
import { TYPES } from "../grid/grid-requests.ts";
import type { QueryBuilder } from "./query-builder.ts";

/** How a value of a type looks, where nothing else tells. */
const SHAPES: Readonly<Record<string, string>> = {
  DateTime: "2026-01-31T08:00:00Z",
  Guid: "12345678-1234-1234-1234-123456789abc",
  Binary: "01ff",
};

export function queryBody(b: QueryBuilder): TemplateResult {
  const tables = b.tables.includes(b.query.table) ? b.tables : [b.query.table, ...b.tables];
  return html`<div class="qb"><div class="qb-head"><label class="select"><span>${t("data.table")}</span><select
    @change=${(e: Event) => void b.choose(typed(e))}>${tables.map(
      (name) => html`<option .selected=${name === b.query.table}>${name}</option>`,
    )}</select></label><label class="qb-field"><span>${t("query.top")}</span><input type="number" min="1" max="1000"
    inputmode="numeric" placeholder="1000" .value=${b.query.top}
      @input=${(e: Event) => set(b, () => (b.query.top = typed(e)))}></label></div>
    <fieldset class="qb-terms"><legend>${t("query.conditions")}</legend>${b.query.terms.map((term, i) =>
      row(b, term, i),
    )}
    ${button(t("grid.filter.add"), () => b.add(), { kind: "small", icon: "plus" })}
    <datalist id="qb-names">${[...b.types.keys(), "Timestamp"].map(
      (n) => html`<option value=${n}></option>`,
    )}</datalist></fieldset>
    ${columns(b)}
    <div class="qb-out"><p role="status">${outlook(b)}</p>${sample(b.text, t("query.text"))}</div></div>`;
}

/** What is known of the query before it runs: its class and what it reads, or why that is not to be said. */
function outlook(b: QueryBuilder): unknown {
  const { table } = b.query;
  if (b.refused) return html`<span class="bad">${b.refused}</span>`;
  if (b.vacant) return t("query.vacant", { name: b.vacant.name });
  const known = b.tables.includes(table) ? "query.unknown" : "query.missing";
  const reads = b.reads === null ? t(known, { table }) : tn("query.reads", b.reads);
  return html`${b.planned?.plan ? badge(b.planned.plan.class) : nothing} ${reads}`;
}

export function queryFoot(b: QueryBuilder, close: () => void): TemplateResult {
  const press = (write: () => void) => () => {
    close();
    write();
  };
  const disabled = !b.ready;
  return html`${button(
    t("query.insert"),
    press(() => b.insert()),
    { icon: "plus", disabled, ...(b.target ? {} : { kind: "primary" }) },
  )}${
    b.target
      ? button(
          t("query.replace"),
          press(() => b.replace()),
          { icon: "script", kind: "primary", disabled },
        )
      : nothing
  }`;
}

/** One condition. The first two are those of the keys, which may ask nothing. */
function row(b: QueryBuilder, term: Term, i: number): TemplateResult {
  const key = i < 2;
  const label = (word: string) => t("query.of.term", { word, name: term.name });
  return html`<div class="qb-term" role="group" aria-label=${term.name}>${
    key ? html`<span class="qb-name ${i ? "rk" : "pk"}">${term.name}</span>` : name(b, term)
  }<label class="select"><span class="vh">${label(t("grid.filter.op"))}</span><select
      @change=${(e: Event) => set(b, () => (term.op = typed(e)))}>${
        key ? html`<option value="" .selected=${!term.op}>${t("query.any")}</option>` : nothing
      }${OPS.filter((op) => op !== "starts" || term.type === "String").map(
        (op) =>
          html`<option value=${op} .selected=${op === term.op}>${op === "starts" ? t("grid.starts") : op}</option>`,
      )}</select></label>${term.op ? value(b, term, label(t("grid.value"))) : html`<span></span>`}${
        key ? html`<span class="qb-type muted">String</span>` : type(b, term, label(t("query.type")))
      }${key ? nothing : iconButton("close", t("grid.filter.drop", { name: term.name }), () => b.drop(i))}</div>`;
}

function name(b: QueryBuilder, term: Term): TemplateResult {
  const rename = (e: Event) =>
    set(b, () => {
      term.name = typed(e).trim();
      term.type = b.typeOf(term.name);
      if (term.op === "starts" && term.type !== "String") term.op = "eq";
    });
  return html`<label class="qb-field"><span class="vh">${t("grid.property")}</span><input type="text" list="qb-names"
    autocomplete="off" spellcheck="false" .value=${term.name} @change=${rename}></label>`;
}

function value(b: QueryBuilder, term: Term, label: string): TemplateResult {
  const change = (e: Event) => b.give(term, typed(e));
  if (term.type === "Boolean")
    return html`<label class="select"><span class="vh">${label}</span><select @change=${change}><option value=""
      .selected=${!term.value}></option>${["true", "false"].map(
        (v) => html`<option .selected=${v === term.value}>${v}</option>`,
      )}</select></label>`;
  return html`<label class="qb-field"><span class="vh">${label}</span><input type="text" autocomplete="off"
    spellcheck="false" placeholder=${SHAPES[term.type] ?? nothing} .value=${term.value} @input=${change}></label>`;
}

function type(b: QueryBuilder, term: Term, label: string): TemplateResult {
  return html`<label class="select qb-type"><span class="vh">${label}</span><select @change=${(e: Event) =>
    set(b, () => {
      term.type = typed(e);
      if (term.op === "starts" && term.type !== "String") term.op = "eq";
    })}>${TYPES.map((x) => html`<option .selected=${x === term.type}>${x}</option>`)}</select></label>`;
}

/** The properties that are returned. */
function columns(b: QueryBuilder): TemplateResult {
  const { select } = b.query;
  const names = [...new Set(["PartitionKey", "RowKey", ...b.types.keys(), "Timestamp", ...select])];
  const toggle = (n: string, on: boolean) =>
    set(b, () => (b.query.select = names.filter((x) => (x === n ? on : select.includes(x)))));
  return html`<fieldset class="qb-columns"><legend>${t("query.select")}</legend>${names.map(
    (n) =>
      html`<label><input type="checkbox" .checked=${select.includes(n)} @change=${(e: Event) =>
        toggle(n, (e.target as HTMLInputElement).checked)}> ${n}</label>`,
  )}<p class="muted">${t(select.length ? "query.select.some" : "query.select.all")}</p></fieldset>`;
}

function set(b: QueryBuilder, change: () => void): void {
  change();
  b.changed();
}

function typed(e: Event): string {
  return (e.target as HTMLInputElement).value;
}
