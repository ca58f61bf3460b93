// Choices of both keys that the rows suggest: which spread them, and what is against the others.
import { html, nothing, type TemplateResult } from "lit";
import type { KeyChoice, Profile } from "../engine/types.ts";
import { isKey, num, t, tn } from "../ui/i18n.ts";
import { percent, rounded } from "./numbers.ts";
import type { OwnTable } from "./own-table.ts";

export function keysView(own: OwnTable, report: Profile): TemplateResult {
  const rows = [
    ...(report.present ? [row(own, report, report.present, -1)] : []),
    ...report.keys.map((k, i) => row(own, report, k, i)),
  ];
  return html`<section aria-labelledby="own-keys"><header><h2 id="own-keys">${t("own.keys")}</h2><p
    class="muted">${t("own.keys.note")}</p></header>
    ${
      rows.length
        ? table(rows)
        : html`<p class="own-say">${t(report.identity.length ? "own.keys.none" : "own.keys.noname")}</p>`
    }</section>`;
}

function table(rows: TemplateResult[]): TemplateResult {
  return html`<table class="own-cands"><caption class="vh">${t("own.keys")}</caption><thead><tr><th scope="col"><span
    class="pk">PartitionKey</span> | <span class="rk">RowKey</span></th>
    <th scope="col" class="num">${t("own.partitions.n")}</th><th scope="col" class="num">${t("own.key.largest")}</th><th
    scope="col" class="num">${t("own.key.median")}</th>
    <th scope="col" class="num">${t("own.key.tx")}</th><th scope="col">${t("own.worth")}</th><th scope="col"><span
    class="vh">${t("own.key.do")}</span></th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** One choice; at is its position among the keys, -1 for those that the file has. */
function row(own: OwnTable, report: Profile, k: KeyChoice, at: number): TemplateResult {
  const [partition, rowKey] = k.text.split(" | ");
  const columns = k.partitionKey.map((n) => report.columns.findIndex((c) => c.name === n));
  const shown = columns.join() === own.shown.join();
  return html`<tr><th scope="row"><code class="pk">${parts(partition)}</code> <span class="muted">|</span> <code
    class="rk">${parts(rowKey)}</code></th>
    <td class="num" data-label=${t("own.partitions.n")}>${
      report.proven ? num(k.partitions) : rounded(k.partitions)
    }</td>
    <td class="num" data-label=${t("own.key.largest")}>${percent(k.largest)}</td>
    <td class="num" data-label=${t("own.key.median")}>${num(k.median)}</td>
    <td class="num" data-label=${t("own.key.tx")}>${num(k.transactions)}</td>
    <td class="own-note">${notes(k, at, report)}</td>
    <td class="own-do">${compareBox(own, k, at)} <button type="button" class="button" data-kind="small"
    aria-pressed=${shown} @click=${() => void own.showPartitions(columns)}>${t("own.key.show")}<span
      class="vh"> ${k.text}</span></button></td></tr>`;
}

/** The parts of a key, each with what is before it: "{device:3}", "_{place}". */
function parts(template = ""): TemplateResult[] {
  return template.split(/(?<=\})(?=.)/).map((part) => html`<span>${part}</span>`);
}

function notes(k: KeyChoice, at: number, report: Profile): TemplateResult {
  const problem = `own.problem.${k.problem}`;
  return html`${at < 0 ? html`<b>${t("own.key.present")}</b> ` : nothing}${
    isKey(problem) ? html`<b class="own-warn">${t(problem)}</b> ` : nothing
  }${
    k.unique
      ? report.proven
        ? nothing
        : html`${t("own.key.likely")} `
      : html`<b class="own-warn">${t("own.key.twice")}</b> `
  }${k.mend ? tn("own.key.mend", k.mend) : nothing}`;
}

function compareBox(own: OwnTable, k: KeyChoice, at: number): TemplateResult | typeof nothing {
  if (at < 0) return nothing;
  const chosen = own.compared.has(at);
  return html`<label class="own-box"><input type="checkbox" .checked=${chosen} ?disabled=${!chosen && !own.hasRoom}
    @change=${(e: Event) => own.compare(at, (e.target as HTMLInputElement).checked)}>${t("own.key.compare")}<span
    class="vh"> ${k.text}</span></label>`;
}
