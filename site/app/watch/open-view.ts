// An open shape: what it costs and why, what was found about it with a rehearsal, samples, and who sent it.
import { html, nothing, type TemplateResult } from "lit";
import { keyLine } from "../answer/key-line.ts";
import { why as whyPlan } from "../answer/lenses/explain.ts";
import { extraOf, LINT_READING } from "../answer/lint-text.ts";
import { badge, reads } from "../answer/query-badge.ts";
import type { FindingCost, KeyLine, Plan, Watched, WatchedFinding, WatchedShape } from "../engine/types.ts";
import { button, iconButton } from "../ui/buttons.ts";
import { bytes, num, t, tn } from "../ui/i18n.ts";
import { isClassName } from "../ui/query-classes.ts";
import { beginning, statusesOf } from "./arrange.ts";
import type { Opened } from "./recording-view.ts";
import { adviceOf, costOf, givesUp, isBare, percent, termsOf, titleOf, when } from "./words.ts";

const COUNTERS = ["read", "requests", "roundtrips", "bytes", "stored"] as const;

/** What is known of a shape beside its sums. */
export interface Extra {
  picture: KeyLine | null; // of the request that read most, as its table is now
  plan: Plan | null; // of that request, null for one that names a row
}

/** Where something is that was made of a shape, and what there is to say of it. */
export interface Made {
  href: string; // "" for nothing
  word: string; // of the link
  note: string;
}

/** What a reader can do with an open shape; null while the page is built. */
export interface ShapeHands {
  close: () => void;
  script: () => void;
  sheet: () => void;
  made: Made | null; // what came of it
}

const READING: Readonly<Record<string, readonly [card: string, lesson: string]>> = {
  "n-plus-one": ["denormalization", "denormalization"],
  "read-again": ["", "capacity-and-cost"],
  "whole-rows": ["", "projection"],
  "small-pages": ["", "continuation-and-paging"],
  "never-retried": ["", "modification-and-concurrency"],
  ...LINT_READING,
};

export function openShape(
  w: Watched,
  at: Opened,
  extra: Extra | undefined,
  hands: ShapeHands | null,
  root: string,
): TemplateResult {
  const s = w.shapes[at.shape];
  if (!s) return html``;
  const list = w.findings.filter((f) => f.shapes.includes(at.shape));
  const first = w.findings[at.finding];
  const about = first ? [first, ...list.filter((f) => f !== first)] : list;
  return html`<header class="w-open-head"><div><p class="w-open-k" translate="no">${s.table || "*"} ${s.does}</p><h2
    id="open-h">${s.text ? termsOf(s.text) : html`<span translate="no">${s.does}</span>`}</h2></div>${
      hands ? iconButton("close", t("watch.close"), hands.close) : nothing
    }<p class="ro-sum">${
      isClassName(s.class) ? html`${badge(s.class)}${counted(s) ? reads(s.read, s.returned) : nothing}` : nothing
    }<span class="ro-fact">${tn("watch.calls", s.calls)}${
      s.mostRead > 1 ? `, ${t("watch.each", { n: num(s.mostRead) })}` : ""
    }</span></p></header>
    <div class="w-open-body">${picture(s, extra)}${why(s, extra)}${about.map((f) => finding(w, f, root))}${
      hands
        ? html`<p class="actions">${button(t("watch.script"), hands.script, { icon: "script" })}${button(
            t("watch.sheet"),
            hands.sheet,
            { icon: "plus" },
          )}</p><p class="w-note" role="status">${
            hands.made?.href ? html`<a href=${hands.made.href} target="_blank">${hands.made.word}</a> ` : nothing
          }${hands.made?.note}</p>`
        : nothing
    }${samples(w, s)}${facts(w, s)}</div>`;
}

/** Whether it is known what a shape read. A log of Azure doesn't say. */
function counted(s: WatchedShape): boolean {
  return s.pages > 0 || s.read > 0;
}

function picture(s: WatchedShape, extra: Extra | undefined): unknown {
  if (!extra?.picture || !isClassName(s.class)) return nothing;
  return html`<div class="w-kl">${keyLine(s.class, extra.picture, { legend: false })}</div>`;
}

function why(s: WatchedShape, extra: Extra | undefined): unknown {
  if (!isClassName(s.class) || !extra) return nothing;
  return html`<p class="w-say">${extra.plan ? whyPlan(extra.plan, s.table) : t("watch.point")}</p>`;
}

function finding(w: Watched, f: WatchedFinding, root: string): TemplateResult {
  const gives = givesUp(f);
  const [card = "", lesson = ""] = (Object.hasOwn(READING, f.rule) && READING[f.rule]) || [];
  return html`<section class="w-finding" data-wrong=${f.wrong ? "" : nothing}><h3>${titleOf(f)}${
    f.wrong
      ? html` <b class="bad">${costOf(f)}</b>`
      : isBare(f)
        ? nothing
        : html` <span class="src" data-src=${f.tried ? "exact" : "modelled"}>${t(
            f.tried ? "watch.exact" : "watch.calculated",
          )}</span>`
  }</h3><p class="w-say">${adviceOf(f)}</p>${f.wrong || isBare(f) ? nothing : beforeAfter(w, f)}${
    gives ? html`<p class="li-gives"><b>${t("lint.gives")}</b> ${gives}</p>` : nothing
  }${
    card || lesson
      ? html`<p class="actions">${link(card && `${root}patterns/${card}/`, t("cheaper.card"))}${link(
          lesson && `${root}learn/${lesson}/`,
          t("cheaper.lesson"),
        )}</p>`
      : nothing
  }</section>`;
}

