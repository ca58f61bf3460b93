// The source "a file": a log of a live account is chosen, read in this tab, and summed up.
import { html, nothing, type TemplateResult } from "lit";
import type { LogProgress } from "../engine/types.ts";
import { bytes, num, t, tn } from "../ui/i18n.ts";
import { busy } from "../ui/icons.ts";
import { sum } from "./recording-view.ts";

/** A log that is read, or was. */
export interface ReadFile {
  name: string;
  size: number;
  at: number; // bytes that were read
  trouble: string; // why it cannot be read
  log: LogProgress | null; // at its end
}

/** What can be read, and how far a reading is. */
export function chooseFile(file: ReadFile | null, take: (file: File) => void): TemplateResult {
  const choose = (e: Event) => {
    const [chosen] = (e.target as HTMLInputElement).files ?? [];
    if (chosen) take(chosen);
  };
  const drop = (e: DragEvent) => {
    e.preventDefault();
    const [dropped] = e.dataTransfer?.files ?? [];
    if (dropped) take(dropped);
  };
  const reading = file && !file.log && !file.trouble;
  return html`<div class="w-main we-closed" id="shapes" @dragover=${(e: Event) => e.preventDefault()}
    @drop=${drop}><h2>${t("watch.file.head")}</h2><p class="w-lead">${t("watch.file.lead")}</p>
    <p class="actions" id="findings"><label class="button" data-kind="primary"><input type="file" class="vh"
      accept=".csv,.json,.jsonl,.log,.txt" @change=${choose}><span>${t("watch.file.choose")}</span></label><span
      role="status">${
        reading ? html`${busy()} ${t("watch.file.reading", { n: bytes(file.at), of: bytes(file.size) })}` : nothing
      }${file?.trouble ? html`<b class="bad">${file.trouble}</b>` : nothing}${
        file?.log && !file.log.requests ? t("watch.file.none") : nothing
      }</span></p>
    <table class="rl-table we-ends"><caption class="vh">${t("watch.file.forms")}</caption><tbody>
      <tr><th scope="row"><code translate="no">StorageTableLogs</code></th><td>${t("watch.file.insights")}</td></tr>
      <tr><th scope="row"><code translate="no">$logs</code></th><td>${t("watch.file.classic")}</td></tr>
      <tr><th scope="row"><code translate="no">-log</code></th><td>${t("watch.file.ours")}</td></tr></tbody></table>
    <p class="w-from">${t("watch.file.stays")}</p></div>`;
}

/** What a log says in sums: it does not know what was read. */
export function logSums({ log }: ReadFile, refused: number): TemplateResult {
  if (!log) return html``;
  const minute = (iso: string) => iso.slice(0, 16).replace("T", " ");
  return html`<dl class="w-sums">${sum(t("watch.requests"), num(log.requests), "")}${sum(
    t("watch.refused"),
    num(refused),
    "",
  )}${hours(log) < 1 ? nothing : sum(t("watch.file.busiest"), num(log.busiest), t("watch.file.anhour"))}${sum(
    t("watch.file.between"),
    "",
    html`${minute(log.from)} – ${minute(log.to)} UTC`,
  )}</dl><p class="w-from">${log.watched?.sums.read ? nothing : t("watch.file.unread")}${
    log.skipped ? ` ${tn("watch.file.skipped", log.skipped)}` : nothing
  }</p>`;
}

/** How many hours lie between the first request of a log and its last. */
const hours = (log: LogProgress): number => (Date.parse(log.to) - Date.parse(log.from)) / 3_600_000;
