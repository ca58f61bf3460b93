// The states of a laboratory beside its result: nothing to try yet, busy, stopped, out of date, and what is wrong.
import { html, nothing, type TemplateResult } from "lit";
import { ControlError } from "../engine/control.ts";
import { home } from "../engine/page-data.ts";
import type { LabProblem } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, said, t, tn } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import type { LabPanel } from "./lab-panel.ts";
import { problemText } from "./lab-trouble.ts";
import { percent } from "./outcomes-view.ts";

/** Nothing to try: what the laboratory is for, what a script needs for it, and an example. */
export function startView({ kind, host, engine }: LabPanel): TemplateResult {
  if (!engine) return html`<p class="lab-line" data-bad>${icon("warn")}<span>${t("lab.noengine")}</span></p>`;
  const { example } = host;
  return html`<section class="lab-start"><h2>${t(`lab.${kind}.what`)}</h2><p>${t(`lab.${kind}.text`)}</p><p>${t(
    `lab.${kind}.need`,
  )}</p>
    <pre class="sample"><code>${t(`lab.${kind}.sample`)}</code></pre><p class="actions">${
      example ? button(t(`lab.${kind}.example`), () => example.call(host, kind), { icon: "data" }) : nothing
    }<a href=${`${home}help/script-format/#invariants`}>${t("lab.help")}</a></p></section>`;
}

/** How far a trial is, with Stop; the result of the last one stays below. */
export function busyView({ kind, run }: LabPanel): TemplateResult {
  const { slice } = run.trial;
  const share = slice?.share ?? 0;
  const label = t(`lab.${kind}.busy`);
  return html`<div class="lab-busy" role="group" aria-label=${label}>${busy()}<span
    role="status">${far(slice)}</span>${button(t("lab.stop"), () => run.stop(), {
      kind: "small",
      icon: "stop",
    })}<progress max="1" .value=${share} aria-label=${label}></progress></div>`;
}

function far(slice: LabPanel["run"]["trial"]["slice"]): TemplateResult | string {
  if (!slice) return t("lab.loading");
  if ("runs" in slice) return html`<b>${t("lab.busy.runs", { n: num(slice.runs), of: num(slice.of) })}</b>`;
  return html`<b>${percent(slice.share)} %</b> <span class="muted">${tn("lab.busy.states", slice.states)}${
    slice.broken ? ` ${t("lab.busy.broken")}` : ""
  }</span>`;
}

export function stoppedView(panel: LabPanel): TemplateResult {
  const { run } = panel;
  return html`<p class="lab-line">${icon("stop")}<span><b>${t("lab.stopped")}</b> ${far(run.trial.slice)} ${button(
    t("lab.goon"),
    () => void run.resume().then(() => panel.example.found()),
    { kind: "small" },
  )}</span></p>`;
}

/** The result is of another script, or of other data. */
export function staleView(panel: LabPanel): TemplateResult {
  return html`<div class="lab-stale" role="status"><p><b>${t("lab.stale")}</b> ${t("lab.stale.why")}</p>${button(
    t("lab.again.run"),
    () => void panel.begin(),
    { kind: "small", icon: "run" },
  )}</div>`;
}

/** What keeps the script from being tried. */
export function problemView({ host, kind }: LabPanel, { code, line, message, sentences }: LabProblem): TemplateResult {
  const why = said(host.remark?.(line) || message, sentences);
  return html`<p class="lab-line" data-bad
    role="alert">${icon("warn")}<span><b>${t(`lab.problem.${code}`)}</b> ${why} ${fix(code, kind)} ${
      line && host.goTo ? button(t("lab.line", { n: line }), () => host.goTo?.(line), { kind: "small" }) : nothing
    }</span></p>`;
}

function fix(code: LabProblem["code"], kind: LabPanel["kind"]): string {
  return code === "no-lanes" || code === "one-lane" ? t(`lab.${kind}.need`) : "";
}

/** The engine refused, or is gone. */
export function troubleView(panel: LabPanel, trouble: unknown): TemplateResult {
  const line = trouble instanceof ControlError ? trouble.line : 0;
  return html`<p class="lab-line" data-bad
    role="alert">${icon("warn")}<span><b>${t("lab.failed")}</b> ${problemText(trouble)} ${
      line && panel.host.goTo
        ? button(t("lab.line", { n: line }), () => panel.host.goTo?.(line), { kind: "small" })
        : nothing
    } ${button(t("lab.again.run"), () => void panel.begin(), { kind: "small", icon: "run" })}</span></p>`;
}
