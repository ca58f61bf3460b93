// What is worth knowing of a column, the worst first.
import { html, nothing, type TemplateResult } from "lit";
import type { Places, Profile, ProfileColumn } from "../engine/types.ts";
import { filled, num, t, tn } from "../ui/i18n.ts";
import { percent } from "./numbers.ts";

const MOST = 3; // notes of one column
const LARGE_SHARE = 0.2; // of one value, as the rule for a PartitionKey

export function columnNotes(report: Profile, c: ProfileColumn): TemplateResult {
  const notes = [
    bad(c),
    long(c),
    digits(report, c),
    order(c),
    named(c),
    c.largest > LARGE_SHARE && c.distinct > 1 ? html`${t("own.note.large", { share: percent(c.largest) })}` : nothing,
    follows(report, c),
    c.filled < report.rows ? html`${tn("own.note.empty", report.rows - c.filled)}` : nothing,
  ].filter((n) => n !== nothing);
  return html`${notes.slice(0, MOST).map((n) => html`<span>${n}</span> `)}`;
}

function bad(c: ProfileColumn): TemplateResult | typeof nothing {
  if (!c.notKeys.count) return nothing;
  const said = c.badValues ? tn("own.note.badvalues", c.badValues) : tn("own.note.badrows", c.notKeys.count);
  return html`<b class="own-warn">${said}</b> ${lines(c.notKeys)}`;
}

function long(c: ProfileColumn): TemplateResult | typeof nothing {
  if (c.tooLarge.count)
    return html`<b class="own-warn">${tn("own.note.toolarge", c.tooLarge.count)}</b> ${lines(c.tooLarge)}`;
  return c.longKeys.count ? html`${tn("own.note.longkey", c.longKeys.count)} ${lines(c.longKeys)}` : nothing;
}

/** Only a column that a proposed key has is asked for its digits. */
function digits(report: Profile, c: ProfileColumn): TemplateResult | typeof nothing {
  const [least, most] = c.digits;
  const inKey = report.keys.some((k) => !k.problem && [...k.partitionKey, ...k.rowKey].includes(c.name));
  if (!inKey || !least || !most || least === most) return nothing;
  return c.signed ? html`${t("own.note.signed")}` : html`${t("own.note.digits", { n: most })}`;
}

function order(c: ProfileColumn): TemplateResult | typeof nothing {
  if (c.order === "constant") return c.filled > 1 ? html`${t("own.note.constant")}` : nothing;
  if (!c.order) return nothing;
  return html`${t(c.order === "rising" ? "own.note.rising" : "own.note.falling")}`;
}

function named(c: ProfileColumn): TemplateResult | typeof nothing {
  return c.unique ? html`${t("own.note.unique")}` : nothing;
}

/** Columns that always have the same value beside the same value of this one. */
function follows(report: Profile, c: ProfileColumn): TemplateResult | typeof nothing {
  const others = report.tells.filter((x) => x.column === c.name).map((x) => x.other);
  if (!others.length) return nothing;
  const columns = others.map((name, i) => html`${i ? ", " : ""}<code>${name}</code>`);
  return html`${filled(t("own.note.tells"), { columns })}`;
}

/** The first lines that have something. */
export function lines(p: Places): string {
  const list = p.lines.map(num).join(", ");
  return p.count > p.lines.length ? t("own.lines.more", { list }) : tn("own.lines", p.count, { list });
}
