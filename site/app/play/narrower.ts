// What an answer would weigh without the properties that are most of it, below the ways to read less: both were measured.
import { html, type TemplateResult } from "lit";
import type { Exchange, Narrower } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { bytes, num, pieces, t } from "../ui/i18n.ts";
import type { Desk } from "./desk.ts";
import { sameBlock } from "./next-page.ts";

/** Asks the engine; null if there is nothing to say. */
export async function narrowerOf(desk: Desk, x: Exchange): Promise<Narrower | null> {
  const request = x.wire[0]?.request;
  if (!request || x.status !== 200) return null;
  return desk.control.narrower(request.url, acceptOf(x)).catch(() => null);
}

function acceptOf(x: Exchange): string {
  return x.wire[0]?.request.headers.find(([name]) => name.toLowerCase() === "accept")?.[1] ?? "";
}

export function narrowerView(desk: Desk, x: Exchange, n: Narrower): TemplateResult {
  const codes: Record<string, unknown> = {
    names: html`<code>${n.without.join(", ")}</code>`,
    share: num(Math.round((100 * (n.before - n.after)) / n.before)),
    before: bytes(n.before),
    after: html`<b>${bytes(n.after)}</b>`,
  };
  const text = pieces(t("cheaper.select")).map((p, i) => (i % 2 ? codes[p] : p));
  return html`<div class="cheap-select"><p>${text}</p><p class="actions">${button(
    t("cheaper.try"),
    () => void tryIt(desk, x, n),
    { icon: "run", kind: "small" },
  )}</p></div>`;
}

async function tryIt(desk: Desk, x: Exchange, n: Narrower): Promise<void> {
  const title = t("cheaper.title", { title: x.title || (x.record?.table ?? "") });
  desk.pane.append(`${sameBlock(x, title, [`$select=${n.select.join(",")}`])}\nAccept: ${acceptOf(x)}`);
  await desk.pane.runFrom();
}
