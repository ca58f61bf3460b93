// A recording: one line of sums, what each shape read, findings, shapes. The page is built with it, and draws it live.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Watched, WatchedShape } from "../engine/types.ts";
import { filled, num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { isClassName, kebab } from "../ui/query-classes.ts";
import {
  activeOf,
  agentsOf,
  arranged,
  type Column,
  findingOf,
  nameOf,
  type Order,
  segments,
  statusesOf,
} from "./arrange.ts";
import { costOf, markOf, notation, percent, termsOf, titleOf } from "./words.ts";

export const ROWS = 100; // of the table, before more are asked for
const LABELLED = 0.3; // of the bar, from which a segment has room for its name

/** What is open at the side: a shape, and the finding that led there, -1 for none. */
export interface Opened {
  shape: number;
  finding: number;
}

/** How a recording is looked at. */
export interface Looking {
  order: Order;
  filter: string;
  rows: number;
  open: Opened | null;
  held: readonly number[] | null; // places that stay where they are
}

/** What a reader can do with it; null while the page is built. */
export interface Hands {
  open: (o: Opened) => void;
  sort: (by: Column) => void;
  filter: (text: string) => void;
  more: () => void;
  hold: (on: boolean) => void;
}

export function sums(w: Watched, month: TemplateResult | typeof nothing = nothing): TemplateResult {
  const refused = w.shapes.reduce((n, s) => n + s.refused, 0);
  const seconds = activeOf(w) / 1000;
  const { read, returned } = w.sums;
  return html`<dl class="w-sums">${sum(
    t("watch.requests"),
    num(w.calls),
    seconds >= 1 ? t("watch.rate", { n: num(Math.round(w.calls / seconds)) }) : "",
  )}${sum(t("watch.read"), num(read), "")}${sum(
    t("watch.returned"),
    num(returned),
    returned && read > returned ? t("watch.ratio", { n: (read / returned).toFixed(1) }) : "",
  )}${sum(t("watch.refused"), num(refused), kindsOf(w.shapes))}${month}</dl>`;
}

export function sum(name: string, value: string, more: unknown): TemplateResult {
  return html`<div><dt>${name}</dt><dd><b>${value}</b> <span>${more}</span></dd></div>`;
}

/** The statuses of what was refused. */
function kindsOf(shapes: readonly WatchedShape[]): string {
  return statusesOf(shapes)
    .map(([status]) => status)
    .join(", ");
}

/** One segment for each shape that reads, as wide as what it read. */
export function bar(w: Watched, scale?: number): TemplateResult | typeof nothing {
  const list = segments(w, scale);
  if (!list.length) return nothing;
  const words = list.map(({ place }) => w.shapes[place]).flatMap((s) => (s ? [`${nameOf(s)} ${num(s.read)}`] : []));
  const label = t("watch.bar", { list: words.slice(0, 6).join(", ") });
  return html`<svg class="cl-bar" translate="no" role="img" aria-label=${label}>${list.map(({ place, x, width }) => {
    const s = w.shapes[place];
    if (!s || !isClassName(s.class)) return nothing;
    const cls = kebab(s.class);
    const name = width > LABELLED ? `${num(s.read)} ${nameOf(s)}` : "";
    return svg`<svg x=${pc(x)} width=${pc(width)} data-class=${cls}><title>${nameOf(s)}: ${num(
      s.read,
    )}</title><rect class="cl-read" fill=${`url(#rows-${cls})`}></rect><rect class="cl-base"></rect>${
      name
        ? svg`<rect class="cl-chip" width=${`${(name.length * 0.6 + 0.8).toFixed(2)}em`}></rect><text x="4"
            y="1.05em">${name}</text>`
        : nothing
    }</svg>`;
  })}</svg>`;
}

const pc = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

export interface Quiet {
  none: string; // what is said of a recording in which nothing was found
  recording: boolean; // it goes on, so something may still be found
}

export function findings(
  w: Watched,
  at: Looking,
  hands: Hands | null,
  { none, recording }: Quiet = { none: t("watch.none"), recording: false },
): TemplateResult {
  const tried = w.findings.filter((f) => f.tried).length;
  const early = recording && !w.findings.length;
  const quiet = early ? t("watch.none.recording") : w.calls ? none : t("watch.none.yet");
  const note = w.findings.length ? `${t("watch.order")}${tried ? ` ${tn("watch.tried", tried)}` : ""}` : quiet;
  const head = early ? t("watch.findings.early") : tn("lint.findings", w.findings.length);
  return html`<section class="w-part" id="findings" aria-labelledby="find-h"><header class="w-part-head"><h2
    id="find-h">${head}</h2><p class="muted">${note}</p></header>
    <ol class="w-finds">${w.findings.map((f, i) => {
      const now = at.open?.finding === i;
      const shape = f.shapes[0] ?? -1;
      const inside = html`<span class="li-n">${num(f.times)} ×</span><span class="li-name">${titleOf(
        f,
      )} <span class="li-where">${whereOf(w, i)}</span></span><span class="li-cost">${
        f.wrong ? html`<b class="bad">${costOf(f)}</b>` : costOf(f)
      }</span>`;
      return html`<li data-now=${now ? "" : nothing}>${
        hands && shape >= 0
          ? html`<button type="button" aria-expanded=${now ? "true" : "false"} @click=${() =>
              hands.open({ shape, finding: i })}>${inside}</button>`
          : html`<div>${inside}</div>`
      }</li>`;
    })}</ol></section>`;
}

/** The table of a finding, and the terms of its first shape. */
function whereOf(w: Watched, i: number): unknown {
  const f = w.findings[i];
  const shapes = f?.shapes.flatMap((n) => w.shapes[n] ?? []) ?? [];
  const tables = [...new Set(shapes.map((s) => s.table))].join(", ") || f?.table;
  const text = shapes[0]?.text ?? "";
  return html`<span translate="no">${tables}</span>${text && text.length < 40 ? html` ${termsOf(text)}` : nothing}`;
}

export function shapesTable(w: Watched, at: Looking, hands: Hands | null): TemplateResult {
  const all = arranged(w.shapes, at.order, at.filter);
  const places = at.held ? kept(at.held, all) : all;
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t("watch.shapes")} @pointerenter=${() =>
    hands?.hold(true)} @pointerleave=${() => hands?.hold(false)} @focusin=${() => hands?.hold(true)} @focusout=${() =>
    hands?.hold(false)}><table class="ws"><caption class="vh">${t("watch.caption")}</caption>${head(
    at.order,
    hands,
  )}<tbody>${places.slice(0, at.rows).map((i) => row(w, i, at, hands))}</tbody></table></div>${
    places.length > at.rows
      ? html`<p class="w-more"><button type="button" class="button" data-kind="small" @click=${() =>
          hands?.more()}>${tn("watch.more", places.length - at.rows)}</button></p>`
      : nothing
  }${places.length ? nothing : html`<p class="w-nothing">${t(w.calls ? "watch.nomatch" : "watch.noshapes")}</p>`}${
    w.other ? html`<p class="w-from">${tn("watch.other", w.other)}</p>` : nothing
  }`;
}

/** Who sent the requests, and where the numbers come from. */
export function from(w: Watched): TemplateResult {
  const agents = agentsOf(w.shapes);
  return html`<p class="w-from">${
    agents.length
      ? filled(`${t("watch.from")} `, {
          agents: agents.map((a, i) => html`${i ? ", " : ""}<code translate="no">${a}</code>`),
        })
      : nothing
  }${t("watch.counted")}</p>`;
}

/** Rows stay where they are; new ones come at the end. */
function kept(held: readonly number[], all: readonly number[]): number[] {
  const there = new Set(all);
  const known = new Set(held);
  return [...held.filter((i) => there.has(i)), ...all.filter((i) => !known.has(i))];
}

const COLUMNS: readonly Column[] = ["shape", "calls", "refused", "read", "returned"];

function head(order: Order, hands: Hands | null): TemplateResult {
  const one = (by: Column) => {
    const sorted = order.by === by ? (order.down ? "descending" : "ascending") : nothing;
    const word = t(`watch.column.${by}` as "watch.column.calls");
    return html`<th scope="col" class=${by === "shape" ? nothing : "num"} aria-sort=${sorted}>${
      hands
        ? html`<button type="button" class="ws-sort" @click=${() => hands.sort(by)}>${word}${
            order.by === by ? icon(order.down ? "down" : "up") : nothing
          }</button>`
        : word
    }</th>`;
  };
  return html`<thead><tr>${COLUMNS.map(one)}<th scope="col" class="ws-share">${t(
    "watch.column.share",
  )}</th><th scope="col"><span class="vh">${t("watch.column.finding")}</span></th></tr></thead>`;
}

function row(w: Watched, i: number, at: Looking, hands: Hands | null): TemplateResult {
  const s = w.shapes[i];
  if (!s) return html``;
  const now = at.open?.shape === i;
  const found = findingOf(w, i);
  const name = html`${markOf(s)}${notation(s)}`;
  const or = (n: number) => (n ? num(n) : "");
  return html`<tr data-now=${now ? "" : nothing}><th scope="row">${
    hands
      ? html`<button type="button" aria-expanded=${now ? "true" : "false"} title=${nameOf(s)} @click=${() =>
          hands.open({ shape: i, finding: -1 })}>${name}</button>`
      : html`<span class="ws-row">${name}</span>`
  }</th>${number("calls", num(s.calls))}${number(
    "refused",
    s.refused ? html`<b class="bad">${num(s.refused)}</b>` : nothing,
  )}${number("read", or(s.read))}${number("returned", or(s.returned))}<td
    class="ws-share">${share(s, w.sums.read)}</td><td class="ws-flag">${
      found && hands
        ? html`<button type="button" aria-label=${t("watch.flag", { n: found })} title=${t("watch.flag", {
            n: found,
          })} @click=${() => hands.open({ shape: i, finding: found - 1 })}>${icon("warn")}</button>`
        : found
          ? html`<span class="ws-warn">${icon("warn")}<span class="vh">${t("watch.flag", { n: found })}</span></span>`
          : nothing
    }</td></tr>`;
}

/** A number with the name of its column, which a phone shows beside it. */
function number(of: "calls" | "refused" | "read" | "returned", text: unknown): TemplateResult {
  return html`<td class="num" data-of=${of} data-word=${t(`watch.column.${of}`)}>${text}</td>`;
}

function share(s: WatchedShape, all: number): unknown {
  if (!s.read || !isClassName(s.class)) return nothing;
  const width = `${Math.max(1.5, (100 * s.read) / Math.max(all, 1)).toFixed(2)}%`;
  return html`<svg class="ws-bar" data-class=${kebab(s.class)} aria-hidden="true">${svg`<rect width=${
    width
  }></rect>`}</svg><span>${percent(s.read, all)}</span>`;
}
