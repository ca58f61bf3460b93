// What is said of a recording: shapes in their notation, findings as sentences, times.
import { html, type TemplateResult } from "lit";
import { glyph } from "../answer/query-badge.ts";
import type { FindingCost, WatchedFinding, WatchedShape } from "../engine/types.ts";
import { bytes, filled, isKey, type Key, num, t, tn } from "../ui/i18n.ts";
import { isClassName, kebab } from "../ui/query-classes.ts";

const TENTH = 100; // of a second, in milliseconds
const WORD = /\b(PartitionKey|RowKey)\b|\b(and|or|not|select|top|continued)\b/g;

/** Table, what is done, and the terms with "?" for values. */
export function notation(s: WatchedShape): TemplateResult {
  return html`<span class="ws-name"><span class="ws-table" translate="no">${s.table || "*"}</span> <span class="ws-op"
    translate="no">${s.does}</span>${s.text ? html` ${termsOf(s.text)}` : ""}</span>`;
}

/** Keys in key colour, words of the notation in grey. */
export function termsOf(text: string): TemplateResult {
  const parts: unknown[] = [];
  let at = 0;
  for (const m of text.matchAll(WORD)) {
    parts.push(text.slice(at, m.index), html`<span class=${m[1] ? "t-key" : "t-op"}>${m[0]}</span>`);
    at = m.index + m[0].length;
  }
  return html`<code translate="no">${parts}${text.slice(at)}</code>`;
}

/** The mark of a class, or that of a write, with its word for those who do not see it. */
export function markOf(s: WatchedShape): TemplateResult {
  const mark = isClassName(s.class)
    ? html`<span class="ws-mark" data-class=${kebab(s.class)}>${glyph(s.class)}</span>`
    : html`<span class="ws-mark w-write" data-other=${s.write ? "" : "true"} aria-hidden="true"></span>`;
  return html`${mark}<span class="vh">${classWord(s)}: </span>`;
}

export function classWord(s: WatchedShape): string {
  if (isClassName(s.class)) return t(`class.${s.class}`);
  return t(s.write ? "watch.class.write" : "watch.class.other");
}

/** What package lint tried on a copy has the words of the linter, with what it names; ours are about units of work. */
function own(f: WatchedFinding): boolean {
  return isKey(`watch.rule.${f.rule}`) && (f.names.length < 2 || !isKey(`lint.${f.rule}`));
}

export function titleOf(f: WatchedFinding): string {
  if (f.rule === "n-plus-one") return t("watch.rule.n-plus-one", { n: num(f.most) });
  const key = own(f) ? `watch.rule.${f.rule}` : `lint.${f.rule}`;
  return isKey(key) ? t(key) : f.rule;
}

/** Why, and what to do: with what the rule names as code. */
export function adviceOf(f: WatchedFinding): TemplateResult {
  if (f.rule === "n-plus-one" && f.names[0] === "same") return html`${t("watch.do.n-plus-one.same")}`;
  const key = own(f) ? `watch.do.${f.rule}` : `lint.${f.rule}.why`;
  const [a = "", b = "", c = "", d = ""] = f.names;
  if (!isKey(key)) return html``;
  const code = (name: string) => html`<code translate="no">${name}</code>`;
  return html`${filled(t(key), { a: code(a), b: code(b), c: code(c), d: code(d) })}`;
}

/** What the cheaper form gives up, "" if there is nothing to say. */
export function givesUp(f: WatchedFinding): string {
  if (f.rule === "n-plus-one" && f.names[0] === "same") return ""; // no row holds a copy of another
  const key = own(f) ? `watch.gives.${f.rule}` : `lint.${f.rule}.gives`;
  return isKey(key) ? t(key) : "";
}

/** The counter that a finding lowers. */
export function counterOf(f: WatchedFinding): Exclude<keyof FindingCost, "stored"> {
  if (["whole-rows", "no-select", "replace-little"].includes(f.rule)) return "bytes";
  if (["n-plus-one", "client-join", "one-by-one"].includes(f.rule)) return "roundtrips";
  return f.before.read - f.after.read > f.before.requests - f.after.requests ? "read" : "requests";
}

/** Whether nothing is known but how often it was sent, as in a log. */
export function isBare(f: WatchedFinding): boolean {
  return !f.wrong && f.after.requests === 0;
}

/** What it costs, or loses, in a few words. */
export function costOf(f: WatchedFinding): string {
  if (f.wrong) return f.lost ? tn("watch.lost", f.lost) : t("lint.lost.none");
  if (isBare(f)) return tn("lint.requests", f.calls);
  const c = counterOf(f);
  const write = c === "bytes" ? bytes : num;
  const key: Key = `lint.cost.${c}`;
  return t(key, { before: write(f.before[c]), after: write(f.after[c]) });
}

/** Minutes, seconds and tenths since the first request. */
export function when(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / TENTH));
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  return `${Math.floor(tenths / 600)}:${seconds}.${tenths % 10}`;
}

/** Minutes and seconds. */
export function clock(ms: number): string {
  return when(ms).slice(0, -2);
}

/** A share in per cent, with one decimal. */
export function percent(part: number, whole: number): string {
  return whole ? `${((100 * part) / whole).toFixed(1)} %` : "";
}
