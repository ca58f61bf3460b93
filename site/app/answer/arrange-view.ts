// What a reader arranges the rows of an answer with: heads of columns that sort, and a line with the rest.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { type Arrangement, AS_IT_CAME, turned } from "./arrange.ts";

export interface Arranging {
  value: Arrangement;
  change: (a: Arrangement) => void;
}

/** Where the rows of an answer stand: how many came, how many are left, which columns there are and which are shown. */
export interface Rows {
  came: number;
  left: number;
  all: readonly string[];
  shown: readonly string[];
}

/** The head of a column, which sorts. */
export function sortHead(name: string, { value, change }: Arranging): TemplateResult {
  const { sort } = value;
  const press = () => change({ ...value, sort: turned(sort, name) });
  return html`<button type="button" class="ar-sort" @click=${press}>${name}${
    sort?.name === name ? icon(sort.down ? "down" : "up") : nothing
  }</button>`;
}

/** How a column is sorted, for assistive technology. */
export function sortedAs(name: string, { sort }: Arrangement): "ascending" | "descending" | typeof nothing {
  if (sort?.name !== name) return nothing;
  return sort.down ? "descending" : "ascending";
}

/** The line above the rows. */
export function arrangeLine(rows: Rows, a: Arranging): TemplateResult {
  const { value, change } = a;
  const plain = !value.sort && !value.find && !value.columns;
  return html`<details class="arrange"><summary>${t("arrange")}</summary><div class="ar-tools">${sortBy(rows, a)}<label
    class="ar-find"><span>${t(
      "arrange.find",
    )}</span><input type="search" autocomplete="off" spellcheck="false" .value=${value.find} @input=${(e: Event) =>
      change({ ...value, find: (e.target as HTMLInputElement).value })}></label>${columns(rows, a)}</div></details>
    <p class="ar-note" role="status">${
      plain
        ? nothing
        : html`${value.find ? t("arrange.left", { n: num(rows.left), of: num(rows.came) }) : nothing} ${tn(
            "arrange.note",
            rows.came,
          )} ${button(t("arrange.back"), () => change(AS_IT_CAME), { kind: "quiet" })}`
    }</p>`;
}

/** The same as the heads, for narrow screens, where rows are cards without heads. */
function sortBy(rows: Rows, { value, change }: Arranging): TemplateResult {
  const { sort } = value;
  const choose = (e: Event) => {
    const name = (e.target as HTMLSelectElement).value;
    change({ ...value, sort: name ? { name, down: sort?.down ?? false } : null });
  };
  return html`<span class="ar-by"><label class="select"><span>${t("arrange.sort")}</span> <select
    @change=${choose}><option value="" .selected=${!sort}>${t("arrange.came")}</option>${rows.shown.map(
      (n) => html`<option value=${n} .selected=${sort?.name === n}>${n}</option>`,
    )}</select></label>${
      sort
        ? button(
            t(sort.down ? "arrange.down" : "arrange.up"),
            () => change({ ...value, sort: { ...sort, down: !sort.down } }),
            {
              kind: "small",
              icon: sort.down ? "down" : "up",
            },
          )
        : nothing
    }</span>`;
}

function columns({ all, shown }: Rows, { value, change }: Arranging): TemplateResult {
  const toggle = (name: string, on: boolean) =>
    change({ ...value, columns: all.filter((n) => (n === name ? on : shown.includes(n))) });
  return html`<fieldset class="ar-columns"><legend>${t("arrange.columns")}</legend>${all.map(
    (n) =>
      html`<label><input type="checkbox" .checked=${shown.includes(n)}
        ?disabled=${shown.length === 1 && shown.includes(n)}
        @change=${(e: Event) => toggle(n, (e.target as HTMLInputElement).checked)}> ${n}</label>`,
  )}</fieldset>`;
}
