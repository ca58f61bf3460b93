// The line of conditions above the grid. Its class and what it reads are said before it runs.
import { html, nothing, type TemplateResult } from "lit";
import { badge } from "../../answer/query-badge.ts";
import type { Planned } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { num, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { OPS, type Term } from "./grid-filter.ts";

export interface FilterState {
  terms: readonly Term[];
  adding: Term | null;
  planned: Planned | null;
  refused: string;
  names: readonly string[];
}

export interface FilterActions {
  begin: () => void;
  add: () => void;
  drop: (i: number) => void;
  changed: () => void;
  run: () => void;
  write: () => void;
  cancel: () => void;
}

export function filterLine(s: FilterState, a: FilterActions): TemplateResult {
  const plan = s.planned?.plan;
  return html`<div class="dg-filter" role="group" aria-label=${t("grid.filter")}><span
    class="dg-where">${icon("filter")}${t("grid.where")}</span>${s.terms.map(
      (term, i) => html`<span class="term"><span class=${keyClass(term.name)}>${term.name}</span> <i>${opWord(
        term.op,
      )}</i> ${term.value}<button type="button"
      class="icon-button" aria-label=${t("grid.filter.drop", { name: term.name })}
        @click=${() => a.drop(i)}>${icon("close")}</button></span>`,
    )}${
      s.adding ? addForm(s.adding, s.names, a) : button(t("grid.filter.add"), a.begin, { icon: "plus", kind: "small" })
    }${
      s.terms.length
        ? html`<span class="dg-out" role="status">${
            plan ? html`${badge(plan.class)} ${t("grid.reads")} <b>${num(s.planned?.reads ?? 0)}</b>` : nothing
          }${s.refused ? html`<span class="bad">${s.refused}</span>` : nothing}${button(t("grid.find"), a.run, {
            icon: "run",
            kind: "small",
            disabled: !plan,
          })}${button(t("grid.query"), a.write, { icon: "script", kind: "small", disabled: !plan })}</span>`
        : nothing
    }</div>`;
}

function opWord(op: string): string {
  return op === "starts" ? t("grid.starts") : op;
}

function keyClass(name: string): string | typeof nothing {
  return name === "PartitionKey" ? "pk" : name === "RowKey" ? "rk" : nothing;
}

function addForm(term: Term, names: readonly string[], a: FilterActions): TemplateResult {
  const choose = (set: (v: string) => void) => (e: Event) => {
    set((e.target as HTMLInputElement).value);
    a.changed();
  };
  const key = (e: KeyboardEvent) => {
    if (e.key === "Enter") a.add();
    else if (e.key === "Escape") a.cancel();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return html`<span class="dg-add" @keydown=${key}><label class="select"><span
    class="vh">${t("grid.property")}</span><select @change=${choose((v) => (term.name = v))}>${names.map(
      (n) => html`<option .selected=${n === term.name}>${n}</option>`,
    )}</select></label><label class="select"><span class="vh">${t("grid.filter.op")}</span><select
      @change=${choose((v) => (term.op = v))}>${OPS.map(
        (op) => html`<option value=${op} .selected=${op === term.op}>${opWord(op)}</option>`,
      )}</select></label><label><span class="vh">${t("grid.value")}</span><input type="text" autocomplete="off"
        spellcheck="false"
          .value=${term.value} @input=${choose((v) => (term.value = v))}></label>${button(t("grid.filter.ok"), a.add, {
            kind: "small",
          })}</span>`;
}
