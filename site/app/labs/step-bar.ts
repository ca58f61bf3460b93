// Buttons and a slider that go through the steps of one run, and how far it is.
import { html, type TemplateResult } from "lit";
import { iconButton } from "../ui/buttons.ts";
import { num, pieces, t } from "../ui/i18n.ts";

/** Steps are counted from 1; go is called with another one. */
export function stepBar(at: number, of: number, go: (step: number) => void): TemplateResult {
  const slide = (e: Event) => go(Number((e.target as HTMLInputElement).value));
  return html`<div class="step-bar" role="group" aria-label=${t("lab.steps")}>${iconButton(
    "first",
    t("lab.step.first"),
    () => go(1),
    at === 1,
  )}${iconButton("left", t("lab.step.before"), () => go(at - 1), at === 1)}<span class="slider"><input type="range" min="1"
    max=${of} .value=${String(at)} aria-label=${t("lab.step")} aria-valuetext=${t("lab.step.of", { n: at, of })} @input=${slide}></span>${iconButton(
      "right",
      t("lab.step.next"),
      () => go(at + 1),
      at === of,
    )}${iconButton("last", t("lab.step.last"), () => go(of), at === of)}<span class="step-at" aria-hidden="true">${counted(at, of)}</span></div>`;
}

function counted(at: number, of: number): unknown {
  const values: Record<string, unknown> = { n: html`<b>${num(at)}</b>`, of: num(of) };
  return pieces(t("lab.step.count")).map((piece, i) => (i % 2 ? values[piece] : piece));
}
