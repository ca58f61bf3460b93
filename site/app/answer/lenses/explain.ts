// The lens "Explain": what was read, what it cost, why, and what it costs when the data grow.
import { html, nothing, type TemplateResult } from "lit";
import type { ClassName, Exchange, Plan, Rec } from "../../engine/types.ts";
import { bytes, filled, isKey, num, t, tn } from "../../ui/i18n.ts";
import { filterCode } from "../code.ts";
import { keyLine } from "../key-line.ts";
import { lineIsAbove, type OutputView } from "../view.ts";

export function explainLens(x: Exchange, view: OutputView): TemplateResult | typeof nothing {
  return x.record?.plan ? explain(x, x.record, x.record.plan, view) : nothing;
}

function explain(x: Exchange, record: Rec, plan: Plan, view: OutputView): TemplateResult {
  const line = lineIsAbove(x, view) ? null : view.keyline;
  return html`<query-plan><dl>
    ${line?.parts.length ? row("key-line", t("plan.keyline"), keyLine(plan.class, line)) : nothing}
    ${row("cost", t("plan.cost"), cost(record))}
    ${record.nodes?.length ? row("nodes", t("plan.nodes"), record.nodes.join(", ")) : nothing}
    ${row("why", t("plan.why"), why(plan, record.table))}
    ${view.actions.cheaper?.(x) ?? nothing}
    ${record.read > 0 && view.rescale ? row("at-scale", t("plan.scale"), scale(record, plan, view)) : nothing}
  </dl></query-plan><p class="derived">${t("plan.derived")}</p>`;
}

function row(name: string, word: string, content: unknown): TemplateResult {
  return html`<div data-row=${name}><dt>${word}</dt><dd>${content}</dd></div>`;
}

function cost(r: Rec): TemplateResult {
  const facts = [
    tn("facts.transactions", r.transactions),
    tn("facts.trips", r.roundtrips),
    tn("facts.pages", Math.max(r.pages, 1)),
    t("facts.bytes", { n: bytes(r.bytesIn + r.bytesOut) }),
  ];
  return html`${facts.map((f, i) => html`${i ? html` <span class="sep">·</span> ` : nothing}${f}`)}`;
}

/** The reason as a sentence; the comparisons in it are code. */
export function why(plan: Plan, table: string): unknown {
  const key = `reason.${plan.reason}`;
  const main = isKey(key) ? fill(t(key), plan, table) : plan.reason;
  const rest =
    plan.rest && isKey(key) && !t(key).includes("{rest}") ? [" ", fill(t("reason.rest"), plan, table)] : nothing;
  return [main, rest];
}

function fill(text: string, plan: Plan, table: string): unknown[] {
  return filled(text, {
    used: filterCode(plan.used),
    rest: filterCode(plan.rest),
    table: html`<code>${table}</code>`,
  });
}

function scale(record: Rec, plan: Plan, view: OutputView): TemplateResult {
  const factor = FACTORS[view.scale] ?? 1;
  const { read, returned, pages } = atScale(plan.class, record, factor);
  const move = (e: Event) => view.rescale?.(Number((e.target as HTMLInputElement).value));
  return html`<label class="slider"><span class="vh">${t("plan.scale.label")}</span><input type="range" min="0" max=${
    FACTORS.length - 1
  } step="1" .value=${String(view.scale)} aria-valuetext=${`× ${num(factor)}`} @input=${
    move
  }></label><span class="scale-out"><b>× ${num(factor)}</b> ${t("plan.scale.out", {
    read: num(read),
    returned: num(returned),
  })}, ${tn("plan.scale.pages", pages)}</span>`;
}

const FACTORS = [1, 10, 100, 1000] as const;

const PAGE = 1000; // entities of one answer at most

interface Scaled {
  read: number;
  returned: number;
  pages: number; // at least
}

/** Every class grows with the data, except the point query: a key names one row in any table. */
export function atScale(
  name: ClassName,
  { read, returned }: { read: number; returned: number },
  factor: number,
): Scaled {
  if (name === "point") return { read, returned, pages: 1 };
  const rows = returned * factor;
  return { read: read * factor, returned: rows, pages: Math.max(1, Math.ceil(rows / PAGE)) };
}
