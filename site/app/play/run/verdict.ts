// The band above the script: the first request that did not go as it should, why, and what to do. It stays until the
// next run.
import { html, nothing, type TemplateResult } from "lit";
import { brief } from "../../answer/brief.ts";
import { explained, refusal } from "../../answer/refused.ts";
import type { Exchange } from "../../engine/types.ts";
import { summaryOf } from "../../share/summary.ts";
import { button } from "../../ui/buttons.ts";
import { said, t, time, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import type { PlayStore } from "../data/store.ts";
import type { Box } from "./run-line.ts";

export interface VerdictActions {
  go: (n: number) => void;
  afresh: () => void;
  bare: () => void; // in an empty store
}

/** What lets a run go on that met what was there already: "begins" where a reset brings that back, and the script needs
 * other data as well; "again" where the run itself made it, so that no reset helps; "hand" where a reset would also
 * remove what no run brings again, such as an imported table. */
export type Remedy = "reset" | "empty" | "begins" | "again" | "hand";

/** What lets a request succeed that tried to create what is there: a reset, unless that brings it back or takes too
 * much away. at is when a run of this visit made it, null if none did. */
export function remedyOf(
  store: Pick<PlayStore, "bare" | "byHand" | "fromBefore">,
  text: string,
  { code }: Exchange,
  at: number | null,
): Remedy {
  if (store.byHand) return "hand";
  if (!store.bare && (at !== null || store.fromBefore)) return "reset";
  const { creates, uses } = summaryOf(text);
  if (!uses.length && (creates.length || code === "TableAlreadyExists")) return "empty";
  return store.bare ? "reset" : "begins";
}

export interface Verdict {
  n: number;
  what: string; // which request, and the service's code
  why: string;
  rest: string; // what did not run because of it
  remedy: Remedy | null; // it met what was there already
}

/** Judges a run: null if all is well. when tells since when there is what a request tried to create, advice what is
 * known of the cause of a refusal, remedy what helps if it was there. */
export function verdictOf(
  boxes: readonly Box[],
  when: (x: Exchange) => number | null,
  advice: (x: Exchange) => string = () => "",
  remedy: (x: Exchange, at: number | null) => Remedy = () => "reset",
): Verdict | null {
  const box =
    boxes.find((b) => b.fate === "refused" || b.fate === "unsent") ?? boxes.find((b) => b.fate === "different");
  const x = box?.answer;
  if (!box || !x) return null;
  const exists = box.fate === "refused" && (x.code === "EntityAlreadyExists" || x.code === "TableAlreadyExists");
  const at = exists ? when(x) : null;
  const helps = exists ? remedy(x, at) : null;
  const after = boxes.slice(boxes.indexOf(box) + 1).filter((b) => b.fate === "none").length;
  return {
    n: box.n,
    what: whatOf(box.n, box.fate, x),
    why: helps ? existsWhy(x, at, helps) : whyOf(x, advice(x)),
    rest: x.stopped && after ? tn("verdict.rest", after) : "",
    remedy: helps,
  };
}

function whatOf(n: number, fate: Box["fate"], x: Exchange): string {
  if (n <= 0) return t("verdict.unread");
  if (fate === "refused") return t("verdict.refused", { n, code: refusal(x) });
  return t(fate === "unsent" ? "verdict.unsent" : "verdict.different", { n });
}

function existsWhy(x: Exchange, at: number | null, remedy: Remedy): string {
  const table = x.code === "TableAlreadyExists";
  if (remedy === "again") return t(table ? "verdict.table.again" : "verdict.row.again");
  const begins = at === null && (remedy === "empty" || remedy === "begins");
  if (begins) return t(table ? "verdict.table.begins" : "verdict.row.begins");
  const since = at === null ? sinceBefore(table) : t(table ? "verdict.table" : "verdict.row", { time: time(at) });
  return remedy === "hand" ? `${since} ${t(table ? "verdict.table.hand" : "verdict.row.hand")}` : since;
}

const sinceBefore = (table: boolean): string => t(table ? "verdict.table.before" : "verdict.row.before");

/** What is wrong, in the words of the page if it has any: those of the service are below the request. */
function whyOf(x: Exchange, advice: string): string {
  if (x.problem) return said(x.problem.message, x.problem.sentences);
  const failed = x.checks.find((c) => !c.pass);
  const means = advice || explained(x);
  if (!failed) return means || (x.message.split("\n", 1)[0] ?? "");
  const check = t("verdict.check", {
    line: failed.line,
    query: failed.query,
    expected: brief(failed.expected),
    got: brief(said(failed.got, failed.sentences)),
  });
  return [check, means].filter(Boolean).join(" ");
}

export function verdictBand(v: Verdict | null, actions: VerdictActions): TemplateResult | typeof nothing {
  if (!v) return nothing;
  return html`<div class="run-verdict" role="group" aria-label=${t("verdict.label")}>${icon("cross")}<p><button
    type="button" class="rv-what"
    @click=${() => actions.go(v.n)}>${v.what}</button> ${v.why} ${v.rest}</p><span class="rv-do">${button(
      t("verdict.go"),
      () => actions.go(v.n),
      { kind: "small", keys: "F8" },
    )}${wayOn(v, actions)}</span></div>`;
}

function wayOn({ remedy }: Verdict, { afresh, bare }: VerdictActions): TemplateResult | typeof nothing {
  if (remedy === "reset") return button(t("verdict.afresh"), afresh, { kind: "small", icon: "reset" });
  return remedy === "empty" ? button(t("verdict.bare"), bare, { kind: "small", icon: "reset" }) : nothing;
}
