// Which node serves which keys: a line of ranges in key order, and the same as a table.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Load, NodeMap, NodeRange } from "../engine/types.ts";
import { clip } from "../map/heat-axes.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { fold, heads } from "../ui/table.ts";

const SLIMMEST = 0.1; // of the line: a number has room
// What else has room where the line is long. Where it is short, a style hides what needs NARROW times as much.
const ROOM = 0.32; // for the partitions beside the name
const NAME = 0.12; // for the whole name
const LETTER = 0.015; // for a letter of the key below it
const NARROW = 2.1;

type Served = NodeRange & { node: string };

/** Draws the ranges before and after a load, of the table that it asked: others would look like more of its keys. */
export function nodeMaps(l: Load): TemplateResult | typeof nothing {
  const all = rangesOf(l.nodes);
  const asked = new Set(all.filter((r) => r.rate || r.throttled).map((r) => r.table));
  const ofLoad = (list: Served[]) => (asked.size ? list.filter((r) => asked.has(r.table)) : list);
  const after = ofLoad(all);
  const before = l.events.length ? ofLoad(rangesOf(l.before)) : [];
  if (!after.length) return nothing;
  const rows = after.map(
    (r) =>
      html`<tr><th scope="row">${r.node}</th>${end(r.low, low(r))}${end(r.high, high(r))}<td class="num">${num(
        r.partitions,
      )}</td><td class="num">${num(r.rate)}</td><td class="num">${num(r.throttled)}</td></tr>`,
  );
  return html`<p><b>${t("nodes.title")}</b></p><dl class="nm">${
    before.length ? html`<div><dt>${t("nodes.before")}</dt><dd>${line(before)}</dd></div>` : nothing
  }<div><dt>${t("nodes.after")}</dt><dd>${line(after)}</dd></div></dl>${fold(
    t("nodes.table"),
    heads("nodes.node", "nodes.from", "nodes.to", "#nodes.partitions", "#nodes.rate", "#nodes.refused"),
    rows,
  )}`;
}

function end(key: string, word: string): TemplateResult {
  return key ? html`<td class="pk">${key}</td>` : html`<td>${word}</td>`;
}

function low(r: Served): string {
  return r.low || t("nodes.begin");
}

function high(r: Served): string {
  return r.high || t("nodes.end");
}

/** The ranges in key order. */
function rangesOf(map: NodeMap): Served[] {
  const all = map.nodes.flatMap((n) => n.ranges.map((r) => ({ ...r, node: n.name })));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return all.sort((a, b) => compare(a.table, b.table) || compare(a.low, b.low));
}

function line(list: readonly Served[]): TemplateResult {
  const sum = list.reduce((s, r) => s + r.partitions, 0);
  const weights = list.map((r) => Math.max(r.partitions, sum * SLIMMEST, 1));
  const all = weights.reduce((a, b) => a + b, 0);
  const label = list
    .map((r) => t("nodes.range", { node: r.node, low: low(r), high: high(r), n: num(r.partitions) }))
    .join("; ");
  let at = 0;
  return html`<svg class="nm-line" data-one=${list.length === 1 ? "" : nothing} role="img"
    aria-label=${label}>${list.map((r, i) => {
      const x = at / all;
      at += weights[i] ?? 0;
      return range(r, x, (weights[i] ?? 0) / all);
    })}</svg>`;
}

/** Draws a range: the name of its node, how many partitions it has, and below them the key at which it begins. */
function range(r: Served, x: number, width: number): TemplateResult {
  const number = r.node.lastIndexOf("-") + 1;
  const low = clip(r.low);
  const fits = (text: string, share: number) =>
    svg`<tspan class=${width < share * NARROW ? "nm-wide" : nothing}>${width < share ? "" : text}</tspan>`;
  const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
  return svg`<svg x=${percent(x)} width=${percent(width)} data-throttled=${
    r.throttled > 0 ? "" : nothing
  }><rect class="nm-band"></rect><text
      class="nm-node" x="6" y="1.4em">${fits(r.node.slice(0, number), NAME)}${r.node.slice(
        number,
      )}<tspan class="nm-n" dx="0.6em">${fits(
        r.partitions ? tn("nodes.facts", r.partitions) : "",
        ROOM,
      )}</tspan></text><text class="nm-low" y="3.4em">${fits(low, low.length * LETTER)}</text></svg>`;
}
