// What comes nearest to each limit, as a bar and as words, with the entity that it is.
import { html, nothing, render, type TemplateResult } from "lit";
import { root } from "../../engine/page-data.ts";
import { bytes, num, t } from "../../ui/i18n.ts";
import { bar } from "../../ui/icons.ts";
import type { Data, Script } from "../workspace/workspace.ts";
import { type Line, linesOf } from "./limits-lines.ts";

export async function drawLimits(workspace: Data & Script, element: HTMLElement): Promise<void> {
  await workspace.store.load().catch(() => undefined);
  const tables = await workspace.control.extremes().catch(() => null);
  if (!tables) return; // the store was reset meanwhile; it is drawn again
  const lines = linesOf(tables, workspace.last?.result.exchanges ?? []);
  render(
    html`<p class="set-lead">${t("limits.lead")} <a href=${`${root}limits/`}>${t("limits.all")}</a></p>
    <dl class="limit-lines">${lines.map(draw)}</dl>`,
    element,
  );
}

function draw(l: Line): TemplateResult {
  const write = l.bytes ? bytes : num;
  return html`<div ?data-near=${l.n >= 0.8 * l.most}><dt><a
    href=${`${root}limits/#${l.anchor}`}>${t(l.name)}</a></dt><dd><b>${write(
      l.n,
    )}</b> ${t("limits.of", { most: l.bytes ? binary(l.most) : num(l.most) })} ${bar(Math.min(1, l.n / l.most))}${
      l.key
        ? html`<span class="limit-where">${l.table} <span class="pk">${short(l.key.partition)}</span> <span
        class="rk">${short(l.key.row)}</span></span>`
        : nothing
    }</dd></div>`;
}

/** Limits are told as the documentation does, in powers of 1,024. */
const binary = (n: number): string => (n < 1 << 20 ? `${n / 1024} KiB` : `${n / (1 << 20)} MiB`);

const short = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);
