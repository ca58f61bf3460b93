// One run, step by step: the picture, the bar, the sentence, the data and the table, which all show the same step.
import { html, type TemplateResult } from "lit";
import type { LabLane, LabStep } from "../engine/types.ts";
import { iconButton } from "../ui/buttons.ts";
import { filled, num, t, tn } from "../ui/i18n.ts";
import { laneFigure } from "./lane-figure.ts";
import { dataTable, stepTable } from "./step-tables.ts";
import { sentencesOf } from "./step-text.ts";

export interface StepsView {
  steps: readonly LabStep[];
  lanes: readonly LabLane[];
  at: number; // from 1
  go: (step: number) => void;
  repeats: number; // attempts that follow and end as the last one
}

export function stepsView(v: StepsView): TemplateResult {
  const { steps, at, go } = v;
  return html`${laneFigure(v)}${stepBar(at, steps.length, go)}
    <p class="lab-now" role="status"><b>${t("lab.step.n", { n: at })}</b> ${sentencesOf(steps, at).join(" ")}${
      v.repeats && at === steps.length ? ` ${tn("lab.repeats", v.repeats)}` : ""
    }</p>
    ${dataTable(steps, at)}${stepTable(steps, at, go)}`;
}

/** The step that is shown first: where it goes wrong, else the last. */
export function firstShown(steps: readonly LabStep[]): number {
  const bad = steps.find((s) => s.overwrites > 0) ?? steps.findLast((s) => s.status >= 400);
  return bad?.n ?? steps.length;
}

/** Scrolls a picture that is wider than its place to the step that is shown. */
export function showStep(element: HTMLElement): void {
  const [scroll, step] = [".lf-scroll", ".lf-now"].map((x) => element.querySelector(x));
  if (!scroll || !step || scroll.scrollWidth <= scroll.clientWidth) return;
  const { left, width } = step.getBoundingClientRect();
  const place = scroll.getBoundingClientRect();
  scroll.scrollBy({ left: left + width / 2 - (place.left + place.width / 2) });
}

/** Steps are counted from 1; go is called with another one. */
function stepBar(at: number, of: number, go: (step: number) => void): TemplateResult {
  const slide = (e: Event) => go(Number((e.target as HTMLInputElement).value));
  return html`<div class="step-bar" role="group" aria-label=${t("lab.steps")}>${iconButton(
    "first",
    t("lab.step.first"),
    () => go(1),
    at === 1,
  )}${iconButton("left", t("lab.step.before"), () => go(at - 1), at === 1)}<span class="slider"><input type="range"
  min="1" max=${of} .value=${String(at)} aria-label=${t("lab.step")} aria-valuetext=${t("lab.step.of", { n: at, of })}
      @input=${slide}></span>${iconButton(
        "right",
        t("lab.step.next"),
        () => go(at + 1),
        at === of,
      )}${iconButton("last", t("lab.step.last"), () => go(of), at === of)}<span class="step-at"
        aria-hidden="true">${counted(at, of)}</span></div>`;
}

function counted(at: number, of: number): unknown {
  return filled(t("lab.step.count"), { n: html`<b>${num(at)}</b>`, of: num(of) });
}
