// The largest of everything in a file beside what the service allows.
import { html, type TemplateResult } from "lit";
import type { Places, Profile } from "../engine/types.ts";
import { bytes, filled, num, t, tn } from "../ui/i18n.ts";
import { bar, icon } from "../ui/icons.ts";
import { lines } from "./column-notes.ts";

// Source: Understanding the Table service data model, "Property limitations".
const MAX_ENTITY = 1 << 20;
const MAX_PROPERTIES = 252;
const MAX_VALUE = 64 << 10;
const MAX_KEY = 1024;

export function limitsView(report: Profile): TemplateResult {
  const value = Math.max(0, ...report.columns.map((c) => 2 * c.size.largest));
  const key = longestKey(report);
  return html`<section aria-labelledby="own-limits"><header><h2 id="own-limits">${t("own.limits")}</h2><p
    class="muted">${t("own.limits.note")}</p></header>
    <ul class="own-meters">
    ${meter(
      t("own.limit.entity"),
      report.entity.largest / MAX_ENTITY,
      bytes(report.entity.largest),
      "1 MiB",
      report.large,
    )}
    ${meter(
      t("own.limit.members"),
      report.members / MAX_PROPERTIES,
      num(report.members),
      num(MAX_PROPERTIES),
      report.many,
    )}
    ${meter(t("own.limit.value"), value / MAX_VALUE, bytes(value), "64 KiB", places(report, "tooLarge"))}
    ${key ? meter(t("own.limit.key"), key / MAX_KEY, bytes(key), "1 KiB") : ""}
    ${forbidden(report)}</ul></section>`;
}

function meter(name: string, share: number, value: string, of: string, wrong?: Places): TemplateResult {
  const ok = share <= 1;
  const where = wrong?.count ? lines(wrong) : "";
  return html`<li data-ok=${ok}><span>${name}</span>${
    ok ? bar(Math.min(1, share)) : icon("warn")
  }<span><b>${value}</b> ${t("own.of", { of })} ${where}</span></li>`;
}

/** Bytes of the longest key of the best choice, as its columns could make it. */
function longestKey(report: Profile): number {
  const choice = report.present ?? report.keys[0];
  if (!choice) return 0;
  const longest = (names: string[]) =>
    names.reduce((sum, name) => sum + 2 * (report.columns.find((c) => c.name === name)?.size.largest ?? 0) + 2, -2);
  return Math.max(longest(choice.partitionKey), longest(choice.rowKey));
}

function forbidden(report: Profile): TemplateResult {
  const found = report.columns.filter((c) => c.key && c.notKeys.count);
  if (!found.length)
    return html`<li data-ok="true"><span>${t(
      "own.limit.chars",
    )}</span>${icon("check")}<span><b>${t("own.none")}</b></span></li>`;
  return html`<li data-ok="false"><span>${t("own.limit.chars")}</span>${icon("warn")}<span><b>${filled(
    tn("own.limit.bad", report.forbidden),
    { columns: found.map((c, i) => html`${i ? ", " : ""}<code>${c.name}</code>`) },
  )}</b></span></li>`;
}

function places(report: Profile, of: "tooLarge"): Places {
  const all = report.columns.map((c) => c[of]);
  return { count: all.reduce((sum, p) => sum + p.count, 0), lines: all.flatMap((p) => p.lines).slice(0, 8) };
}
