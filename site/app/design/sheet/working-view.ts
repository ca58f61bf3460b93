// The working below a number, so that nobody needs a calculator: "50 million ÷ 86,400 = 579 a second".
import { html, nothing, type TemplateResult } from "lit";
import type { WorkingStep } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { figure, percent, size } from "./figures.ts";
import { periods } from "./periods.ts";

const PARTS = ["ofPartition", "ofAccount"];

/** One line for each chain of steps, where a step goes on with the result of the one before. */
export function working(steps: readonly WorkingStep[]): TemplateResult | typeof nothing {
  const chains = chainsOf(steps.filter((s) => s.code !== "gib"));
  if (!chains.length) return nothing;
  return html`<ul class="sh-work">${chains.map(
    (chain) => html`<li>${chain.map((s, i) => step(s, i === 0))}</li>`,
  )}</ul>`;
}

function chainsOf(steps: readonly WorkingStep[]): WorkingStep[][] {
  const chains: WorkingStep[][] = [];
  for (const s of steps) {
    const last = chains.at(-1);
    const goesOn = last?.at(-1)?.result === s.left || PARTS.includes(s.code);
    if (last && goesOn) last.push(s);
    else chains.push([s]);
  }
  return chains;
}

/** "50 million ÷ 86,400 = 579 a second", and of a target "86.8 % of what one partition takes". */
function step(s: WorkingStep, first: boolean): TemplateResult {
  const part = PARTS.includes(s.code);
  const result = part ? percent(s.result) : s.code === "bytes" ? size(s.result) : figure(s.result);
  const words = t(`bench.step.${s.code as "average"}`, { n: result, of: s.of, per: periods(s.per) });
  if (part) return html`<span>${s.code === "ofPartition" ? ": " : ", "}${words}</span>`;
  const right = s.code === "bytes" ? size(s.right) : figure(s.right);
  return html`<span>${first ? figure(s.left) : nothing} ${s.op} ${right} = <b>${words}</b></span>`;
}

/** The result of the step with a code, null if there is none. */
export function resultOf(steps: readonly WorkingStep[], code: string): number | null {
  return steps.find((s) => s.code === code)?.result ?? null;
}
