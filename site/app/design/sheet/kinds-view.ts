// "What you store": kinds of entities, each with how many there are and the working of that number.
import { html, nothing, type TemplateResult } from "lit";
import type { WorkingStep } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { attributesView } from "./attributes-view.ts";
import { GROWS, KEPT } from "./clauses.ts";
import { type AttributeDraft, type Draft, type KindDraft, nameKind } from "./draft.ts";
import { ownTime } from "./draft-text.ts";
import { adder, entryOf, type FieldOptions, type Form, field, fieldId, problemsAt, remover } from "./fields.ts";
import { PERIODS, periods } from "./periods.ts";
import { working } from "./working-view.ts";

const MOST = 6; // as engine/sheet

/** Draws the kinds. The steps are the working of each, in the same order. */
export function kindsView(draft: Draft, form: Form, steps: readonly (readonly WorkingStep[])[]): TemplateResult {
  const { kinds } = draft;
  const add = () => kinds.push({ name: "", n: "", per: "", of: "", largest: "", kept: "", grows: "", attributes: [] });
  const lines = { path: "/entities", length: () => kinds.length, field: "name" };
  return html`<section class="sh-part" aria-labelledby="sh-store"><h3 class="sh-title"
    id="sh-store">${t("bench.store")}</h3>${kinds.map((k, i) =>
      kindView(draft, k, i, form, steps[i] ?? []),
    )}${kinds.length < MOST ? adder(form, t("bench.kind.add"), add, lines, !kinds.length) : nothing}</section>`;
}

function kindView(draft: Draft, k: KindDraft, i: number, form: Form, steps: readonly WorkingStep[]): TemplateResult {
  const path = `/entities/${i}`;
  const name = k.name || t("bench.kind.n", { n: i + 1 });
  const { text, pick } = entryOf(form, path, k);
  const per = [["", t("bench.inall")], ...PERIODS.map((p) => [p, periods(p)] as const)] as const;
  return html`<div class="sh-entity" role="group" aria-label=${t("bench.kind", { name })}><div class="sh-ename">${field(
    form,
    path,
    "name",
    t("bench.kind.name", { n: i + 1 }),
    k.name,
    (value) => nameKind(draft, k, value),
    { strong: true, placeholder: t("bench.kind.example") },
  )}${text("n", t("bench.kind.amount", { name }), {
    number: true,
    width: 9,
    placeholder: t("bench.kind.howmany"),
    left: () => void Object.assign(k, ownTime(k.n)),
  })}${pick(
    "per",
    t("bench.kind.per", { name }),
    per,
  )}${remover(form, t("bench.remove", { name }), () => draft.kinds.splice(i, 1))}</div>${options(
    draft,
    k,
    path,
    name,
    form,
  )}${problemsAt(form, path)}${working(steps)}${
    k.attributes.some(long) ? html`<p class="sh-note">${t("bench.text.full")}</p>` : nothing
  }${attributesView(k, i, name, form)}</div>`;
}

const LONG = 200; // characters of a text that is seldom full

const long = ({ type }: AttributeDraft): boolean => Number(/^[a-z.]+\D*(\d+)/i.exec(type)?.[1] ?? 0) >= LONG;

function options(draft: Draft, k: KindDraft, path: string, name: string, form: Form): TemplateResult {
  const { text } = entryOf(form, path, k);
  const others = draft.kinds.map((o) => o.name).filter((o) => o && o !== k.name);
  const option = (key: "of" | "largest" | "kept" | "grows", placeholder: string, o: FieldOptions = {}) => {
    const word = t(`bench.kind.${key}`);
    return html`<div class="sh-f"><label for=${fieldId(path, key)}>${word}</label>${text(key, `${name}: ${word}`, {
      placeholder,
      ...o,
    })}</div>`;
  };
  return html`<div class="sh-options">${option("of", t("bench.nobody"), { list: others })}${
    k.of ? option("largest", form.assumed(`${path}/of/0/largest`)) : nothing
  }${option("kept", t("bench.forever"), { clauses: KEPT })}${option("grows", form.assumed(`${path}/grows`), {
    clauses: GROWS,
  })}</div>`;
}
