// The band below the grid: fields of a change if it has any, the request that it stands for, and what may be done with
// it.
import { html, nothing, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import { button } from "../../ui/buttons.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { type Draft, meaningOf } from "./grid-edit.ts";
import { type Edit, TYPES } from "./grid-requests.ts";

export interface EditActions {
  changed: () => void; // a field
  send: () => void;
  put: () => void; // into the script
  cancel: () => void;
}

export interface EditState {
  draft: Draft;
  edits: readonly Edit[];
  names: readonly string[]; // of properties
  refused: string; // why the last try was refused
  sending: number | null; // requests that are done, null if none is on its way
}

export function editBand(s: EditState, a: EditActions): TemplateResult {
  const first = s.edits[0];
  const key = (e: KeyboardEvent) => {
    if (e.key === "Escape") a.cancel();
    else if (e.key === "Enter" && !(e.target instanceof HTMLButtonElement)) a.send();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return html`<section class="edit-req" aria-label=${t("grid.edit")} @keydown=${key}>${fields(s, a)}
    <p id="edit-req"><b>${tn("grid.requests", s.edits.length)}</b> <span
    class="muted">${meaningOf(s.draft, s.edits)}</span></p>${
      s.refused ? html`<p class="finding" data-ok="false" role="alert">${s.refused}</p>` : nothing
    }${first ? seen(first, s.edits.length) : nothing}<p class="actions">${button(
      s.sending === null ? t("grid.send") : t("grid.sending", { done: num(s.sending), all: num(s.edits.length) }),
      a.send,
      { icon: "run", kind: "primary", keys: "Enter", disabled: !first || s.sending !== null },
    )}${button(t("grid.put"), a.put, { icon: "script", disabled: !first })}${button(t("grid.cancel"), a.cancel, {
      kind: "quiet",
      keys: "Esc",
    })}</p></section>`;
}

/** The request as text; where the window is low it is folded. */
function seen(first: Edit, all: number): TemplateResult {
  const more = all > 1 ? html`<p class="muted">${tn("grid.more", all - 1)}</p>` : nothing;
  return html`<details class="edit-see" ?open=${
    innerHeight > 800 && innerWidth > 800
  }><summary>${t("grid.see")}</summary>${sample(
    first.text.split("\n").slice(0, 30).join("\n").trim(),
    t("grid.see"),
  )}${more}</details>`;
}

function fields({ draft: d, names }: EditState, a: EditActions): TemplateResult | typeof nothing {
  if (d.kind === "delete") return nothing;
  const keys = d.kind === "new" || d.kind === "duplicate" || d.kind === "move";
  const property = d.kind === "new" || d.kind === "property";
  const typed = (e: Event) => (e.target as HTMLInputElement).value;
  const text = (
    label: string,
    value: string,
    set: (v: string) => void,
    list = "",
  ) => html`<label><span>${label}</span><input
    type="text" autocomplete="off" spellcheck="false" list=${list || nothing} .value=${value} @input=${(e: Event) => {
      set(typed(e));
      a.changed();
    }}></label>`;
  return html`<div class="edit-fields">${
    keys
      ? [text("PartitionKey", d.partition, (v) => (d.partition = v)), text("RowKey", d.key, (v) => (d.key = v))]
      : nothing
  }${property ? text(t("grid.property"), d.name, (v) => (d.name = v), "dg-names") : nothing}${
    property
      ? html`<datalist id="dg-names">${names.map((n) => html`<option value=${n}></option>`)}</datalist>`
      : nothing
  }${property ? text(t("grid.value"), d.text, (v) => (d.text = v)) : nothing}${
    property || d.kind === "cell" ? typeChoice(d, a) : nothing
  }${
    d.kind === "drop"
      ? html`<label class="select"><span>${t("grid.property")}</span> <select @change=${(e: Event) => {
          d.name = (e.target as HTMLSelectElement).value;
          a.changed();
        }}><option></option>${names.map((n) => html`<option .selected=${n === d.name}>${n}</option>`)}</select></label>`
      : nothing
  }</div>`;
}

function typeChoice(d: Draft, a: EditActions): TemplateResult {
  return html`<label class="select"><span>${t("grid.type")}</span> <select @change=${(e: Event) => {
    d.type = (e.target as HTMLSelectElement).value;
    d.chosen = true;
    a.changed();
  }}>${TYPES.map((type) => html`<option .selected=${type === d.type}>${type}</option>`)}</select></label>`;
}
