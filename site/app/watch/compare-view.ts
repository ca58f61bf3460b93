// Two recordings, before and after, with the difference for each shape.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Watched, WatchedShape } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { isClassName, kebab } from "../ui/query-classes.ts";
import { compared, type Pair, unchanged } from "./compare.ts";
import { bar, sums } from "./recording-view.ts";
import { markOf, notation } from "./words.ts";

const ROWS = 200;

export function comparison(before: Watched, after: Watched, swap: TemplateResult): TemplateResult {
  const pairs = compared(before, after);
  const scale = Math.max(before.sums.read, after.sums.read);
  const changed = pairs.filter((p) => !unchanged(p));
  const same = pairs.filter(unchanged);
  const most = Math.max(1, ...pairs.flatMap((p) => [p.a?.read ?? 0, p.b?.read ?? 0]));
  return html`<section class="wc-page" aria-labelledby="wc-h"><h2 class="vh" id="wc-h">${t("watch.two")}</h2><div
    class="wc-two">${side("A", t("watch.before"), before, scale)}${side("B", t("watch.after"), after, scale)}</div>
    <p class="wc-say" id="findings">${sentence(before, after)} ${swap}</p>
    <div class="grid-scroll" tabindex="0" role="group" aria-label=${t("watch.two")}><table class="ws wc"><caption
      class="vh">${t("watch.two")}</caption><thead><tr class="wc-groups"><th scope="colgroup" colspan="3"><span
      class="letter">A</span> ${t("watch.before")}</th><th scope="colgroup" colspan="3"><span
      class="letter">B</span> ${t("watch.after")}</th><th scope="colgroup"
      colspan="3">${t("watch.difference")}</th></tr><tr>${["shape", "calls", "read"].map(
        column,
      )}${["shape", "calls", "read"].map(column)}${column("calls")}${column("read")}<th scope="col">${t(
        "watch.log.scale",
      )}</th></tr></thead><tbody>${changed.slice(0, ROWS).map((p) => row(p, most))}${
        same.length
          ? html`<tr class="wc-rest"><th scope="rowgroup" colspan="9">${tn("watch.same.n", same.length)}</th></tr>`
          : nothing
      }${same.slice(0, ROWS).map((p) => row(p, most))}</tbody><tfoot><tr>${foot(before)}${foot(after)}${difference(
        after.calls - before.calls,
      )}${difference(after.sums.read - before.sums.read)}<td></td></tr></tfoot></table></div></section>`;
}

function side(letter: string, name: string, w: Watched, scale: number): TemplateResult {
  return html`<section class="wc-rec"><h3 class="wc-title"><span class="letter">${letter}</span>${name}</h3>${sums(
    w,
  )}${bar(w, scale)}</section>`;
}

function sentence(a: Watched, b: Watched): TemplateResult {
  const change = (from: number, to: number): string =>
    from ? `${to < from ? "−" : "+"}${Math.round((100 * Math.abs(to - from)) / from)} %` : "–";
  return html`<b>${t("watch.changed", {
    requests: change(a.calls, b.calls),
    read: change(a.sums.read, b.sums.read),
  })}</b> ${tn("watch.findings.before", a.findings.length)} ${tn("watch.findings.after", b.findings.length)}`;
}

function column(name: string): TemplateResult {
  const num = name !== "shape";
  return html`<th scope="col" class=${num ? "num" : nothing}>${t(`watch.column.${name}` as "watch.column.calls")}</th>`;
}

function row(p: Pair, most: number): TemplateResult {
  const { a, b, same } = p;
  return html`<tr>${a ? shape(a) : html`<td class="muted">${t("watch.new")}</td>`}${numbers(a)}${
    !b
      ? html`<td class="muted">${t("watch.gone")}</td>`
      : same
        ? html`<td class="muted">${t("watch.same")}${refused(b)}</td>`
        : shape(b)
  }${numbers(b)}${difference((b?.calls ?? 0) - (a?.calls ?? 0))}${
    a?.class || b?.class ? difference((b?.read ?? 0) - (a?.read ?? 0)) : html`<td></td>`
  }<td class="wc-bar">${bars(p, most)}</td></tr>`;
}

function shape(s: WatchedShape): TemplateResult {
  return html`<td class="wc-name"><span class="ws-row">${markOf(s)}${notation(s)}${refused(s)}</span></td>`;
}

function refused(s: WatchedShape): TemplateResult | typeof nothing {
  return s.refused ? html` <span class="wc-bad">${tn("watch.refused.n", s.refused)}</span>` : nothing;
}

function numbers(s: WatchedShape | null): TemplateResult {
  const cell = (n: number | undefined) => html`<td class="num">${n ? num(n) : nothing}</td>`;
  return html`${cell(s?.calls)}${cell(s?.read)}`;
}

/** More requests are ink: what a good program sends may be more. */
function difference(n: number): TemplateResult {
  if (!n) return html`<td class="num muted">${t("watch.same.number")}</td>`;
  const text = `${n < 0 ? "−" : "+"}${num(Math.abs(n))}`;
  return html`<td class=${`num ${n < 0 ? "less" : "more-n"}`}>${text}</td>`;
}

/** What both read, on a scale on which each step is ten times as much. */
function bars({ a, b }: Pair, most: number): unknown {
  const of = (n: number) => `${((100 * Math.log10(1 + n)) / Math.log10(1 + most)).toFixed(2)}%`;
  const name = b?.class || a?.class || "";
  if (!isClassName(name)) return nothing;
  return html`<svg class="wc-svg" data-class=${kebab(name)} aria-hidden="true">${svg`<rect class="wc-a" width=${of(
    a?.read ?? 0,
  )}></rect><rect class="wc-b" width=${of(b?.read ?? 0)}></rect>`}</svg>`;
}

function foot(w: Watched): TemplateResult {
  const cell = (n: number) => html`<td class="num">${num(n)}</td>`;
  return html`<td>${tn("watch.shapes.n", w.shapes.length)}</td>${cell(w.calls)}${cell(w.sums.read)}`;
}
