// <run-lanes>: a run of several clients in virtual time, a line for each, then the same as a list.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Attempt, Exchange } from "../engine/types.ts";
import { duration, isKey, num, said, t, tn } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { fold, heads } from "../ui/table.ts";
import {
  atEnd,
  attemptsOf,
  crashed,
  endOf,
  type Item,
  type Lane,
  layoutLanes,
  nameOf,
  requestsOf,
  SLIM,
  type Span,
  type Timeline,
  tellsTime,
} from "./lanes-layout.ts";

const ROW = 2; // em
const LAST_CUT = 0.7; // beside a cut further on the end has no room; the head says it

/** Draws the story of a run and lists its first requests; nothing if its times tell none. */
export function runLanes(run: readonly Exchange[], listed: number): TemplateResult | typeof nothing {
  if (!run.length || !tellsTime(run)) return nothing;
  void needSheet("lanes");
  const line = layoutLanes(run);
  return html`<run-lanes><p class="rl-head"><b>${t("lanes.title")}</b> <span>${sum(run, line)}</span></p>
    <div class="rl-lines">${line.lanes.map((l) => drawLane(l, line))}<span></span>${axis(line)}</div>${[
      legend(run),
      list(run, listed),
    ]}</run-lanes>`;
}

function sum(run: readonly Exchange[], line: Timeline): string {
  const clients = line.lanes.length > 1 ? [tn("lanes.clients", line.lanes.length)] : [];
  const hits = run.filter((x) => x.state === "cached").length;
  const sent = run.reduce((n, x) => n + requestsOf(x), 0);
  return [...clients, tn("lanes.requests", sent), ...(hits ? [tn("lanes.hits", hits)] : []), duration(line.end)].join(
    " · ",
  );
}

function laneName(name: string): string {
  return name || t("lanes.unnamed");
}

function drawLane(l: Lane, line: Timeline): TemplateResult {
  const label = t("lanes.label", { client: laneName(l.name), n: num(l.requests) });
  return html`<span class="client">${laneName(l.name)}</span><svg class="rl-line" height="${em(
    l.rows,
  )}" role="img" aria-label=${label}>${line.cuts.map(
    (c) => svg`<line class="rl-cut" x1=${pc(c.at)} x2=${pc(c.at)} y2="100%"></line>`,
  )}${l.items.map(drawItem)}</svg>`;
}

function drawItem(i: Item): TemplateResult {
  const mark = crashed(i.x)
    ? text("rl-crash", "×", i.place.to, i.row)
    : i.bars.length
      ? nothing
      : text("rl-none", i.x.state === "cached" ? "◇" : "–", i.place.from, i.row);
  return svg`${i.dead && i.dead.to > i.dead.from ? rect("rl-dead", null, i.dead, i.row) : nothing}${i.bars.map((b) =>
    b.wait.to > b.wait.from ? rect("rl-wait", null, b.wait, i.row) : nothing,
  )}${i.bars.map((b) =>
    rect("rl-bar", b.end, { from: b.place.from, to: Math.max(b.place.to, b.place.from + SLIM) }, i.row),
  )}${mark}${i.named ? text("rl-n", nameOf(i), i.place.from, i.row) : nothing}`;
}

function rect(cls: string, end: string | null, s: Span, row: number): TemplateResult {
  return svg`<rect class=${cls} data-end=${end ?? nothing} x=${pc(s.from)} width=${pc(s.to - s.from)}
    y=${em(row)}></rect>`;
}

/** What stands at the end of the line is set to the left of it. */
function text(cls: string, words: string, at: number, row: number): TemplateResult {
  return svg`<text class=${cls} text-anchor=${atEnd(at) ? "end" : nothing} x=${pc(at)} y=${em(row)}>${words}</text>`;
}

function axis(line: Timeline): TemplateResult {
  const at = (x: number, anchor: string, words: string) =>
    svg`<text x=${pc(x)} y="1em" text-anchor=${anchor}>${words}</text>`;
  return html`<svg class="rl-axis" aria-hidden="true">${at(0, "start", "0")}${line.cuts.map((c) =>
    at(c.at, "middle", t("lanes.cut", { time: duration(c.ms) })),
  )}${(line.cuts.at(-1)?.at ?? 0) > LAST_CUT ? nothing : at(1, "end", duration(line.end))}</svg>`;
}

function legend(run: readonly Exchange[]): TemplateResult {
  const seen = new Set<string>(run.map((x) => x.state));
  for (const x of run) {
    if (crashed(x)) seen.add("crash");
    for (const a of attemptsOf(x)) seen.add(endOf(a.status)).add(a.wait > 0 ? "wait" : "");
  }
  const names = ["ok", "failed", "none", "wait", "crash", "skipped", "cached"] as const;
  return html`<p class="rl-legend">${names
    .filter((n) => seen.has(n))
    .map((n) => html`<span><i data-end=${n}></i>${t(`lanes.legend.${n}`)}</span>`)}</p>`;
}

function list(run: readonly Exchange[], most: number): TemplateResult {
  const label = tn("lanes.list", run.length);
  const rows = run.slice(0, most).map(
    (x, i) => html`<tr><td>${i + 1}</td><td>${laneName(x.client)}</td><th
    scope="row">${x.title || (x.wire[0]?.request.method ?? "")}</th><td>${timeText(x)}</td><td>${outcome(x)}</td></tr>`,
  );
  const rest = run.length - most;
  if (rest > 0) rows.push(html`<tr><td colspan="5">${tn("result.more", rest)}</td></tr>`);
  return fold(label, heads("lanes.n", "lanes.client", "lanes.request", "lanes.time", "lanes.what"), rows);
}

function timeText(x: Exchange): string {
  return x.end > x.start ? `${duration(x.start)} – ${duration(x.end)}` : duration(x.start);
}

/** What became of a request, attempt by attempt. */
function outcome(x: Exchange): string {
  const parts = attemptsOf(x).flatMap((a) => [
    ...(a.wait > 0 ? [t("lanes.waits", { time: duration(a.wait) })] : []),
    answerText(a, x),
  ]);
  const pages = x.attempts?.length ? 1 : requestsOf(x);
  return (
    unsent(x) ||
    [...parts, ...(pages > 1 ? [tn("facts.pages", pages)] : []), ...(crashed(x) ? [t("lanes.crashed")] : [])].join(", ")
  );
}

function answerText(a: Attempt, x: Exchange): string {
  if (a.status === 0) return t("output.noanswer");
  return `${a.status} ${a.code || (a.status === x.status ? x.reason : "")}`.trim();
}

/** Says why nothing went over the wire, "" if something did. */
export function unsent(x: Exchange): string {
  const client = laneName(x.client);
  if (x.state === "cached") return t("output.cached.text");
  if (x.state !== "skipped") return "";
  if (crashed(x)) return t("skipped.now", { client });
  return x.fault ? t("skipped.why", { why: said(x.fault, x.sentences) }) : t("skipped.crashed", { client });
}

/** What was made to go wrong, in words. */
export function faultText(fault: string): string {
  return fault
    .split(", ")
    .map((word) => {
      const key = `fault.${word.replaceAll(" ", "-")}`;
      return isKey(key) ? t(key) : word;
    })
    .join(", ");
}

function pc(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

function em(rows: number): string {
  return `${Number((rows * ROW).toFixed(2))}em`;
}
