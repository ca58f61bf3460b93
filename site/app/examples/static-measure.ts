// Tables of what the requests of scripts cost: of one script request by request, of several side by side.
import { html, nothing, type TemplateResult } from "lit";
import { filterBlock } from "../answer/code.ts";
import { badge } from "../answer/query-badge.ts";
import { refusedWith } from "../answer/refused.ts";
import type { Exchange } from "../engine/types.ts";
import { type Key, num, t, tn } from "../ui/i18n.ts";
import { kebab } from "../ui/query-classes.ts";
import { leastOf } from "./compare.ts";
import { answersOf, type Place, type Ran } from "./static-cell.ts";

type Script = Place & { ran: Ran };

/** What stands under one title of a script: a request, with those after it that have no title. */
interface Row {
  title: string;
  requests: number;
  read: number;
  returned: number;
  written: number;
  last: Exchange;
}

export function measure(scripts: readonly Script[]): TemplateResult {
  const [first, ...others] = scripts;
  if (!first) throw new Error("no scripts");
  return others.length ? costs(scripts, first) : queries(first);
}

function rowsOf({ blocks, exchanges }: Ran): Row[] {
  const rows: Row[] = [];
  const answers = answersOf(exchanges);
  for (const b of blocks) {
    const list = answers.get(b.index);
    const last = list?.at(-1);
    if (!list || !last) continue;
    const before = rows.at(-1);
    const row =
      before && (!b.title || b.title === before.title)
        ? before
        : { title: b.title, requests: 0, read: 0, returned: 0, written: 0, last };
    if (row !== before) rows.push(row);
    row.last = last;
    for (const { record } of list) {
      row.requests += record?.transactions ?? 0;
      row.read += record?.read ?? 0;
      row.returned += record?.returned ?? 0;
      row.written += record?.changes.length ?? 0;
    }
  }
  return rows;
}

/** The requests of one script: what each finds, how, and at what price. */
function queries({ ran, title }: Script): TemplateResult {
  const words = ["measure.find", "measure.request", "measure.class"] as const;
  const numbers = ["measure.number.read", "measure.number.returned"] as const;
  const head = html`${words.map((key) => html`<th scope="col">${t(key)}</th>`)}${numbers.map(
    (key) => html`<th scope="col" class="num">${t(key)}</th>`,
  )}`;
  return table(
    title,
    "queries",
    head,
    rowsOf(ran).map((row) => {
      const plan = row.last.record?.plan;
      return html`<tr data-class=${plan ? kebab(plan.class) : nothing}><th
        scope="row">${row.title}</th><td>${requestText(row.last)}</td><td>${
          plan ? badge(plan.class) : nothing
        }</td>${numberCell(numbers[0], row.read)}${numberCell(numbers[1], row.returned)}</tr>`;
    }),
  );
}

/** A number with its word, which narrow screens show instead of the head of the table. */
function numberCell(key: Key, n: number): TemplateResult {
  return html`<td class="num" data-word=${t(key)}>${num(n)}</td>`;
}

/** The filter of a query, or else what was sent where. */
function requestText(x: Exchange): unknown {
  const filter = filterOf(x);
  if (filter) return filterBlock(filter);
  if (x.ops.length) return html`<code>$batch</code>`;
  const request = x.wire[0]?.request;
  return request ? html`<code>${request.method} ${request.url.split("devstoreaccount1/")[1] ?? ""}</code>` : nothing;
}

/** The $filter of a request; a point query by address has the filter that means the same. */
export function filterOf(x: Exchange): string {
  const url = x.wire[0]?.request.url;
  return (url && new URL(url, "http://localhost").searchParams.get("$filter")) || (url && x.record?.plan?.used) || "";
}

/** What operations with the same titles cost in each of several scripts. */
function costs(scripts: readonly Script[], first: Script): TemplateResult {
  const label = t("measure.costs");
  const columns = scripts.map((s) => rowsOf(s.ran));
  const titles = columns[0]?.map((row) => row.title) ?? [];
  for (const [i, { ran }] of scripts.entries()) sameTitles(ran.name, columns[i] ?? [], first.ran.name, titles);
  const head = html`<th scope="col"><span class="vh">${t("measure.operation")}</span></th>${scripts.map(
    (s) => html`<th scope="col">${s.title}</th>`,
  )}`;
  return table(
    label,
    "costs",
    head,
    titles.map((title, k) =>
      operation(
        title,
        columns.flatMap((c) => c[k] ?? []),
      ),
    ),
  );
}

function sameTitles(name: string, rows: readonly Row[], first: string, titles: readonly string[]): void {
  if (rows.length !== titles.length)
    throw new Error(
      `${name} has ${rows.length} titles, ${first} has ${titles.length}: give the requests of both the same titles`,
    );
  const odd = rows.findIndex((row, i) => row.title !== titles[i]);
  if (odd >= 0)
    throw new Error(
      `${name} has the title "${rows[odd]?.title}" where ${first} has "${titles[odd]}": ` +
        "use the same titles in the same order",
    );
}

/** One operation in all designs. The cheapest is bold, and said to be. */
function operation(title: string, line: readonly Row[]): TemplateResult {
  const least = leastOf(line.map((row) => 10 * row.requests + row.read)); // a request counts as much as ten reads
  return html`<tr><th scope="row">${title}</th>${line.map(
    (row, i) =>
      html`<td data-win=${least.includes(i) ? "" : nothing}>${costText(row)}${
        least.includes(i) ? html`<span class="vh"> (${t("compare.least")})</span>` : nothing
      }</td>`,
  )}</tr>`;
}

/** "3 requests, 201 read" */
function costText({ requests, read, written, last }: Row): string {
  const parts = [tn("measure.requests", requests)];
  if (read > 0 || (!written && last.record?.plan)) parts.push(t("measure.read", { n: num(read) }));
  if (written > 0) parts.push(t("measure.written", { n: num(written) }));
  const refused = refusedWith(last);
  if (refused) parts.push(String(refused));
  return parts.join(", ");
}

function table(
  label: string,
  kind: "queries" | "costs",
  head: TemplateResult,
  rows: readonly TemplateResult[],
): TemplateResult {
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${label}><table class="ref-table ${
    kind
  }"><caption class="vh">${label}</caption>
    <thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
