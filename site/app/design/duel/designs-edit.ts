// The keys of one design as fields: a line for each store.
import { html, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { STORE } from "../sheet/clauses.ts";
import type { DesignDraft, Draft } from "../sheet/draft.ts";
import { plainName } from "../sheet/draft-text.ts";
import { adder, type Form, field, problemsAt, remover } from "../sheet/fields.ts";
import { letterOf } from "./duel-cells.ts";

export function designEdit(draft: Draft, i: number, form: Form, done: () => void): TemplateResult {
  const d = draft.designs[i];
  if (!d) return html``;
  const path = `/designs/${i}`;
  const letter = letterOf(i);
  const set = (name: string) => {
    d.name = name;
  };
  const drop = () => {
    form.takeOff(() => draft.designs.splice(i, 1));
    done();
  };
  const add = () => d.stores.push(`{} | {} | Table${d.stores.length + 1} | of ${draft.kinds[0]?.name ?? ""}`);
  const lines = { path: `${path}/stores`, length: () => d.stores.length, field: "0" };
  return html`<section class="keys-edit" aria-labelledby="keys-edit"><header class="sec-head"><h3 id="keys-edit"><b
    class="letter">${letter}</b> ${t("bench.keys.of")}</h3>${field(
      form,
      path,
      "name",
      t("bench.design.name", { letter }),
      d.name,
      set,
      { strong: true, width: 24 },
    )}<span class="keys-do">${button(t("bench.design.drop"), drop, { kind: "quiet", icon: "bin" })}${button(
      t("bench.done"),
      done,
      { kind: "small" },
    )}</span></header>
    <table class="keys-table"><caption class="vh">${t("bench.keys.table", { letter })}</caption><thead><tr><th
    scope="col" class="pk">PartitionKey</th><th scope="col" class="rk">RowKey</th><th scope="col">${t(
      "data.table",
    )}</th><th scope="col">${t("bench.store.options")}</th><td></td></tr></thead><tbody>${d.stores.map((_, j) =>
      storeRow(d, i, j, draft, form),
    )}</tbody></table>
    ${adder(form, t("bench.store.add"), add, lines)}${problemsAt(form, path)}<p
      class="sh-note">${t("bench.keys.help")}</p></section>`;
}

/** A name for another design that none of them has yet: "Proposal 1", then "Proposal 1 version 2". */
export function freeName(name: string, designs: readonly DesignDraft[]): string {
  const taken = new Set(designs.map((d) => plainName(d.name)));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = t("bench.design.version", { name, n });
  return free;
}

/** PartitionKey, RowKey and table have a field each; what comes after the third bar is one text. */
function storeRow(d: DesignDraft, i: number, j: number, { kinds }: Draft, form: Form): TemplateResult {
  const path = `/designs/${i}/stores/${j}`;
  const parts = partsOf(d.stores[j] ?? "");
  const names = ["PartitionKey", "RowKey", t("data.table"), t("bench.store.options")];
  const set = (k: number) => (value: string) => {
    d.stores[j] = joined(parts.with(k, value));
  };
  return html`<tr>${parts.map(
    (p, k) =>
      html`<td class=${["pk", "rk"][k] ?? ""}>${field(
        form,
        path,
        String(k),
        t("bench.store.field", { n: j + 1, what: names[k] ?? "" }),
        p,
        set(k),
        {
          placeholder: k === 3 && kinds[0]?.name ? `of ${kinds[0].name}` : "",
          clauses: k === 3 ? STORE : [],
        },
      )}</td>`,
  )}<td>${remover(form, t("bench.remove", { name: t("bench.store.n", { n: j + 1 }) }), () =>
    d.stores.splice(j, 1),
  )}</td></tr>`;
}

/** A text of a store in four parts. What is between bars and no table belongs to the options. */
export function partsOf(store: string): [string, string, string, string] {
  const [partition = "", row = "", ...rest] = store.split("|").map((p) => p.trim());
  const option = /^(of|include|where|list|slot|part|blob|log|kept|answer|shards)\b/;
  const table = rest[0] !== undefined && !option.test(rest[0]) ? (rest.shift() ?? "") : "";
  return [partition, row, table, rest.join(" | ")];
}

function joined([partition, row, table, options]: readonly string[]): string {
  return [partition, row, table, options].filter((p, k) => k < 2 || p).join(" | ");
}
