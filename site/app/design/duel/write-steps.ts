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
import { type Key, num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { figure, label } from "../sheet/figures.ts";

export function storesOf(d: DesignReport, stores: readonly number[]): TemplateResult[] {
  return stores.map((s) => html`<code translate="no">${d.stores[s]?.text ?? ""}</code><br>`);
}

/** What a write reads to find its rows, which may be a whole table. */
export function readsOf({ read }: WriteReport): TemplateResult | typeof nothing {
  return read.v > 1 ? html`<p>${t("bench.step.reads", { n: figure(read.v) })}</p>` : nothing;
}

/** The steps of a workflow, and what undoes those that were done when a value is taken or an entity was changed. Each
 * may be done twice, and late: the id of the message and ETags tell whose a row is. */
export function stepsOf(d: DesignReport, w: WriteReport): TemplateResult | typeof nothing {
  if (!w.workflow.length) return nothing;
  return html`<p>${t("bench.steps")}</p><ol class="dd-steps">${w.workflow.map((_, i) => step(d, w.workflow, i))}</ol>`;
}

function step(d: DesignReport, list: readonly WorkflowStep[], i: number): TemplateResult | typeof nothing {
  const s = list[i];
  if (!s) return nothing;
  return html`<li>${t(stepKey(list, i))} ${storesOf(d, s.stores)}${notes(d, list, i)
    .map((key) => t(key))
    .join(" ")} ${storesOf(d, s.undo)}</li>`;
}

/** What a step does. */
function stepKey(list: readonly WorkflowStep[], i: number): Key {
  const verb = list[i]?.verb ?? "";
  if (verb === "get" && i > 1) return "bench.step.get.rest";
  if (verb === "put" && list.some((s) => s.unchanged)) return "bench.step.put.read";
  if (verb === "put" && list.some((s) => s.guards)) return "bench.step.put.id";
  return `bench.step.${verb as "put"}`;
}

/** What a step has to look at. */
export function notes(d: Pick<DesignReport, "writes" | "stores">, list: readonly WorkflowStep[], i: number): Key[] {
  const s = list[i];
  return s ? [...sparseNotes(d, s), ...otherNotes(d, list, i, s)] : [];
}

/** What a step does in a copy that holds only the rows with some value: each row comes and goes with it. */
function sparseNotes({ stores }: Pick<DesignReport, "stores">, { verb, stores: of }: WorkflowStep): Key[] {
  if (!of.some((store) => /\| *where /.test(stores[store]?.text ?? ""))) return [];
  if (verb === "upsert") return ["bench.step.sparse"];
  return ["insert", "merge", "move", "replace"].includes(verb) ? ["bench.step.sparse.only"] : [];
}

function otherNotes(
  d: Pick<DesignReport, "writes" | "stores">,
  list: readonly WorkflowStep[],
  i: number,
  s: WorkflowStep,
): Key[] {
  const before = list.slice(0, i);
  const rules = d.writes.flatMap((w) => w.rules).filter(({ most }) => !most);
  const shared = (o: WorkflowStep) => o.stores.some((store) => s.stores.includes(store));
  if (s.guards) {
    const taken = s.undo.length ? "bench.step.taken.undo" : "bench.step.taken";
    return list.some((o) => o.verb === "delete" && shared(o)) ? ["bench.step.same", taken] : [taken];
  }
  if (s.counts) return [s.undo.length ? "bench.step.full.undo" : "bench.step.full"];
  if (s.unchanged && s.verb === "delete") return [s.undo.length ? "bench.step.gone.undo" : "bench.step.gone"];
  if (s.unchanged) return [s.undo.length ? "bench.step.changed.undo" : "bench.step.changed"];
  if (s.verb === "insert" && before.at(-1)?.guards) return ["bench.step.notes"];
  const adds = (o: WorkflowStep) => o.verb === "replace" && !o.unchanged && o.stores.some((n) => d.stores[n]?.base);
  if (adds(s)) return ["bench.step.adds"];
  const divided = before.filter(adds).some((o) => o.stores.some((n) => shardsOf(d.stores[n] ?? { text: "" }).rows));
  if (divided && ["merge", "move", "upsert"].includes(s.verb)) return ["bench.step.total"];
  const keeps = rules.some(({ store }) => s.stores.includes(store));
  if (s.verb !== "delete" || !keeps || !before.some((o) => o.unchanged)) return [];
  const moved = before.some((o) => o.guards && shared(o)) && s.stores.some((store) => d.stores[store]?.base);
  return [moved ? "bench.step.older.moved" : "bench.step.older"];
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
