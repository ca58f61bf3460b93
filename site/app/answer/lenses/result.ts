// The lens "Result": what the service answered, in its own words, and beside it what that means.
import { html, nothing, type TemplateResult } from "lit";
import type { Entity, Exchange, Typed } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { said, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { kebab } from "../../ui/query-classes.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Arranging } from "../arrange-view.ts";
import { sample } from "../code.ts";
import { designReport } from "../design-report.ts";
import { cellText, entitiesOf, propertyOf, shortened } from "../entities.ts";
import { type GridOptions, grid, moreRows } from "../grid.ts";
import { keyLine } from "../key-line.ts";
import { unsent } from "../lanes.ts";
import { listOf } from "../lists.ts";
import { loadReport } from "../load-report.ts";
import { explained } from "../refused.ts";
import { repairView } from "../repair.ts";
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
  if (x.code) return refusal(x, view);
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
  const read = tn("state.nomatch.read", x.record?.read ?? 0);
  return html`<p class="quiet"><b>${t("state.nomatch")}</b> ${read}</p>${repairView(view.repair)}`;
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

/** An error: the message of the service, verbatim, then what we know about its cause, or else what it means. */
function refusal(x: Exchange, view: OutputView): TemplateResult {
  const means = view.repair?.text ? "" : explained(x);
  return html`<p class="said"><q>${firstLine(x.message)}</q> <code>${x.code}</code></p>${
    means ? html`<p class="said">${means}</p>` : nothing
  }${repairView(view.repair)}`;
}

/** The lines after the first hold the request id and the time. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}

const TOKEN = "x-ms-continuation-";

function emptyPage(x: Exchange, view: OutputView): TemplateResult {
  const plan = x.record?.plan;
  const token = x.record?.token;
  const follow = view.actions.follow;
  return html`<empty-page data-class=${plan ? kebab(plan.class) : nothing}>
    <p class="ep-line">${icon("token")}<span><b>${t("empty.text")}</b> ${tn(
      "state.nomatch.read",
      x.record?.read ?? 0,
    )} ${t("empty.warn")}</span></p>
    ${
      plan && view.keyline && token
        ? keyLine(plan.class, view.keyline, { legend: false, cut: { part: token.partition, text: t("empty.next") } })
        : nothing
    }
    <dl class="tokens">${tokens(x).map(
      ([name, value]) =>
        html`<div><dt>${name}</dt><dd><code>${value}</code>${
          token
            ? html` <span class="muted">${t("token.opaque", {
                key: name.endsWith("RowKey") ? token.row : token.partition,
              })}</span>`
            : nothing
        }</dd></div>`,
    )}</dl>
    ${
      follow ? html`<p class="actions">${button(t("empty.follow"), () => follow(x), { icon: "arrow" })}</p>` : nothing
    }</empty-page>`;
}

function tokens(x: Exchange): [string, string][] {
  return (x.wire.at(-1)?.response.headers ?? []).filter(([name]) => name.toLowerCase().startsWith(TOKEN));
}

/** Entities as a program reads that declares types: of each its type and its fields, or what is wrong. */
function typedRows(
  list: readonly Typed[],
  entities: readonly Entity[],
  { caption, shown, more }: GridOptions,
): TemplateResult {
  void needSheet("design");
  return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${
    caption
  }><table class="grid" data-cards=""><caption class="vh">${caption}</caption>
    <thead><tr><th scope="col" class="pk">PartitionKey</th><th scope="col" class="rk">RowKey</th><th scope="col">${t(
      "typed.type",
    )}</th><th scope="col">${t("typed.fields")}</th></tr></thead>
    <tbody>${list.slice(0, shown).map((x, i) => row(x, entities[i] ?? {}))}</tbody></table></div>${moreRows(
      list.length - shown,
      more,
    )}`;
}

function row(x: Typed, e: Entity): TemplateResult {
  return html`<tr data-bad=${x.error ? "" : nothing}><td class="pk" data-label="PartitionKey">${cellText(
    propertyOf(e, "PartitionKey"),
  )}</td><th scope="row" class="rk" data-label="RowKey">${cellText(
    propertyOf(e, "RowKey"),
  )}</th><td data-label=${t("typed.type")}>${x.type ? html`<span class="chip">${x.type}</span>` : nothing}</td><td
  class="ty-fields">${
    x.error ? html`<span class="ty-bad">${icon("cross")}${said(x.error, x.sentences)}</span>` : nothing
  }${x.fields.map(
    ([name, type, value]) =>
      html`<span class="ty-field">${name} <b>${shortened(value)}</b> <span class="muted">${type}</span></span>`,
  )}</td></tr>`;
}
