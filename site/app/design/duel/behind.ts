// What is behind a question: which stores answer it in each design, and how much of them is asked.
import { html, nothing, type TemplateResult } from "lit";
import type { DesignReport, Figure, QuestionReport, Spread, WriteReport } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { duration, isKey, t, tn } from "../../ui/i18n.ts";
import { figure, label, size } from "../sheet/figures.ts";
import { letterOf, limitText } from "./duel-cells.ts";
import { type Checks, sampleView } from "./sample-view.ts";
import { contentionOf, rulesOf, stepsOf, storesOf } from "./write-steps.ts";

/** Draws it; place says in words what a path of the sheet assumes. */
export function behind(
  designs: readonly DesignReport[],
  i: number,
  place: (path: string) => string,
  checks: Checks,
  run: (design: number) => void,
): TemplateResult {
  const cell = (d: DesignReport, j: number) => {
    const q = d.questions[i];
    if (!q) return nothing;
    const runs = d.valid && q.stores.length > 0;
    const held = checks.samples[j]?.questions[i]?.skipped === "";
    return html`${detail(d, q, place)}${runs ? sampleView(checks, j, i) : nothing}${
      runs && held ? runButton(() => run(j)) : nothing
    }`;
  };
  return rowOf(t("bench.behind"), designs, cell);
}

/** Draws what is behind a write. */
export function behindWrite(
  designs: readonly DesignReport[],
  i: number,
  undecided: readonly string[],
  run: (design: number) => void,
  race: (design: number) => void,
): TemplateResult {
  const cell = (d: DesignReport, j: number) => {
    const w = d.writes[i];
    if (!w?.possible || !w.stores.length) return nothing;
    const tested = w.rules.length > 0 || w.contention.rate.v > 0;
    return html`${writeDetail(d, w, undecided)}${d.valid ? runButton(() => run(j)) : nothing}${
      d.valid && tested ? runButton(() => race(j), t("bench.race")) : nothing
    }`;
  };
  return rowOf(t("bench.behind.do"), designs, cell);
}

function rowOf(
  what: string,
  designs: readonly DesignReport[],
  cell: (d: DesignReport, j: number) => unknown,
): TemplateResult {
  return html`<tr class="dd-behind"><td><p>${what}</p></td>${designs.map(
    (d, j) => html`<td data-design=${letterOf(j)}><div class="dd-cell">${cell(d, j)}</div></td>`,
  )}</tr>`;
}

function runButton(run: () => void, name = t("bench.run")): TemplateResult {
  return html`<p class="dd-run">${button(name, run, { kind: "small", icon: "run" })}</p>`;
}

function writeDetail(d: DesignReport, w: WriteReport, undecided: readonly string[]): TemplateResult {
  return html`<p>${storesOf(d, w.stores)}</p>
    <table class="dd-spread"><caption class="vh">${t("bench.spread.do")}</caption><tbody>${figureRow(
      "bench.counter.transactions",
      w.transactions,
    )}${figureRow(
      "bench.counter.written",
      w.actions,
    )}${figureRow("bench.counter.read", w.read)}${figureRow("bench.counter.requests", w.requests)}${figureRow(
      "bench.counter.roundtrips",
      w.roundTrips,
    )}</tbody></table>
    ${rulesOf(d, w, undecided)}${contentionOf(w)}${stepsOf(d, w)}
    ${
      w.budget.length ? html`<p>${t("bench.budget.is", { limits: w.budget.map(limitText).join(", ") })}</p>` : nothing
    }`;
}

function figureRow(
  key:
    | "bench.counter.transactions"
    | "bench.counter.written"
    | "bench.counter.read"
    | "bench.counter.requests"
    | "bench.counter.roundtrips",
  f: Figure,
): TemplateResult {
  return html`<tr><th scope="row">${t(key)}</th><td
    class="num"><b>${figure(f.v)}</b></td><td>${label(f.label)}</td></tr>`;
}

function detail(d: DesignReport, q: QuestionReport, place: (path: string) => string): TemplateResult {
  if (!q.stores.length) return html`<p>${t("bench.unanswered.long")}</p>`;
  return html`<p>${storesOf(d, q.stores)}</p>
    <p>${asked(q)}</p>
    <table class="dd-spread"><caption class="vh">${t("bench.spread")}</caption><thead><tr><td></td><th
    scope="col">${t("bench.typical")}</th><th scope="col">${t(
      "bench.often",
    )}</th><th scope="col">${t("bench.largest")}</th></tr></thead><tbody>${row("reads.read", q.read)}${row(
      "reads.returned",
      q.returned,
    )}${row("bench.counter.requests", q.requests)}${row("bench.counter.roundtrips", q.roundTrips)}</tbody></table>
    <p>${t("bench.answer.size", { bytes: size(q.bytes.v), time: duration(q.ms.v) })} ${label(q.ms.label)}</p>
    ${
      q.budget.length ? html`<p>${t("bench.budget.is", { limits: q.budget.map(limitText).join(", ") })}</p>` : nothing
    }${assumptions(q, place)}`;
}

/** "1 table, 1 partition, a range of rows" */
function asked(q: QuestionReport): string {
  const part = (what: "tables" | "partitions" | "rows") => (q[what] ? t(`bench.${what}.${q[what] as "one"}`) : "");
  const parts = [part("tables"), part("partitions"), part("rows")].filter(Boolean).join(", ");
  const how = q.inTurn ? t("bench.inturn") : tn("bench.intervals", Math.round(q.intervals.often.v));
  return `${parts}. ${how}${q.stopped ? ` ${t("bench.stopped")}` : ""}`;
}

function row(
  key: "reads.read" | "reads.returned" | "bench.counter.requests" | "bench.counter.roundtrips",
  s: Spread,
): TemplateResult {
  return html`<tr><th scope="row">${t(key)}</th><td class="num">${figure(s.typical.v)}</td><td
    class="num"><b>${figure(s.often.v)}</b></td><td class="num">${figure(s.largest.v)}</td></tr>`;
}

/** What the numbers rest on, beside what was entered. */
function assumptions(q: QuestionReport, place: (path: string) => string): TemplateResult | typeof nothing {
  const counts = [q.read, q.requests, q.roundTrips].map((s) => s.often);
  const all = [...new Set([...counts, q.bytes].flatMap((f) => f.of))];
  const after = (prefix: string) => all.flatMap((a) => (a.startsWith(prefix) ? [a.slice(prefix.length)] : []));
  const defaults = after("default:").map(place).filter(Boolean);
  const independent = after("independent:").map((names) =>
    t("bench.independent", { names: names.replaceAll(",", ", ") }),
  );
  const modelled = after("model:").flatMap((code) => {
    const key = `bench.model.${code}`;
    return isKey(key) ? [t(key)] : [];
  });
  if (!defaults.length && !independent.length && !modelled.length) return nothing;
  const assumed = defaults.length ? t("bench.assumed", { what: defaults.join("; ") }) : nothing;
  return html`<p class="dd-more">${assumed} ${[...independent, ...modelled].join(" ")}</p>`;
}
