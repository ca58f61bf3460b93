// The attributes of a kind, one a line.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { TYPE, valueClauses } from "./clauses.ts";
import { ASSUMED, type AttributeDraft, identifies, type KindDraft, lostIdentity, withoutIdentity } from "./draft.ts";
import { adder, entryOf, type Form, fieldId, problemsAt, remover } from "./fields.ts";
import { figure } from "./figures.ts";

const MOST = 24; // as engine/sheet

export function attributesView(k: KindDraft, i: number, kind: string, form: Form): TemplateResult {
  const { attributes } = k;
  const add = () => attributes.push({ name: "", type: "", identity: false, more: "" });
  const lines = { path: `/entities/${i}/attributes`, length: () => attributes.length, field: "name" };
  const heads = (["bench.attribute", "bench.type", "bench.identity", "bench.values"] as const).map(
    (key) => html`<th scope="col">${t(key)}</th>`,
  );
  const rows = attributes.map((_, j) => row(k, i, j, kind, form));
  const table = html`<table class="sh-attrs"><caption class="vh">${t("bench.attributes", {
    name: kind,
  })}</caption><thead><tr>${heads}<td></td></tr></thead><tbody>${rows}</tbody></table>`;
  return html`${attributes.length ? table : implied(form, i)}${
    attributes.length < MOST ? [adder(form, t("bench.attribute.add"), add, lines), assumedBack(k, form)] : nothing
  }`;
}

/** A kind without attributes has one of its own. */
function implied(form: Form, i: number): TemplateResult | typeof nothing {
  const assumed = form.assumed(`/entities/${i}/attributes`);
  return assumed ? html`<p class="sh-note">${t("bench.attribute.implied", { attribute: assumed })}</p>` : nothing;
}

/** The identity that was assumed goes with the first attribute: a press brings it back until another one is marked. */
function assumedBack(k: KindDraft, form: Form): TemplateResult | typeof nothing {
  if (!lostIdentity(k)) return nothing;
  const add = () => form.edit(() => k.attributes.unshift({ name: ASSUMED, type: "", identity: true, more: "" }));
  return button(t("bench.attribute.assumed", { name: ASSUMED }), add, { kind: "quiet", icon: "plus" });
}

function row(k: KindDraft, i: number, j: number, kind: string, form: Form): TemplateResult | typeof nothing {
  const a = k.attributes[j];
  if (!a) return nothing;
  const path = `/entities/${i}/attributes/${j}`;
  const name = `${kind}.${a.name || t("bench.attribute.n", { n: j + 1 })}`;
  const { text } = entryOf(form, path, a);
  const type = [form.assumed(`${path}/type`), form.assumed(`${path}/length`)].filter(Boolean).join(" ");
  return html`<tr><th scope="row">${text("name", t("bench.attribute.name", { kind, n: j + 1 }))}</th><td>${text(
    "type",
    `${name}: ${t("bench.type")}`,
    { clauses: TYPE, placeholder: type },
  )}</td><td class="sh-id">${identity(a, path, name, form)}</td><td>${text("more", `${name}: ${t("bench.values")}`, {
    placeholder: spread(form, path),
    clauses: valueClauses(k, a),
    left: () => void Object.assign(a, { identity: identifies(a), more: withoutIdentity(a.more) }),
  })}</td><td>${remover(form, t("bench.remove", { name }), () => k.attributes.splice(j, 1))}</td></tr>${
    form.problems.some((p) => p.path === path) ? html`<tr><td colspan="5">${problemsAt(form, path)}</td></tr>` : nothing
  }`;
}

function identity(a: AttributeDraft, path: string, name: string, form: Form): TemplateResult {
  const tick = (e: Event) => {
    const { checked } = e.target as HTMLInputElement;
    form.edit(() => void Object.assign(a, { identity: checked, more: withoutIdentity(a.more) }));
  };
  const label = `${name}: ${t("bench.identity")}`;
  return html`<input type="checkbox" id=${fieldId(path, "identity")} aria-label=${label} .checked=${live(identifies(a))}
    @change=${tick}>`;
}

/** What is assumed of the values of an attribute: "1,000 values, even". */
function spread(form: Form, path: string): string {
  const values = form.assumed(`${path}/values`);
  const counted = values && t("bench.values.n", { n: figure(Number(values)) });
  return [form.assumed(`${path}/unique`), counted, form.assumed(`${path}/skew`)].filter(Boolean).join(", ");
}
