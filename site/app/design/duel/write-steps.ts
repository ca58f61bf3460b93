// What a write does beside its numbers: the steps of its workflow, who keeps its rules, and how often it is attempted.
import { html, nothing, type TemplateResult } from "lit";
import type {
  DesignReport,
  RuleReport as Rule,
  Sheeted,
  StoreReport,
  WorkflowStep,
  WriteReport,
} from "../../engine/types.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { figure, label } from "../sheet/figures.ts";

export function storesOf(d: DesignReport, stores: readonly number[]): TemplateResult[] {
  return stores.map((s) => html`<code translate="no">${d.stores[s]?.text ?? ""}</code><br>`);
}

/** What a write reads to find its rows, which may be a whole table. */
export function readsOf({ read }: WriteReport): TemplateResult | typeof nothing {
  return read.v > 1 ? html`<p>${t("bench.step.reads", { n: figure(read.v) })}</p>` : nothing;
}

/** The steps of a workflow, and what undoes those that were done when a value is taken or an entity was changed. */
export function stepsOf(d: DesignReport, w: WriteReport): TemplateResult | typeof nothing {
  if (!w.workflow.length) return nothing;
  return html`<p>${t("bench.steps")}</p><ol class="dd-steps">${w.workflow.map((s, i) => step(d, s, i > 1))}</ol>`;
}

function step(d: DesignReport, s: WorkflowStep, later: boolean): TemplateResult {
  const why = s.counts ? "full" : s.guards ? "taken" : "changed";
  const refused = s.guards || s.counts || s.unchanged;
  const undo = refused ? t(s.undo.length ? `bench.step.${why}.undo` : `bench.step.${why}`) : nothing;
  const does = later && s.verb === "get" ? "bench.step.get.rest" : (`bench.step.${s.verb}` as "bench.step.put");
  return html`<li>${t(does)} ${storesOf(d, s.stores)}${undo} ${storesOf(d, s.undo)}</li>`;
}

/** Whether two clients at once can break a rule of a write, and which store does not let them. Of the attributes in
 * undecided, such as user.name, the sheet doesn't say yet whether case counts. */
export function rulesOf(d: DesignReport, w: WriteReport, undecided: readonly string[]): TemplateResult[] {
  return w.rules.map((rule) => {
    const { store } = rule;
    const asked = isUndecided(rule, w, undecided);
    const text = ruleText(rule, d.stores[store]?.text ?? "", asked);
    const ok = asked ? nothing : store >= 0;
    return html`<p class="vd" data-ok=${ok}>${icon(asked ? "warn" : ok ? "check" : "cross")}<span>${text}</span></p>`;
  });
}

/** The attributes of which the sheet has to say whether upper and lower case count. */
export const undecidedIn = (answer: Pick<Sheeted, "messages"> | null): string[] =>
  (answer?.messages ?? []).filter((m) => m.code === "whichCase").map((m) => m.subject);

/** Tells whether a store keeps a rule, but perhaps not for values that differ in case alone. */
export const isUndecided = (
  { name, store, most }: Rule,
  { kind }: Pick<WriteReport, "kind">,
  undecided: readonly string[],
) => store >= 0 && !most && undecided.includes(`${kind}.${name}`);

/** What is unique, or how many there may be, and the store that sees to it; "" for none. */
export function ruleText(rule: Rule, store: string, undecided = false): string {
  const { name, identity, most, of } = rule;
  const params = { name, store, most: num(most), of, identity: identity.join(" + ") };
  if (identity.length) return t(store ? "bench.rule.identity" : "bench.rule.identity.open", params);
  if (!store) return t("bench.rule.open", params);
  if (undecided) return t("bench.rule.undecided", params);
  if (most && shardsOf({ text: store }).rows) return t("bench.rule.most.shards", params);
  return t(most ? "bench.rule.most" : "bench.rule.kept", params);
}

/** Into how many rows a store divides each entity, 0 if it does not, and whether each has a partition of its own. */
export function shardsOf({ text }: Pick<StoreReport, "text">): { rows: number; apart: boolean } {
  const [, n = "0", apart] = /\| *shards (\d+)( apart)? *(?:\||$)/.exec(text) ?? [];
  return { rows: Number(n), apart: apart !== undefined };
}

/** How often a write with a condition is attempted at the entity that is written most, with its formula. */
export function contentionOf({ contention: c }: WriteReport): TemplateResult | typeof nothing {
  if (!c.rate.v) return nothing;
  const params = {
    rate: figure(c.rate.v),
    window: num(1000 * c.window.v),
    attempts: figure(c.attempts.v),
    collapse: figure(c.collapse.v),
    shards: num(c.shards),
  };
  const collapsed = c.rate.v >= c.collapse.v;
  const n = Math.round(c.all.v / c.rate.v);
  const even = n > 1 ? tn("bench.contention.even", n, { all: figure(c.all.v) }) : nothing;
  return html`<p class=${collapsed ? "dd-over" : "dd-more"}>${t(
    collapsed ? "bench.contention.collapsed" : "bench.contention",
    params,
  )} ${even} ${c.shards ? t("bench.contention.shards", params) : nothing} ${label(c.attempts.label)}</p>`;
}
