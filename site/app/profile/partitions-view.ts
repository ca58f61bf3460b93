// How the rows are spread over the partitions of a key: a sentence, bars, and the largest as a table.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Profile, ProfilePartition, ProfilePartitions } from "../engine/types.ts";
import { bytes, num, t, tn } from "../ui/i18n.ts";
import { percent, rounded } from "./numbers.ts";
import type { OwnTable } from "./own-table.ts";

const HEIGHT = 120; // of the largest bar, in px
const GAP = 0.18; // of the width of a bar

export function partitionsView(own: OwnTable, report: Profile): TemplateResult | typeof nothing {
  const p = own.partitions;
  if (!p) return nothing;
  return html`<section aria-labelledby="own-partitions"><header><h2 id="own-partitions">${t("own.partitions")}</h2>
    <label class="select own-pick">${t("own.ifkey")} ${select(own, report)}</label></header>
    <div class="own-two"><div><p class="own-say"
    role="status"><b>${sentence(p)}</b> ${t("own.follow")}</p>${bars(p, report)}</div>
    <div class="grid-scroll" tabindex="0" role="group"
    aria-label=${t("own.largest.ten")}>${largest(p, report)}</div></div></section>`;
}

function sentence(p: ProfilePartitions): string {
  const share = percent(p.top[0]?.share ?? 0);
  return tn("own.spread", p.partitions, { share });
}

/** All columns that were looked at, then the pairs among the candidates. */
function select(own: OwnTable, report: Profile): TemplateResult {
  const at = (name: string) => report.columns.findIndex((c) => c.name === name);
  const single = report.columns.flatMap((c, i) => (c.key ? [[i]] : []));
  const pairs = report.keys.filter((k) => k.partitionKey.length > 1).map((k) => k.partitionKey.map(at));
  return html`<select @change=${(e: Event) =>
    void own.showPartitions(positions((e.target as HTMLSelectElement).value))}>${[...single, ...pairs].map(
    (columns) =>
      html`<option value=${columns.join(",")} ?selected=${columns.join() === own.shown.join()}>${together(
        columns.map((c) => report.columns[c]?.name ?? ""),
      )}</option>`,
  )}</select>`;
}

const positions = (text: string) => text.split(",").map(Number);

function bars(p: ProfilePartitions, report: Profile): TemplateResult {
  const most = p.rows[0] ?? 1;
  const width = 100 / p.rows.length;
  const label = t("own.bars", { n: num(p.rows.length), most: num(most), least: num(p.rows.at(-1) ?? 0) });
  const half = p.half < p.rows.length ? halfLine(p, width) : nothing;
  return html`<svg class="own-bars" role="img" aria-label=${label}>
    <line class="own-ground" x1="0" x2="100%" y1=${HEIGHT} y2=${HEIGHT}></line>
    ${p.rows.map((rows, i) => {
      const height = Math.max(1, (HEIGHT * rows) / most);
      return svg`<rect class="own-bar" data-top=${i < p.half ? "" : nothing} x=${`${i * width}%`} y=${HEIGHT - height}
        width=${`${width * (1 - GAP)}%`} height=${height}></rect>`;
    })}${half}</svg>${
      p.partitions > p.rows.length
        ? html`<p class="muted">${t("own.bars.more", { n: num(p.rows.length), of: countOf(p, report) })}</p>`
        : nothing
    }
    <p class="own-half">${tn("own.half", p.half, { share: percent(p.halfShare) })} <span class="own-src"
    data-src=${report.kept === report.rows ? "exact" : "measured"}>${
      report.kept === report.rows ? t("own.exact") : t("own.sampled", { n: num(report.kept) })
    }</span></p>`;
}

function halfLine(p: ProfilePartitions, width: number): TemplateResult {
  const x = `${p.half * width - (width * GAP) / 2}%`;
  return html`${svg`<line class="own-halfline" x1=${x} x2=${x} y1="0" y2=${HEIGHT + 8}></line>`}`;
}

function largest(p: ProfilePartitions, report: Profile): TemplateResult {
  const rest = report.rows - p.top.reduce((sum, x) => sum + x.rows, 0);
  return html`<table class="rl-table own-top"><caption>${t("own.largest.of", {
    n: num(p.top.length),
    of: countOf(p, report),
  })}</caption>
    <thead><tr><th scope="col">${together(p.columns)}</th><th scope="col"
    class="num">${t("own.rows")}</th><th scope="col" class="num">${t("own.share")}</th><th scope="col"
      class="num">${t("own.stored")}</th></tr></thead>
    <tbody>${p.top.map(
      (x) =>
        html`<tr><th scope="row">${nameOf(x)}</th><td class="num">${num(x.rows)}</td><td
          class="num">${percent(x.share)}</td><td class="num">${bytes(x.bytes)}</td></tr>`,
    )}${
      p.partitions > p.top.length && rest > 0
        ? html`<tr><th scope="row">${t("own.others", {
            n: report.proven ? num(p.partitions - p.top.length) : rounded(p.partitions - p.top.length),
          })}</th><td class="num">${num(rest)}</td><td class="num">${percent(rest / report.rows)}</td><td></td></tr>`
        : nothing
    }</tbody></table>`;
}

/** How many partitions there are; an estimate is rounded. */
function countOf(p: ProfilePartitions, report: Profile): string {
  return report.proven ? num(p.partitions) : rounded(p.partitions);
}

/** The values of a partition; where one is not kept, a line that has them. */
function nameOf(p: ProfilePartition): TemplateResult {
  if (p.name.some((n) => n === "")) return html`${t("own.asin", { line: num(p.line) })}`;
  return html`<code class="pk">${p.name.join(", ")}</code>`;
}

/** A column, or a pair of them. */
function together([a = "", b]: readonly string[]): string {
  return b === undefined ? a : t("own.pair", { a, b });
}
