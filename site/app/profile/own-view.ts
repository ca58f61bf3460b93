// What the page shows of a file: a bar, how far it is, and then everything that is known.
import { html, nothing, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import { home } from "../engine/page-data.ts";
import type { Profile, ProfiledSheet } from "../engine/types.ts";
import { packText } from "../share/packed.ts";
import { button } from "../ui/buttons.ts";
import { bytes, filled, isKey, num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { columnsView } from "./columns-view.ts";
import { keysView } from "./keys-view.ts";
import { limitsView } from "./limits-view.ts";
import { OwnTable } from "./own-table.ts";
import { partitionsView } from "./partitions-view.ts";
import { takeView } from "./take-view.ts";

const tables = new Map<HTMLElement, OwnTable>();

/** The table of a page, which is made with its first file. */
export function ownTable(host: HTMLElement): OwnTable {
  const known = tables.get(host);
  const own = known && !known.forgotten ? known : new OwnTable(host, ownView);
  tables.set(host, own);
  return own;
}

function ownView(own: OwnTable): TemplateResult {
  return html`${bar(own)}<div class="column own-page">${stageView(own)}</div>`;
}

function bar(own: OwnTable): TemplateResult {
  const done = own.stage === "done";
  return html`<div class="own-bar" role="group" aria-label=${t("own.tools")}><h1>${own.file.name}</h1>
    <span class="own-size">${t("own.stays", { size: bytes(own.file.size) })}</span>
    ${done && own.sheet ? compareLink(own, own.sheet) : nothing}
    <span class="own-tools">${button(t("own.other"), () => own.choose(), { icon: "data", kind: "quiet" })}${button(
      t("own.forget"),
      () => own.forget(),
      { icon: "close", kind: "quiet" },
    )}</span></div>`;
}

function stageView(own: OwnTable): TemplateResult {
  switch (own.stage) {
    case "reading":
      return progress(
        own,
        button(t("own.stop"), () => own.stop(), { icon: "stop" }),
      );
    case "stopped":
      return stopped(own);
    case "failed":
      return html`<div class="own-sum" role="alert" tabindex="-1"
        data-focus>${icon("cross")}<p><b>${t("own.failed")}</b> ${own.problem}</p></div>`;
    default:
      return own.report ? known(own, own.report) : html``;
  }
}

function progress(own: OwnTable, ...tools: TemplateResult[]): TemplateResult {
  const percent = own.source.size ? Math.floor((100 * own.progress.bytes) / own.source.size) : 0;
  return html`<div class="own-progress"><p>${t("own.read", {
    rows: num(own.progress.rows),
    read: bytes(own.progress.bytes),
    of: bytes(own.source.size),
  })}</p><progress max="100" .value=${percent} aria-label=${t("own.progress")}></progress><div
  class="actions">${tools}</div></div>`;
}

function stopped(own: OwnTable): TemplateResult {
  const rows = own.progress.rows;
  return html`<div role="status" tabindex="-1" data-focus><p
    class="own-say"><b>${tn("own.stopped", rows)}</b></p></div>${progress(
      own,
      button(t("own.go"), () => void own.goOn(), { kind: "primary" }),
      ...(rows ? [button(tn("own.sofar", rows), () => void own.takeSoFar())] : []),
    )}`;
}

function known(own: OwnTable, report: Profile): TemplateResult {
  const columns = [summary(own, report), columnsView(own, report), partitionsView(own, report), limitsView(report)];
  return html`${columns}${keysView(own, report)}${questionsView(own)}${takeView(own, report)}`;
}

/** One sentence: how much was read, and what the columns can be. */
function summary(own: OwnTable, report: Profile): TemplateResult {
  const seconds = Math.max(0.1, Math.round(own.took / 100) / 10);
  const read = tn(own.cut ? "own.first" : "own.all", report.rows, { s: seconds });
  const exact = report.kept === report.rows;
  return html`<div class="own-sum" role="status" tabindex="-1" data-focus>${icon("check")}<p><b>${read}</b> ${identity(
    report,
  )} <span class="own-src" data-src=${exact ? "exact" : "measured"}>${
    exact ? t("own.exact") : t("own.sampled", { n: num(report.kept) })
  }</span></p></div>`;
}

function identity(report: Profile): TemplateResult {
  const [a, b] = report.identity[0] ?? [];
  if (!a) return html`${t("own.noname")}`;
  const text = t(`own.names.${report.proven ? "proven" : "likely"}.${b ? "pair" : "single"}`);
  return html`${filled(text, { a: html`<code>${a}</code>`, b: html`<code>${b}</code>` })}`;
}

const PREFIX = "design/#d1="; // the JSON form of a sheet, deflated

const links = new WeakMap<ProfiledSheet, Promise<string>>();

function linkOf(sheet: ProfiledSheet): Promise<string> {
  const known =
    links.get(sheet) ?? packText(JSON.stringify(sheet.sheet)).then((packed) => new URL(PREFIX + packed, home).href);
  links.set(sheet, known);
  return known;
}

function compareLink(own: OwnTable, sheet: ProfiledSheet): TemplateResult {
  return html`<a class="button own-compare" data-kind="primary" href=${until(linkOf(sheet), "#own-keys")}
    @click=${(e: MouseEvent) => lead(own, e)}
    @auxclick=${(e: MouseEvent) => lead(own, e)}>${t("own.compare")}${icon("right")}</a>`;
}

/** Keeps the sheet before its link is followed, in this tab or another: what is written there is then kept as well. */
function lead(own: OwnTable, e: MouseEvent): void {
  if (e.button > 1) return;
  const key = own.keepToCompare();
  if (key) (e.currentTarget as HTMLAnchorElement).href = new URL(`design/?sheet=${key}`, home).href;
}

/** What the application asks: filters that a reader pastes, and the questions that become of them. */
function questionsView(own: OwnTable): TemplateResult {
  return html`<section aria-labelledby="own-asks"><header><h2 id="own-asks">${t("own.asks")}</h2><p
    class="muted">${t("own.asks.note")}</p></header>
    <label class="own-filters"><span>${t("own.filters")}</span><textarea rows="5" spellcheck="false"
    autocapitalize="off" autocomplete="off" .value=${own.filters}
      @input=${(e: Event) => own.setFilters((e.target as HTMLTextAreaElement).value)}></textarea></label>
    <div role="status">${own.sheet ? found(own.sheet) : nothing}</div></section>`;
}

function found(sheet: ProfiledSheet): TemplateResult {
  const asks = sheet.text.split("\n").filter((line) => line.startsWith("# @ask "));
  return html`${
    asks.length
      ? html`<p>${tn("own.asks.found", asks.length)}</p><ul
        class="own-list">${asks.map((a) => html`<li><code>${a.slice("# @ask ".length)}</code></li>`)}</ul>`
      : nothing
  }
    ${
      sheet.unread.length
        ? html`<p>${tn("own.asks.unread", sheet.unread.length)}</p><ul class="own-list">${sheet.unread.map(
            (u) => html`<li>${t("own.line", { n: num(u.line) })}: ${why(u.why)}</li>`,
          )}</ul>`
        : nothing
    }`;
}

function why(code: string): string {
  const key = `own.unread.${code}`;
  return isKey(key) ? t(key) : code;
}
