// The sheet, as a form or as text, with a summary of what is wrong on top.
import { html, nothing, type TemplateResult } from "lit";
import type { WorkingStep } from "../engine/types.ts";
import { t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { DesignBench } from "./bench.ts";
import { asksView, doesView } from "./sheet/asks-view.ts";
import { LIMITS } from "./sheet/clauses.ts";
import type { Draft } from "./sheet/draft.ts";
import { entryOf, type Form, fieldId, problemsAt } from "./sheet/fields.ts";
import { kindsView } from "./sheet/kinds-view.ts";
import { type Problem, sentenceOf } from "./sheet/messages.ts";
import type { SheetInText, SheetText } from "./sheet/sheet-text.ts";
import { working } from "./sheet/working-view.ts";

export function sheetView(b: DesignBench): TemplateResult {
  return html`<section class="sheet" id="bench-sheet" aria-labelledby="bench-sheet-h" tabindex="0"><header
    class="sh-head"><h2 id="bench-sheet-h">${t("bench.sheet")}</h2>${forms(b)}${errors(b)}</header>${
      b.asText ? asText(b) : form(b)
    }</section>`;
}

function forms(b: DesignBench): TemplateResult {
  const pick = (text: boolean) => () => void b.showAs(text);
  const radio = (text: boolean, word: string) =>
    html`<label><input type="radio" name="sheet-form" .checked=${b.asText === text}
      @change=${pick(text)}><span>${word}</span></label>`;
  return html`<fieldset class="tabs sh-tabs"><legend
    class="vh">${t("bench.form.as")}</legend>${radio(false, t("bench.form"))}${radio(
      true,
      t("bench.form.text"),
    )}</fieldset>`;
}

function form(b: DesignBench): TemplateResult {
  const { answer } = b.reader.said;
  const all = answer?.working ?? [];
  const of = (list: readonly { working: WorkingStep[] }[] = []) => list.map((x) => x.working);
  const { draft } = b;
  return html`${kindsView(draft, b, of(answer?.kinds))}${asksView(draft, b, { each: of(answer?.asks), all })}${doesView(
    draft,
    b,
    {
      each: of(answer?.does),
      all,
    },
  )}${implied(b)}${planView(draft, b)}${
    draft.asks.length + draft.does.length && all.length
      ? html`<div class="sh-total"><h4 class="sh-sub">${t("bench.total")}</h4>${working(all)}</div>`
      : nothing
  }`;
}

/** Deletes by age that follow from how long entities are kept. */
function implied(b: DesignBench): TemplateResult | typeof nothing {
  const { answer } = b.reader.said;
  const more = answer?.does.slice(b.draft.does.length) ?? [];
  return more.length
    ? html`<p class="sh-note">${t("bench.implied", { names: more.map((d) => d.name).join(", ") })}</p>`
    : nothing;
}

function asText(b: DesignBench): TemplateResult {
  const shown: SheetInText = { control: b.control, text: b.text, problems: b.problems };
  return html`<p class="sh-note">${t("bench.text.help")}</p><sheet-text class="sh-text" .shown=${shown}
    @sheet:typed=${(e: Event) => b.editText((e.target as SheetText).text)}></sheet-text>`;
}

/** How much has to be corrected before the designs can be compared: one line, so that nothing below it moves while
 * somebody types. Each mistake is said at its field, and here if its field is not in sight; the line leads to the
 * first. */
function errors(b: DesignBench): TemplateResult {
  const list = b.problems.filter((p) => !p.note);
  const [first] = list;
  const far = list.filter((p) => b.asText || p.path.startsWith("/designs/"));
  return html`${first ? nothing : html`<p class="sh-say muted">${t("bench.sheet.text")}</p>`}<div
    class="sh-say" role="alert">${
      first
        ? html`<p class="sh-errors">${icon("warn")}${link(b, first, tn("bench.errors", list.length))}</p>${
            far.length
              ? html`<ul class="sh-errors">${far.map((p) => html`<li>${link(b, p, placed(b, p))}</li>`)}</ul>`
              : nothing
          }`
        : nothing
    }</div>`;
}

const placed = (b: DesignBench, p: Problem): string =>
  b.asText ? `${p.line ? `${t("bench.line", { n: p.line })} ` : ""}${sentenceOf(p, "text")}` : sentenceOf(p, "form");

function link(b: DesignBench, p: Problem, text: string): TemplateResult {
  const go = (e: Event) => {
    e.preventDefault();
    if (b.asText) goToLine(p.line);
    else b.goTo(p);
  };
  return html`<a href="#${fieldId(p.path, p.field)}" @click=${go}>${text}</a>`;
}

function goToLine(n: number): void {
  document.querySelector<SheetText>("sheet-text")?.goTo(n);
}

/** "What you plan for": peak, growth, and limits of the whole sheet. */
function planView({ settings }: Draft, form: Form): TemplateResult {
  const { text, pick } = entryOf(form, "", settings);
  const setting = (name: "peak" | "headroom" | "horizon" | "total" | "limits") =>
    html`<div class="sh-f"><label for=${fieldId("", name)}>${t(`bench.set.${name}`)}</label>${text(
      name,
      t(`bench.set.${name}`),
      { placeholder: form.assumed(`/${name}`), clauses: name === "limits" ? LIMITS : [] },
    )}</div>`;
  const orders = [
    ["", t("bench.order.balanced")],
    ["cheapest", t("bench.order.cheapest")],
    ["simplest", t("bench.order.simplest")],
  ] as const;
  const order = t("bench.set.order");
  return html`<section class="sh-part" aria-labelledby="sh-plan"><h3 class="sh-title"
    id="sh-plan">${t("bench.plan")}</h3><div class="sh-options">${setting(
      "peak",
    )}${setting("headroom")}${setting("horizon")}${setting("total")}<label
      class="sh-f"><span>${order}</span>${pick("order", order, orders)}</label>${setting(
        "limits",
      )}</div>${problemsAt(form, "")}</section>`;
}
