// The form of the generator: fields, and a table of the values that keys and properties are made of.
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../../ui/buttons.ts";
import { type Key, t } from "../../ui/i18n.ts";
import { type Column, KINDS, newColumn, ofKind, SPREAD, type Stored, TYPES_OF } from "./generate-columns.ts";

interface FieldOptions {
  bad?: boolean;
  key?: "pk" | "rk";
}

export function textField(
  label: string,
  value: string,
  enter: (text: string) => void,
  o: FieldOptions = {},
): TemplateResult {
  return html`<label class="make-field"><span class=${o.key ?? nothing}>${label}</span><input class="in" type="text"
    spellcheck="false" autocomplete="off"
    .value=${value} aria-invalid=${o.bad ? "true" : nothing} @input=${(e: Event) => enter(textOf(e).trim())}></label>`;
}

export function numberField(
  label: string,
  value: number,
  enter: (n: number) => void,
  o: FieldOptions = {},
): TemplateResult {
  return html`<label class="make-field" data-short><span>${label}</span><input class="in" type="number" min="0"
    .value=${String(value)} aria-invalid=${
      o.bad ? "true" : nothing
    } @input=${(e: Event) => enter((e.target as HTMLInputElement).valueAsNumber)}></label>`;
}

/** Draws the columns; change is given all of them. */
export function columnsForm(all: readonly Column[], change: (columns: Column[]) => void): TemplateResult {
  const replace = (c: Column, by: Column[]) => change(all.flatMap((other) => (other === c ? by : [other])));
  return html`<h3>${t("make.columns")}</h3><ul class="make-columns">${all.map((c) =>
    column(
      c,
      (next) => replace(c, [{ ...c, ...next }]),
      () => replace(c, []),
    ),
  )}</ul><p class="actions">${button(t("make.add"), () => change([...all, newColumn(all)]), {
    kind: "small",
    icon: "plus",
  })}</p>`;
}

type Change = (next: Partial<Column>) => void;

function column(c: Column, change: Change, remove: () => void): TemplateResult {
  return html`<li><span class="make-first"><input class="in" type="text" spellcheck="false" aria-label=${t("make.name")}
    .value=${c.name} @change=${(e: Event) => change({ name: textOf(e).trim() })}>${select(
      t("make.kind", { name: c.name }),
      KINDS,
      c.kind,
      (k) => t(`make.kind.${k}`),
      (kind) => change(ofKind(c, kind)),
    )}${select(
      t("make.stored", { name: c.name }),
      ["" as Stored, ...TYPES_OF[c.kind]],
      c.stored,
      (s) => s || t("make.stored.not"),
      (stored) => change({ stored }),
    )}${iconButton("close", t("make.remove", { name: c.name }), remove)}</span><span
      class="make-values">${values(c, change)}${spread(c, change)}</span></li>`;
}

function values(c: Column, change: Change): unknown {
  const label = (key: Key) => `${t(key)}, ${c.name}`;
  const number = (key: Key, value: number, next: (n: number) => Partial<Column>) =>
    html`<label>${t(key)} <input class="in" type="number" min="0" aria-label=${label(key)} .value=${String(value)}
      @input=${(e: Event) => change(next((e.target as HTMLInputElement).valueAsNumber))}></label>`;
  const text = (key: Key, value: string, next: (text: string) => Partial<Column>) =>
    html`<label>${t(key)} <input class="in" type="text" spellcheck="false" aria-label=${label(key)} .value=${value}
      @input=${(e: Event) => change(next(textOf(e)))}></label>`;
  switch (c.kind) {
    case "range":
      return html`${number("make.low", c.low, (low) => ({ low }))}${number("make.high", c.high, (high) => ({ high }))}${
        c.stored === "Double" ? number("make.decimals", c.decimals, (decimals) => ({ decimals })) : nothing
      }`;
    case "number":
      return number("make.digits", c.digits, (digits) => ({ digits }));
    case "pick":
      return text("make.list", c.list, (list) => ({ list }));
    case "words":
      return select(
        label("make.words"),
        ["first", "last"] as const,
        c.words,
        (w) => t(`make.words.${w}`),
        (words) => change({ words }),
      );
    case "time":
      return html`${text("make.from", c.from, (from) => ({ from }))}${text("make.to", c.to, (to) => ({ to }))}`;
    case "format":
      return text("make.format", c.format, (format) => ({ format }));
    case "guid":
      return nothing;
  }
}

/** How often each value comes: chosen, or what follows from the kind. */
function spread(c: Column, change: Change): unknown {
  if (!SPREAD.has(c.kind))
    return c.kind === "format"
      ? nothing
      : html`<span class="muted">${t(`make.spread.${c.kind as "number" | "time" | "guid"}`)}</span>`;
  return select(
    t("make.spread", { name: c.name }),
    ["uniform", "zipf"] as const,
    c.zipf ? "zipf" : "uniform",
    (s) => t(`make.spread.${s}`),
    (s) => change({ zipf: s === "zipf" }),
  );
}

function select<T extends string>(
  label: string,
  all: readonly T[],
  chosen: T,
  word: (x: T) => string,
  choose: (x: T) => void,
): TemplateResult {
  const change = (e: Event) => choose(all[(e.target as HTMLSelectElement).selectedIndex] ?? chosen);
  return html`<span class="select"><select aria-label=${label} @change=${change}>${all.map(
    (x) => html`<option .selected=${x === chosen}>${word(x)}</option>`,
  )}</select></span>`;
}

const textOf = (e: Event): string => (e.target as HTMLInputElement).value;
