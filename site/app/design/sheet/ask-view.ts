// One question or write: its name and share, how often, what it reads or writes, and what it may cost.
import { html, nothing, type TemplateResult } from "lit";
import type { WorkingStep } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { BUDGET, knownClauses, questionClauses, writeClauses } from "./clauses.ts";
import type { AskDraft, DoDraft, Draft } from "./draft.ts";
import { ownTime } from "./draft-text.ts";
import { entryOf, type Form, fieldId, problemsAt, remover } from "./fields.ts";
import { figure } from "./figures.ts";
import { rateUnits } from "./periods.ts";
import { resultOf } from "./working-view.ts";

/** The working of each rate, and that of all requests together. */
export interface Rates {
  each: readonly (readonly WorkingStep[])[];
  all: readonly WorkingStep[];
}

const VERBS = ["insert", "update", "delete"] as const;

export function askView(
  draft: Draft,
  list: "asks" | "does",
  i: number,
  form: Form,
  { each, all }: Rates,
): TemplateResult | typeof nothing {
  const a = draft[list][i];
  if (!a) return nothing;
  const path = `/${list}/${i}`;
  const what = t(list === "asks" ? "bench.ask.n" : "bench.do.n", { n: i + 1 });
  const steps = each[i] ?? [];
  const { text } = entryOf(form, path, a);
  const remove = () => void draft[list].splice(i, 1);
  return html`<li class="sh-q"><span class="sh-n" aria-hidden="true">${i + 1}</span><div class="sh-name">${text(
    "name",
    `${what}: ${t("bench.name")}`,
    { strong: true, placeholder: t(`bench.${list}.example`) },
  )}<span class="sh-kind">${shareOf(steps, all)}</span></div>
    <div class="sh-lines">${rateLine(a, path, what, form, steps)}${whatLine(draft, a, path, what, form)}${rest(
      draft,
      a,
      path,
      what,
      list,
      form,
    )}${problemsAt(form, path)}</div>${remover(form, t("bench.remove", { name: a.name || what }), remove)}</li>`;
}

function rateLine(a: AskDraft, path: string, what: string, form: Form, steps: readonly WorkingStep[]): TemplateResult {
  const { text, pick } = entryOf(form, path, a);
  const placeholder = a.per === "s" ? form.assumed(`${path}/rate`).replace("/s", "") : "";
  return html`<div class="sh-line">${text("n", `${what}: ${t("bench.rate")}`, {
    number: true,
    width: 9,
    placeholder,
    left: () => void Object.assign(a, a.n.trim() ? ownTime(a.n) : { per: "s" }), // what is assumed then
  })}${pick(
    "per",
    `${what}: ${t("bench.rate.per")}`,
    rateUnits(),
  )}<span class="sh-eq">${rateText(steps, a.per)}</span></div>`;
}

/** "Insert reading", "reading by device" */
function whatLine(draft: Draft, a: AskDraft | DoDraft, path: string, what: string, form: Form): TemplateResult {
  const { text, pick } = entryOf(form, path, a);
  const kinds = draft.kinds.filter((k) => k.name).map((k) => [k.name, k.name] as const);
  const verbs = VERBS.map((v) => [v, t(`bench.verb.${v}`)] as const);
  const verb = "verb" in a ? entryOf(form, path, a).pick("verb", `${what}: ${t("bench.verb")}`, verbs) : nothing;
  const placeholder = t("verb" in a ? "bench.by.identity" : "bench.by.none");
  return html`<div class="sh-line">${verb}<label class="sh-f"><span>${t("bench.ask.kind")}</span>${pick(
    "kind",
    `${what}: ${t("bench.ask.kind")}`,
    kinds,
  )}</label><label
    class="sh-f sh-by"><span>${t("bench.by")}</span>${text("by", `${what}: ${t("bench.by")}`, {
      list: knownOf(draft, a.kind),
      clauses: "verb" in a ? [] : knownClauses(draft, a.kind),
      placeholder,
    })}</label></div>`;
}

function rest(
  draft: Draft,
  a: AskDraft | DoDraft,
  path: string,
  what: string,
  list: "asks" | "does",
  form: Form,
): TemplateResult {
  const { text } = entryOf(form, path, a);
  const how = t(list === "asks" ? "bench.how" : "bench.how.do");
  const assumed = (["asked", "fresh", "largest"] as const).map((m) => [m, form.assumed(`${path}/${m}`)] as const);
  const placeholder = assumed.flatMap(([m, v]) => (v ? `${m} ${v}` : [])).join(", ");
  const limits = form.assumed(`${path}/budget`).replaceAll("<=", "≤");
  const clauses = "verb" in a ? writeClauses(draft, a.kind, String(a.verb)) : questionClauses(draft, a.kind);
  return html`<div class="sh-f sh-wide"><label for=${fieldId(path, "how")}>${how}</label>${text(
    "how",
    `${what}: ${how}`,
    {
      placeholder,
      clauses,
    },
  )}</div><div class="sh-f sh-wide"><label for=${fieldId(path, "limits")}>${t("bench.budget")}</label>${text(
    "limits",
    `${what}: ${t("bench.budget")}`,
    { placeholder: limits, clauses: BUDGET },
  )}</div>`;
}

/** What a question can be asked by: attributes of the kind, and its parents. */
function knownOf(draft: Draft, kind: string): string[] {
  const k = draft.kinds.find((x) => x.name === kind);
  const parents = k?.of.split(/\s+and\s+/) ?? [];
  return [...parents, ...(k?.attributes.map((a) => a.name) ?? [])].filter(Boolean);
}

/** "= 40 a second, 120 at peak" */
function rateText(steps: readonly WorkingStep[], per: string): string {
  const peak = resultOf(steps, "atPeak");
  if (peak === null) return "";
  const average = resultOf(steps, "average") ?? resultOf(steps, "shareOfAll");
  const atPeak = t("bench.rate.peak", { n: figure(peak) });
  return per === "s" || average === null ? atPeak : t("bench.rate.second", { n: figure(average), peak: atPeak });
}

function shareOf(steps: readonly WorkingStep[], all: readonly WorkingStep[]): string {
  const [mine, sum] = [resultOf(steps, "atPeak"), resultOf(all, "atPeak")];
  if (mine === null || !sum) return "";
  const share = (100 * mine) / sum;
  return share < 0.1 ? t("bench.share.little") : t("design.percent", { n: figure(Math.round(share * 10) / 10) });
}
