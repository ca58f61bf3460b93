// A way to ask, on the home page: the filter of a request, what it reads of the table, what that costs.
import { html, nothing, type TemplateResult } from "lit";
import { filterBlock } from "../answer/code.ts";
import { keyLine } from "../answer/key-line.ts";
import { badge, reads } from "../answer/query-badge.ts";
import { kebab } from "../ui/query-classes.ts";
import type { Ran } from "./static-cell.ts";
import { filterOf } from "./static-measure.ts";

/** Draws the last request of a script; a bare key line has no names, for it stands below another. */
export function way({ name, exchanges, pictures }: Ran, bare: boolean): TemplateResult {
  const last = exchanges.at(-1);
  const record = last?.record;
  if (!last || !record?.plan) throw new Error(`${name}: the last request has to be a query`);
  const { plan, read, returned } = record;
  const line = pictures[last.block];
  return html`<li data-class=${kebab(plan.class)}><div class="way-q">${filterBlock(filterOf(last))}</div><div class="way-k">${
    line ? keyLine(plan.class, line, { legend: false, bare }) : nothing
  }</div><p class="way-n">${badge(plan.class)}${reads(read, returned)}</p></li>`;
}
