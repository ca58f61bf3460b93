// The head of a result: status, query class, what was read and returned, what it cost.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange } from "../engine/types.ts";
import { said, t, tn } from "../ui/i18n.ts";
import { designFacts } from "./design-report.ts";
import { shortened } from "./entities.ts";
import { faultText } from "./lanes.ts";
import { loadFacts } from "./load-report.ts";
import { badge, reads } from "./query-badge.ts";
import { isVerdict, verdict } from "./rounds.ts";

export function summary(x: Exchange): TemplateResult {
  const r = x.record;
  return html`<p class="ro-sum">${x.client ? html`<span class="client">${x.client}</span>` : nothing}${statusOf(x)}${
    x.fault && x.state !== "skipped"
      ? html`<span class="ro-fault">${t("output.fault", { fault: faultText(x.fault) })}</span>`
      : nothing
  }${
    r?.plan ? html`${badge(r.plan.class)}${reads(r.read, r.returned)}` : nothing
  }${inner(x)}${facts(x).map((f) => html`<span class="ro-fact">${f}</span>`)}</p>`;
}

/** The status of an answer, or what there is in place of one. */
export function statusOf(x: Exchange): TemplateResult {
  if (isVerdict(x)) return verdict(x);
  if (x.load || x.design) return html`<b class="status">${t(x.load ? "load.status" : "design.status")}</b>`;
  if (x.state === "cached") return html`<b class="status" data-kind="none">${t("output.cached")}</b>`;
  if (x.state === "skipped") return html`<b class="status" data-kind="none">${t("output.notsent")}</b>`;
  if (x.status) return status(x.status, x.reason);
  return x.wire.length
    ? html`<b class="status" data-kind="none">${t("output.noanswer")}</b>`
    : html`<b class="status" data-kind="4xx">${t("output.notsent")}</b>`;
}

export function status(code: number, reason: string): TemplateResult {
  return html`<b class="status" data-kind=${`${Math.floor(code / 100)}xx`}>${code} ${reason}</b>`;
}

/** The status that counts in a failed transaction stands inside the answer. */
function inner(x: Exchange): unknown {
  const outer = x.wire.at(-1)?.response.status ?? x.status;
  const failed = x.ops.find((o) => o.state === "failed");
  return failed && outer < 400
    ? html`<b class="status" data-kind="4xx">${t("batch.inside", { status: failed.status })}</b>`
    : nothing;
}

function facts(x: Exchange): string[] {
  const r = x.record;
  if (isVerdict(x))
    return x.checks.map((c) => t("result.measured", { query: c.query, got: shortened(said(c.got, c.sentences)) }));
  if (x.load) return loadFacts(x.load);
  if (x.design) return designFacts(x.design);
  if (!r || x.state === "skipped" || x.state === "cached") return [];
  const list = (x.attempts ?? []).length > 1 ? [tn("lanes.attempts", x.attempts.length)] : [];
  if (x.ops.length) list.push(tn("facts.operations", x.ops.length));
  if (r.code && !x.ops.length && x.wire.at(-1)?.request.method !== "GET") list.push(t("facts.nothingwritten"));
  list.push(tn("facts.transactions", r.transactions));
  if (r.token) list.push(t("facts.page", { n: Math.max(r.pages, 1) }));
  else if (r.roundtrips > 1) list.push(tn("facts.trips", r.roundtrips));
  return list;
}
