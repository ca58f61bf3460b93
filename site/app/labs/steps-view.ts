// One run, step by step: the picture, the bar, the sentence, the data and the table, which all show the same step.
import { html, type TemplateResult } from "lit";
import type { LabLane, LabStep } from "../engine/types.ts";
import { t, tn } from "../ui/i18n.ts";
import { laneFigure } from "./lane-figure.ts";
import { stepBar } from "./step-bar.ts";
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
