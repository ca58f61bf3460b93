// Fields of the sheet: an underline in a line of text, with what is wrong with them.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { type Clause, withClause } from "./clauses.ts";
import { type Draft, withAttribute } from "./draft.ts";
import { type Fix, textAfter } from "./fixes.ts";
import { fixesOf, type Problem, sentenceOf } from "./messages.ts";

export interface FieldOptions {
  number?: boolean;
  width?: number; // characters; without it the field is as wide as its place
  placeholder?: string; // what is assumed while the field is empty
  list?: readonly string[]; // that can be chosen
  clauses?: readonly Clause[]; // examples that can be chosen and changed
  strong?: boolean; // a name
  left?: () => void; // the field is left, so what was typed is complete
}

/** What the form needs of the workbench to draw its fields. */
export interface Form {
  draft: Draft;
  edit: (change: () => void) => void; // the change is made, then the sheet is read again
  takeOff: (change: () => void) => void; // the same, of something that can come back
  problems: readonly Problem[];
  assumed: (path: string) => string; // the default in the place of what is not there, "" if nothing is assumed
}

/** Said of what is right, and only read otherwise or with an assumption. */
const RIGHT = ["plainName", "lengthTaken", "bytesTaken"];

const LONG = 10; // characters of a value that a field may cut off

/** The id of a field, from its path on the sheet: "/asks/2" and "limits" make "asks-2-limits". */
export function fieldId(path: string, name: string): string {
  return `sheet${path.replaceAll("/", "-")}-${name}`;
}

/** A text field whose value the form may change as well. */
export function field(
  form: Form,
  path: string,
  name: string,
  label: string,
  value: string,
  set: (value: string) => void,
  o: FieldOptions = {},
): TemplateResult {
  const id = fieldId(path, name);
  const said = form.problems.filter((p) => p.path === path && p.field === name);
  const bad = said.some((p) => !RIGHT.includes(p.code));
  const input = (e: Event) => form.edit(() => set((e.target as HTMLInputElement).value));
  const { left } = o;
  const entry = html`<input class="in${o.number ? " num" : ""}${o.strong ? " in-name" : ""}" type="text" id=${id}
    aria-label=${label} .value=${live(value)} title=${value.length > LONG ? value : nothing}
    placeholder=${o.placeholder ?? ""} size=${o.width ?? nothing} inputmode=${o.number ? "decimal" : nothing}
      list=${o.list?.length ? `${id}-list` : nothing}
        autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid=${bad ? "true" : nothing}
          aria-describedby=${said.length ? `${id}-bad` : nothing} @input=${input}
            @change=${left ? () => form.edit(left) : nothing}>${
              o.list?.length
                ? html`<datalist id="${id}-list">${o.list.map((v) => html`<option value=${v}></option>`)}</datalist>`
                : nothing
            }`;
  return o.clauses?.length ? withChoices(form, id, label, entry, o.clauses, () => value, set) : entry;
}

/** A text field, and beside it what can be written there, each as an example. */
function withChoices(
  form: Form,
  id: string,
  label: string,
  entry: TemplateResult,
  clauses: readonly Clause[],
  value: () => string,
  set: (value: string) => void,
): TemplateResult {
  const choose = (e: Event) => {
    const select = e.target as HTMLSelectElement;
    const chosen = clauses[select.selectedIndex - 1];
    select.selectedIndex = 0;
    if (!chosen) return;
    form.edit(() => set(withClause(value(), chosen)));
    selectNumber(document.getElementById(id), chosen.write);
  };
  return html`<span class="sh-choices">${entry}<select class="sh-choose" aria-label=${t("bench.example.of", {
    what: label,
  })} title=${t("bench.example.choose")} @change=${choose}><option value=""></option>${clauses.map(
    (c) => html`<option value=${c.write}>${c.write} – ${t(c.says)}</option>`,
  )}</select></span>`;
}