function link(href: string, word: string): TemplateResult | typeof nothing {
  return href ? html`<a href=${href}>${word}</a>` : nothing;
}

/** What the requests cost as they were sent, and in the cheaper form. */
function beforeAfter(w: Watched, f: WatchedFinding): TemplateResult {
  const write = (c: keyof FindingCost, n: number): string => (c === "bytes" ? bytes(n) : num(n));
  const rows = COUNTERS.filter((c) => f.before[c] !== f.after[c]);
  const all = w.sums.read;
  const least = Math.max(0, all - f.before.read + f.after.read);
  const caption = t("watch.before.after");
  return html`<table class="compare w-ba"><caption class="vh">${caption}</caption><thead><tr><td></td><th
    scope="col">${t("watch.recorded")}</th><th scope="col">${t(
      f.tried ? "watch.copy.column" : "watch.would",
    )}</th></tr></thead><tbody>${rows.map(
      (c) =>
        html`<tr><th scope="row">${t(`lint.counter.${c}`)}</th>${cell(
          write(c, f.before[c]),
          f.before[c] < f.after[c],
        )}${cell(write(c, f.after[c]), f.after[c] < f.before[c])}</tr>`,
    )}${
      f.before.read > f.after.read && all
        ? html`<tr><th scope="row">${t("watch.share.of")}</th>${cell(percent(f.before.read, all), false)}${cell(
            percent(f.after.read, least),
            true,
          )}</tr>`
        : nothing
    }</tbody></table>${extraOf(f) ? html`<p class="muted">${tn("lint.copied", extraOf(f))}</p>` : nothing}`;
}

function cell(text: string, best: boolean): TemplateResult {
  return html`<td data-best=${best ? "" : nothing}><b>${text}</b></td>`;
}

function samples(w: Watched, s: WatchedShape): TemplateResult | typeof nothing {
  if (!s.samples.length) return nothing;
  const begin = beginning(w);
  return html`<h3>${t("watch.samples")} <span class="muted">${t("watch.samples.of", {
    n: num(s.samples.length),
    of: num(s.calls),
  })}</span></h3>
    <div class="grid-scroll" tabindex="0" role="group" aria-label=${t("watch.samples")}><table class="rl-table
      w-samples"><caption class="vh">${t("watch.samples")}</caption><thead><tr><th scope="col">${t(
        "watch.at",
      )}</th><th scope="col">${t("log.request")}</th><th scope="col">${t(
        "log.answer",
      )}</th><th scope="col" class="num">${t("log.reads")}</th></tr></thead><tbody>${s.samples.map(
        (x) => html`<tr><td class="num-l">${when(x.start - begin)}</td><th scope="row"><b>${x.method}</b> <code
          translate="no">${readable(x.target)}</code>${
            x.ifMatch ? html` <span class="muted">If-Match: <code translate="no">${x.ifMatch}</code></span>` : nothing
          }</th><td><b class="status" data-kind=${x.status >= 400 ? `${Math.floor(x.status / 100)}xx` : nothing}>${
            x.status || "–"
          }</b></td><td class="num">${
            isClassName(s.class) && counted(s) ? `${num(x.read)} → ${num(x.returned)}` : "–"
          }</td></tr>`,
      )}</tbody></table></div>`;
}

/** An address as a person writes it. What cannot be decoded stays as it is. */
export function readable(target: string): string {
  const plain = target.replaceAll("+", "%20");
  try {
    return decodeURIComponent(plain);
  } catch {
    return target;
  }
}

function facts(w: Watched, s: WatchedShape): TemplateResult {
  const begin = beginning(w);
  const refused = statusesOf([s]).map(([status, n]) => `${status}: ${num(n)}`);
  const rows: (readonly [string, unknown])[] = [
    [t("watch.sent.by"), s.agents.map((a, i) => html`${i ? ", " : ""}<code translate="no">${a}</code>`)],
    [t("watch.bytes"), s.bytesIn + s.bytesOut && t("watch.bytes.io", { in: bytes(s.bytesIn), out: bytes(s.bytesOut) })],
    [t("watch.units"), s.together ? tn("watch.together", s.together) : ""],
    [t("watch.refused"), refused.join(", ")],
    [t("watch.between"), t("watch.first.last", { first: when(s.first - begin), last: when(s.last - begin) })],
  ];
  return html`<dl class="w-facts">${rows
    .filter(([, value]) => (Array.isArray(value) ? value.length : value))
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
