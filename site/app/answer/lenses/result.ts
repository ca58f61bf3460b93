// The lens "Result": what the service answered, in its own words, and beside it what that means.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { isKey, t, tn } from "../../ui/i18n.ts";
import type { Arranging } from "../arrange-view.ts";
import { sample } from "../code.ts";
import { designReport } from "../design-report.ts";
import { emptyPage } from "../empty-page.ts";
import { entitiesOf } from "../entities.ts";
import { grid } from "../grid.ts";
import { unsent } from "../lanes.ts";
import { listOf } from "../lists.ts";
import { loadReport } from "../load-report.ts";
import { nestedIn } from "../nested.ts";
import { repairView } from "../repair.ts";
import { typedRows } from "../typed-rows.ts";
import type { OutputView } from "../view.ts";
import { cut } from "./wire.ts";

/** Tells whether there is anything to show: a write without a body speaks through its changes. */
export function hasResult(x: Exchange): boolean {
  return x.body !== "" || x.code !== "" || !x.record?.changes.length;
}

export function resultLens(x: Exchange, view: OutputView): unknown {
  if (x.load) return loadReport(x.load);
  if (x.design) return designReport(x.design);
  if (x.state === "skipped") return html`<p class="quiet">${unsent(x)}</p>`;
  if (!x.status && x.wire.length) return html`<p class="quiet">${t("result.noanswer")}</p>`;
  if (x.code) return said(x, view);
  if (!x.wire.length && x.state !== "cached") return html`<p class="quiet">${t("result.notsent")}</p>`;
  const list = listOf(x.body);
  if (list && !list.length) return html`<p class="quiet">${t("result.emptylist")}</p>`;
  const entities = list ?? entitiesOf(x.body);
  if (!entities)
    return x.body
      ? sample(cut(x.body, view.limits.body), t("result.caption", { title: view.title }))
      : html`<p class="quiet">${t("result.nobody")}</p>`;
  const options = { caption: t("result.caption", { title: view.title }), shown: view.rows, more: view.more };
  if (x.typed?.length) return typedRows(x.typed, entities, options);
  if (entities.length) return [grid(entities, { ...options, arrange: arranging(view) }), onward(x, view)];
  if (x.record?.token) return emptyPage(x, view);
  return html`<p class="quiet"><b>${t("state.nomatch")}</b> ${tn("state.nomatch.read", x.record?.read ?? 0)}</p>`;
}

/** What arranges the rows, if they can be arranged. */
function arranging({ actions, arrangement, rearrange }: OutputView): Arranging | undefined {
  return actions.arrange && arrangement && rearrange ? { value: arrangement, change: rearrange } : undefined;
}

/** A page with a token is a part of the answer: the way to the next one, and to all. */
function onward(x: Exchange, view: OutputView): TemplateResult | typeof nothing {
  const { next, follow } = view.actions;
  if (!x.record?.token || !next || !follow) return nothing;
  return html`<p class="actions"><span class="quiet">${t("result.token")}</span>${button(
    t("result.next"),
    () => next(x),
    {
      kind: "small",
      icon: "arrow",
    },
  )}${button(t("result.all"), () => follow(x), { kind: "small", icon: "token" })}</p>`;
}

/** An error: the message of the service, verbatim, then what we know about its code. */
function said(x: Exchange, view: OutputView): TemplateResult {
  const key = `error.${x.code}`;
  const nested = nestedIn(x);
  return html`<p class="said"><q>${firstLine(x.message)}</q> <code>${x.code}</code></p>${
    nested
      ? html`<p class="quiet">${t("error.nested", { name: nested })}</p>`
      : isKey(key)
        ? html`<p class="quiet">${t(key)}</p>`
        : nothing
  }${repairView(view.repair)}`;
}

/** The lines after the first hold the request id and the time. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
