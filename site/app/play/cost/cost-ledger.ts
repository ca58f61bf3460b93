// The cost ledger: what the run cost, and a bar with one segment a request, as wide as what it read.
import { html, nothing, svg, type TemplateResult } from "lit";
import { reads } from "../../answer/query-badge.ts";
import type { RunResult } from "../../engine/run-script.ts";
import type { Exchange } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { kebab } from "../../ui/query-classes.ts";

export interface Segment {
  what: string;
  read: number;
  x: number; // shares of the bar
  width: number;
  exchange: Exchange;
}

const SLIMMEST = 1 / 150; // of everything that was read: one row stays visible
const FULL = 100; // entities that fill the bar at least: a cheap run stays short
const LABELLED = 100; // entities from which a segment shows its number
const MOST = 200; // segments

/** Lays out the reads of a run; requests that read nothing have no segment. */
export function segments(exchanges: readonly Exchange[]): Segment[] {
  const reading = exchanges.filter((x) => x.record?.plan).slice(0, MOST);
  const all = reading.reduce((s, x) => s + (x.record?.read ?? 0), 0);
  const weights = reading.map((x) => Math.max(x.record?.read ?? 0, all * SLIMMEST, 1));
  const total = Math.max(
    FULL,
    weights.reduce((a, b) => a + b, 0),
  );
  let at = 0;
  return reading.map((exchange, i) => {
    const width = (weights[i] ?? 0) / total;
    const segment = {
      what: exchange.title || exchange.record?.table || "",
      read: exchange.record?.read ?? 0,
      x: at,
      width,
      exchange,
    };
    at += width;
    return segment;
  });
}

export function costLedger(run: RunResult | null, prices: () => void): TemplateResult {
  const list = segments(run?.exchanges ?? []);
  const c = run?.counters;
  const loads = run?.exchanges.filter((x) => x.load).length ?? 0;
  return html`<p class="cl-sum">${
    c
      ? html`<b>${t("ledger.run")}</b><span><b>${num(c.transactions)}</b> ${tn(
          "ledger.transactions",
          c.transactions,
        )}</span>${reads(
          c.read,
          c.returned,
        )}<span class="wide-only"><b>${num(c.roundtrips)}</b> ${tn("ledger.trips", c.roundtrips)}</span>${
          loads ? html`<span class="muted">${tn("ledger.loads", loads)}</span>` : nothing
        }`
      : html`<span>${t("ledger.none")}</span>`
  }</p>
    <svg class="cl-bar" role="img" aria-label=${t("ledger.bar", {
      list: list.map((s) => t("ledger.item", { what: s.what, n: num(s.read) })).join(", ") || "–",
    })}>${list.map(draw)}</svg>
    <p class="cl-end">${
      run ? button(t("price.button"), prices) : html`<span class="muted wide-only">${t("ledger.stays")}</span>`
    }</p>`;
}

function draw(s: Segment): TemplateResult {
  const plan = s.exchange.record?.plan;
  const cls = plan ? kebab(plan.class) : "";
  const label = s.read >= LABELLED && s.width > 0.05 ? num(s.read) : "";
  const pc = (share: number) => `${Number((share * 100).toFixed(2))}%`;
  return svg`<svg x=${pc(s.x)} width=${pc(s.width)} data-class=${cls}><title>${t("ledger.item", {
    what: s.what,
    n: num(s.read),
  })}</title><rect class="cl-read" fill=${`url(#rows-${cls})`}></rect><rect class="cl-base"></rect>${
    label
      ? svg`<rect class="cl-chip" width=${`${(label.length * 0.62 + 0.6).toFixed(
          2,
        )}em`}></rect><text y="1.05em">${label}</text>`
      : nothing
  }</svg>`;
}
