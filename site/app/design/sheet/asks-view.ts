// "What you ask" and "What you write": the questions and writes of a sheet, and which writes belong together.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { askView, type Rates } from "./ask-view.ts";
import { type Draft, kindToAsk, newAsk, newDo } from "./draft.ts";
import { adder, entryOf, type Form, problemsAt, remover } from "./fields.ts";

const MOST = { asks: 16, does: 12, together: 12 }; // as engine/sheet

export function asksView(draft: Draft, form: Form, rates: Rates): TemplateResult {
  const { asks } = draft;
  const add = () => asks.push(newAsk(kindToAsk(draft, "asks")));
  const lines = { path: "/asks", length: () => asks.length, field: "name" };
  return html`<section class="sh-part" aria-labelledby="sh-ask"><h3 class="sh-title"
    id="sh-ask">${t("bench.ask")}</h3><ol>${asks.map((_, i) =>
      askView(draft, "asks", i, form, rates),
    )}</ol>${asks.length < MOST.asks ? adder(form, t("bench.ask.add"), add, lines, !asks.length) : nothing}</section>`;
}

export function doesView(draft: Draft, form: Form, rates: Rates): TemplateResult {
  const { does } = draft;
  const add = () => does.push(newDo(kindToAsk(draft, "does")));
  const lines = { path: "/does", length: () => does.length, field: "name" };
  return html`<section class="sh-part" aria-labelledby="sh-do"><h3 class="sh-title"
    id="sh-do">${t("bench.do")}</h3><ol>${does.map((_, i) =>
      askView(draft, "does", i, form, rates),
    )}</ol>${uncounted(draft).map((name) => insertHint(draft, form, name))}${
      does.length < MOST.does ? adder(form, t("bench.do.add"), add, lines, !does.length) : nothing
    }${togetherView(draft, form)}</section>`;
}

/** Kinds that arrive at a rate, of which no write takes account. */
function uncounted({ kinds, does }: Draft): string[] {
  const counted = (name: string) => does.some((d) => d.verb === "insert" && d.kind === name);
  return kinds.filter((k) => k.name && k.n && k.per && !counted(k.name)).map((k) => k.name);
}

/** Says that the load of what arrives is missing, and adds it. */
function insertHint(draft: Draft, form: Form, name: string): TemplateResult {
  const add = () => draft.does.push({ ...newDo(name), name: `store ${name}` });
  return html`<div class="sh-hint"><p>${t("bench.do.missing", { kind: name })}</p>${button(
    t("bench.do.count", { kind: name }),
    () => form.edit(() => void add()),
    { kind: "small", icon: "plus" },
  )}</div>`;
}

function togetherView(draft: Draft, form: Form): TemplateResult {
  const { together } = draft;
  const add = () => together.push({ name: "", writes: "" });
  const lines = { path: "/together", length: () => together.length, field: "name" };
  const set = (i: number) => {
    const group = together[i];
    if (!group) return nothing;
    const path = `/together/${i}`;
    const { text } = entryOf(form, path, group);
    const label = t("bench.together.writes", { n: i + 1 });
    const writes = text("writes", label, { placeholder: t("bench.together.example") });
    const drop = remover(form, t("bench.remove", { name: group.name }), () => together.splice(i, 1));
    return html`<div class="sh-together"><span class="sh-kind">${t("bench.together")}</span>${text(
      "name",
      t("bench.together.name", { n: i + 1 }),
      { width: 10 },
    )}${writes}${drop}</div>${problemsAt(form, path)}`;
  };
  const more = together.length < MOST.together && draft.does.length > 1;
  return html`${together.map((_, i) => set(i))}${more ? adder(form, t("bench.together.add"), add, lines) : nothing}`;
}
