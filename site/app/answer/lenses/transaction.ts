// The lens "Transaction": the operations of an entity group transaction and what became of each.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange, Op } from "../../engine/types.ts";
import { bytes, filled, num, t } from "../../ui/i18n.ts";
import { bar, icon } from "../../ui/icons.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { explained } from "../refused.ts";
import { repairView } from "../repair.ts";
import type { OutputView } from "../view.ts";

const MOST_OPERATIONS = 100;
const MOST_BYTES = 4 << 20;
/** A transaction of more than that is shown by its first ones, the last and one that failed. */
const MANY = 12;
const FIRST = 5;

export function batchXray(x: Exchange, { repair }: Pick<OutputView, "repair">): TemplateResult {
  void needSheet("batch");
  const failed = x.ops.find((o) => o.state === "failed");
  const means = repair?.text ? "" : explained(x);
  return html`<batch-xray data-ok=${String(!failed)}>
    <p class="bx-verdict">${icon(failed ? "undo" : "check")}<span>${failed ? rolledBack(x) : committed()}</span></p>
    <ol class="bx-ops">${operations(x.ops)}</ol>
    ${
      failed?.message
        ? html`<p class="bx-said"><span class="muted">${t("batch.said")}</span> <q>${marked(failed.message)}</q></p>`
        : nothing
    }${means ? html`<p class="said">${means}</p>` : nothing}${repairView(repair)}
    <ul class="bx-meters">${meters(x)}</ul></batch-xray>`;
}

function operations(ops: readonly Op[]): TemplateResult[] {
  const out: TemplateResult[] = [];
  let hidden = 0;
  ops.forEach((o, i) => {
    if (
      ops.length > MANY &&
      i >= FIRST &&
      i < ops.length - 1 &&
      (o.state !== "failed" || ops[i - 1]?.state === "failed")
    ) {
      hidden++;
      return;
    }
    if (hidden > 0)
      out.push(html`<li data-state="undone"><i></i><i></i><span>${t("batch.more", { n: num(hidden) })}</span></li>`);
    hidden = 0;
    out.push(operation(o, i));
  });
  return out;
}

function committed(): TemplateResult {
  return html`<b>${t("batch.committed")}</b> ${t("batch.committed.text")}`;
}

/** The outer answer says only that the batch was read; that surprises, so the sentence names it. */
function rolledBack(x: Exchange): TemplateResult {
  const outer = x.wire.at(-1)?.response;
  if (!outer || outer.status >= 400) return html`<b>${t("batch.refused")}</b>`;
  const answer = html`<b>${outer.status} ${outer.reason}</b>`;
  return html`<b>${t("batch.rolledback")}</b> ${filled(t("batch.rolledback.text"), { status: answer })}`;
}

function operation(o: Op, i: number): TemplateResult {
  const result =
    o.state === "failed"
      ? html`<b class="status" data-kind="4xx">${o.status}</b> ${o.code}`
      : o.state === "undone"
        ? t("batch.undone")
        : html`<b class="status">${o.status}</b> ${t("batch.done")}`;
  return html`<li data-state=${o.state}><span class="bx-i">${i}</span><span class="bx-m">${o.method}</span><span
    class="bx-t"><span class="pk">${o.key.partition}</span> <span class="rk">${o.key.row}</span></span><span
      class="bx-r">${result}</span></li>`;
}

/** The number before the colon is the index of the operation that failed. */
function marked(message: string): unknown {
  const first = message.split("\n", 1)[0] ?? "";
  const found = /^(\d+:)(.*)$/.exec(first);
  return found ? html`<mark>${found[1]}</mark>${found[2]}` : first;
}

function meters(x: Exchange): TemplateResult[] {
  const size = x.record?.bytesIn ?? 0;
  const one = new Set(x.ops.map((o) => o.key.partition)).size === 1;
  const once = new Set(x.ops.map((o) => JSON.stringify([o.target, o.key]))).size === x.ops.length;
  const met = [
    one && t("batch.partition"),
    once && t("batch.entities"),
    x.record?.transactions === 1 && t("batch.billed"),
  ];
  return [
    html`<li><span>${t("batch.operations", { n: num(x.ops.length) })}</span>${bar(
      x.ops.length / MOST_OPERATIONS,
    )}</li>`,
    html`<li><span>${t("batch.bytes", { n: bytes(size) })}</span>${bar(size / MOST_BYTES)}</li>`,
    ...met.filter((m) => m !== false).map((m) => html`<li><span>${m}</span>${icon("check")}</li>`),
  ];
}