/** The number of what was written is what a reader changes next. */
function selectNumber(field: HTMLElement | null, written: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  const at = field.value.lastIndexOf(written);
  const [number = ""] = /\d+/.exec(written) ?? [];
  const from = at + written.indexOf(number);
  if (at >= 0 && number) field.setSelectionRange(from, from + number.length);
}

/** A choice among words. */
export function choice(
  form: Form,
  path: string,
  name: string,
  label: string,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
  set: (value: string) => void,
): TemplateResult {
  const known = options.some(([v]) => v === value);
  const change = (e: Event) => form.edit(() => set((e.target as HTMLSelectElement).value));
  return html`<select class="in" id=${fieldId(path, name)} aria-label=${label} @change=${change}>${
    known ? nothing : html`<option value=${value} selected>${value || "–"}</option>`
  }${options.map(([v, text]) => html`<option value=${v} ?selected=${v === value}>${text}</option>`)}</select>`;
}

/** What is wrong with a part of the sheet, below its fields; with a correction at one press if there is one. */
export function problemsAt(form: Form, path: string): TemplateResult | typeof nothing {
  const here = form.problems.filter((p) => p.path === path);
  if (!here.length) return nothing;
  return html`<ul class="sh-bad">${here.map(
    (p) =>
      html`<li id="${fieldId(path, p.field)}-bad"
        data-note=${p.note ? "" : nothing}>${icon("warn")}<span>${sentenceOf(p, "form")}${fixesOf(p).map((fix) =>
          mend(p, fix),
        )}${p.adds ? addition(form, p.adds) : nothing}</span></li>`,
  )}</ul>`;
}

/** A button that writes what was probably meant. */
function mend(p: Problem, { word, puts }: Fix): TemplateResult {
  const write = () => {
    const fields = puts.map((put) => [document.getElementById(fieldId(p.path, put[0])), put] as const);
    for (const [field, put] of fields) {
      if (!(field instanceof HTMLInputElement)) continue;
      field.value = textAfter(field.value, put);
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    fields[0]?.[0]?.focus();
  };
  return html` <button type="button" class="button" data-kind="small"
    @click=${write}>${word ? t("bench.mend", { word }) : t("bench.mend.remove")}</button>`;
}

/** A button that adds the attribute of which a question or a write speaks. */
function addition(form: Form, { kind, name }: NonNullable<Problem["adds"]>): TemplateResult {
  const add = () => form.edit(() => withAttribute(form.draft, kind, name));
  return html` ${button(t("bench.mend.add", { name }), add, { kind: "small" })}`;
}

/** A button that takes a line off the sheet. */
export function remover(form: Form, label: string, remove: () => void): TemplateResult {
  return html`<button type="button" class="icon-button sh-less" aria-label=${label} title=${label}
    @click=${() => form.takeOff(remove)}>${icon("close")}</button>`;
}

/** A list of the sheet: its path, how long it is, and the field of a line that comes first. */
export interface Lines {
  path: string;
  length: () => number;
  field: string;
}

/** A button that adds a line, whose first field gets the focus; the first of a list is drawn as one to press. */
export function adder(form: Form, word: string, add: () => void, lines: Lines, first = false): TemplateResult {
  const press = () => {
    form.edit(add);
    document.getElementById(fieldId(`${lines.path}/${lines.length() - 1}`, lines.field))?.focus();
  };
  return html`<button type="button" class="button sh-more" id=${fieldId(lines.path, "add")}
    data-kind=${first ? "small" : "quiet"} @click=${press}>${icon("plus")}<span>${word}</span></button>`;
}

/** The fields of one entry of the sheet: each holds the member of its name. */
export function entryOf<T extends object>(form: Form, path: string, entry: T) {
  type Name = keyof T & string;
  const put = (name: Name) => (value: string) => void Object.assign(entry, { [name]: value });
  return {
    text: (name: Name, label: string, o: FieldOptions = {}) =>
      field(form, path, name, label, String(entry[name]), put(name), o),
    pick: (name: Name, label: string, options: readonly (readonly [value: string, text: string])[]) =>
      choice(form, path, name, label, String(entry[name]), options, put(name)),
  };
}
