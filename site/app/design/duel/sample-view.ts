// What a sample says about a question: whether its calls cost what was predicted, and the requests of one of them.
import { html, nothing, type TemplateResult } from "lit";
import type { SampleQuestion, SampleReport } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { num, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { figure } from "../sheet/figures.ts";
import { counterName } from "./duel-cells.ts";

const SHOWN = 5; // requests

/** What can be done about the checks of the designs. */
export interface Checks {
  samples: readonly (SampleReport | null | undefined)[]; // of the designs, as far as they have been checked
  checking: number; // the design whose sample is being asked, -1 for none
  stop: () => void;
  start: () => void;
}

/** Draws what is known of the question at i in a design; without a sample, how far the check is. */
export function sampleView(checks: Checks, design: number, i: number): TemplateResult {
  const sample = checks.samples[design];
  if (!sample) return waiting(checks, design);
  if (sample.refused) return verdict(false, t("bench.sample.refused", { why: sample.refused }));
  const q = sample.questions[i];
  if (!q || q.skipped) return html`<p class="dd-more">${t("bench.sample.skipped")}</p>`;
  return html`${verdict(q.verified, checked(sample, q))}${doubts(q)}${requests(q)}`;
}

function waiting({ checking, stop, start }: Checks, design: number): TemplateResult {
  if (checking < 0) return html`<p>${button(t("bench.sample.start"), start, { kind: "small", icon: "run" })}</p>`;
  if (checking !== design) return html`<p class="dd-more">${t("bench.sample.later")}</p>`;
  return html`<p role="status">${t("bench.sample.busy")}</p><p>${button(t("bench.pr.stop"), stop, {
    kind: "small",
    icon: "stop",
  })}</p>`;
}

/** What a sample says about a design as a whole. */
export function checkView(sample: SampleReport): TemplateResult {
  const asked = sample.questions.filter((q) => !q.skipped);
  const wrong = asked.find((q) => !q.verified);
  if (sample.refused) return verdict(false, t("bench.sample.refused", { why: sample.refused }));
  if (!asked.length) return html`<p class="dd-more">${t("bench.sample.skipped")}</p>`;
  if (wrong) return verdict(false, `${wrong.name}: ${checked(sample, wrong)}`);
  const calls = asked.reduce((n, q) => n + q.calls, 0);
  return verdict(true, t("bench.sample.yes", { n: num(sample.entities), calls: num(calls) }));
}

function verdict(ok: boolean, text: string): TemplateResult {
  return html`<p class="vd" data-ok=${ok}>${icon(ok ? "check" : "cross")}<span>${text}</span></p>`;
}

function checked(sample: SampleReport, q: SampleQuestion): string {
  const n = num(sample.entities);
  const [d] = q.differences;
  if (q.verified || !d) return t("bench.sample.yes", { n, calls: num(q.calls) });
  return t("bench.sample.no", { n, counter: named(d.counter), got: figure(d.got), predicted: figure(d.predicted) });
}

/** Averages of the sample that the formulas do not give. */
function doubts(q: SampleQuestion): TemplateResult[] {
  return q.statistics
    .filter((s) => !s.agrees)
    .map(({ counter, mean, formula }) => {
      const numbers = { counter: named(counter), mean: figure(mean), formula: figure(formula) };
      return html`<p class="dd-more">${t("bench.sample.statistics", numbers)}</p>`;
    });
}

const named = (counter: string): string => counterName(counter.toLowerCase());

function requests(q: SampleQuestion): TemplateResult | typeof nothing {
  if (!q.requests.length) return nothing;
  const label = t("bench.sample.requests");
  const more = q.requests.length - SHOWN;
  const lines = q.requests.slice(0, SHOWN).join("\n");
  return html`<p>${label}:</p><pre class="sample" translate="no" tabindex="0" role="group"
    aria-label=${label}><code>${lines}${more > 0 ? html`\n… ${num(more)}` : nothing}</code></pre>`;
}
