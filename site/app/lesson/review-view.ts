// Questions about the learner's own mistakes, on the pages of the course: which check did this script fail?
import { html, nothing, render, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import { button } from "../ui/buttons.ts";
import { num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { keepText, readJSON } from "../ui/storage.ts";
import { today } from "./progress.ts";
import { answered, dueOn, MISTAKES, type Mistake, mistakesOf, note } from "./review.ts";

/** Keeps a run that failed a check. */
export function noteMistake(m: Omit<Mistake, "due" | "gap">): void {
  write(note(read(), m));
}

const read = (): Mistake[] => mistakesOf(readJSON(MISTAKES));

function write(list: readonly Mistake[]): void {
  keepText(MISTAKES, JSON.stringify(list)); // without room there is no review, and nothing else is lost
}

class Review {
  private readonly asked = dueOn(read(), today());
  private at = 0;
  private chosen = ""; // title of a check, "" before the answer

  constructor(private readonly place: HTMLElement) {
    this.draw();
  }

  private choose(title: string): void {
    const m = this.asked[this.at];
    if (!m || this.chosen) return;
    this.chosen = title;
    const kept = read();
    const same = kept.find((x) => x.id === m.id && x.failed === m.failed);
    if (same) write(answered(kept, same, title === m.failed, today()));
    this.draw();
    this.place.querySelector<HTMLElement>("[data-after]")?.focus();
  }

  private next(): void {
    this.at++;
    this.chosen = "";
    this.draw();
    this.place.querySelector<HTMLElement>("h3, [data-end]")?.focus();
  }

  private draw(): void {
    const m = this.asked[this.at];
    if (!this.asked.length) return;
    render(
      html`<section class="review" aria-labelledby="review-title"><h2 id="review-title">${t("review.title")}</h2>${
        m ? this.question(m) : html`<p tabindex="-1" data-end>${icon("check")} ${t("review.end")}</p>`
      }</section>`,
      this.place,
    );
  }

  private question(m: Mistake): TemplateResult {
    const n = { n: num(this.at + 1), of: num(this.asked.length) };
    return html`<h3 tabindex="-1">${t("review.question", n)}</h3><p>${t("review.ask", {
      lesson: m.lesson,
      step: m.step,
    })}</p><pre class="code" tabindex="0" role="group" aria-label=${t("lesson.script")}><code translate="no">${
      m.script
    }</code></pre>
    <ul class="actions">${m.checks.map(
      (title) => html`<li>${button(title, () => this.choose(title), { disabled: !!this.chosen, kind: "small" })}</li>`,
    )}</ul>${this.chosen ? this.after(m) : nothing}`;
  }

  private after(m: Mistake): TemplateResult {
    const right = this.chosen === m.failed;
    return html`<p tabindex="-1" data-after>${icon(right ? "check" : "cross")} <b>${
      right ? t("review.right") : t("review.wrong", { title: m.failed })
    }</b> ${m.why}</p><p class="actions">${button(
      t(this.at + 1 < this.asked.length ? "review.next" : "review.done"),
      () => this.next(),
      { kind: "primary", icon: "arrow" },
    )}<a class="button" href=${new URL(`learn/${m.id}/`, home).href}>${t("review.open")}</a></p>`;
  }
}

export function startReview(place: HTMLElement): void {
  new Review(place);
}
