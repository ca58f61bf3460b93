// What a sample says about a question: whether its calls cost what was predicted, and the requests of one of them.
import { html, nothing, type TemplateResult } from "lit";
import type { SampleQuestion, SampleReport } from "../engine/types.ts";
import { num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { counterName } from "./duel-cells.ts";
import { figure } from "./figures.ts";

const SHOWN = 5; // requests

/** Draws what is known of the question at i; without a sample, that one is under way. */
export function sampleView(sample: SampleReport | null | undefined, i: number): TemplateResult {
  if (!sample) return html`<p role="status">${t("bench.sample.busy")}</p>`;
  if (sample.refused) return verdict(false, t("bench.sample.refused", { why: sample.refused }));
  const q = sample.questions[i];
  if (!q || q.skipped) return html`<p class="dd-more">${t("bench.sample.skipped")}</p>`;
  return html`${verdict(q.verified, checked(sample, q))}${doubts(q)}${requests(q)}`;
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
  return html`<p>${label}:</p><pre class="sample" translate="no" tabindex="0" role="group" aria-label=${label}><code>${lines}${
    more > 0 ? html`\n… ${num(more)}` : nothing
  }</code></pre>`;
}
