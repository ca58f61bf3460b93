// What every fault leads to: the sentence, the grids, and one run step by step.
import { html, nothing, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import type { FaultReport, FaultRun } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { faultGrids } from "./fault-grid.ts";
import type { LabPanel } from "./lab-panel.ts";
import { endOf, verdict } from "./outcomes-view.ts";
import { seconds } from "./races-view.ts";
import { stepsView } from "./steps-view.ts";

export function faultsView(panel: LabPanel, r: FaultReport): TemplateResult {
  const { place, showFault } = panel.example;
  const ok = r.kept === r.runs;
  const title = r.invariants.length
    ? t(ok ? "lab.consistent.all" : "lab.consistent", { n: num(r.kept), of: num(r.runs) })
    : tn("lab.fault.runs", r.runs);
  return html`<header class="lab-head"><h2 data-ok=${r.invariants.length ? ok : nothing}>${
    r.invariants.length ? icon(ok ? "check" : "cross") : nothing
  }${title}</h2><p class="lab-say">${t("lab.faults.say", { n: r.restarts })} ${t("lab.faults.ran", {
    n: num(r.runs),
    time: t("lab.seconds", { n: seconds(panel.run.trial.took) }),
  })} <span class="src" data-src="exact">${t("lab.exact")}</span></p></header>${
    r.invariants.length ? nothing : norule()
  }${clean(r)}${faultGrids({ report: r, shown: place, show: (p) => void showFault(p) })}${run(panel, r)}`;
}

const norule = () =>
  html`<p class="lab-line">${icon("warn")}<span><b>${t("lab.norule")}</b> ${t("lab.norule.faults")} <code>${t(
    "lab.norule.sample",
  )}</code></span></p>`;

/** A rule that does not hold without a fault says nothing about faults. */
function clean({ clean: verdicts, invariants }: FaultReport): TemplateResult | typeof nothing {
  const broken = invariants.flatMap((rule, i) => (verdicts[i] && !verdicts[i].holds ? [{ rule, v: verdicts[i] }] : []));
  if (!broken.length) return nothing;
  return html`<p class="lab-line" data-bad>${icon("warn")}<span><b>${t("lab.clean")}</b> ${broken.map(
    ({ rule, v }) => html`${t("lab.line", { n: rule.line })}: ${verdict(v, rule)} `,
  )}</span></p>`;
}

function run(panel: LabPanel, r: FaultReport): TemplateResult | typeof nothing {
  const { fault, steps, at, go, toScript } = panel.example;
  if (!fault || !steps.length) return nothing;
  return html`<section class="lab-part" aria-labelledby="lab-run"><header class="lab-part-head"><h3
    id="lab-run">${title(fault)}</h3><p class="muted">${
      fault === r.shortest ? t("lab.fault.shortest", { n: num(r.runs - r.kept) }) : nothing
    } ${t("lab.notscale")}</p></header>${verdicts(fault, r)}${stepsView({
      steps,
      lanes: r.lanes,
      at,
      go,
      repeats: fault.repeats,
    })}${
      panel.host.open
        ? html`<p class="actions">${button(t("lab.test"), () => void toScript("test"), { icon: "check" })}${button(
            tn("lab.run.steps", steps.length),
            () => void toScript("steps"),
            { icon: "arrow" },
          )}<a href=${`${home}patterns/eventually-consistent-transactions/`}>${t("lab.faults.card")}</a></p>`
        : nothing
    }${panel.note ? html`<p class="lab-line" role="status">${panel.note}</p>` : nothing}</section>`;
}

function title({ step, kind, second, broken }: FaultRun): string {
  const what = second ? t("lab.pair", { n: step, second }) : t(`lab.cell.${kind || "none"}`, { n: step });
  return broken ? t("lab.counterexample", { what }) : what;
}

/** What the rules say at the end of this run. */
function verdicts(fault: FaultRun, { invariants, restarts }: FaultReport): TemplateResult {
  return html`<p class="lab-say">${invariants.map((rule, i) => {
    const v = fault.verdicts[i];
    return v ? html`<code>${rule.text}</code> ${verdict(v, rule)} ` : nothing;
  })}${fault.bounded ? t("lab.bounded.text", { n: restarts }) : nothing}</p>${
    fault.facts.length ? html`<p class="lab-say">${t("lab.differs")} ${endOf(fault)}</p>` : nothing
  }`;
}
