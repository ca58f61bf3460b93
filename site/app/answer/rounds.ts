// What several answers of one request cost together, and blocks that only assert.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { reads } from "./query-badge.ts";

/** One line over the answer that is shown; nothing if there is no other. */
export function rounds(all: readonly Exchange[]): TemplateResult | typeof nothing {
  if (all.length < 2) return nothing;
  void needSheet("rounds");
  const sum = (of: (r: NonNullable<Exchange["record"]>) => number) =>
    all.reduce((n, x) => n + (x.record ? of(x.record) : 0), 0);
  const stem = all.some((x) => x.title !== all[0]?.title) ? "rounds.requests" : "rounds"; // of a program, of a loop
  return html`<p class="ro-sum ro-all"><b>${tn(stem, all.length)}</b>${
    all.some((x) => x.record?.plan)
      ? reads(
          sum((r) => r.read),
          sum((r) => r.returned),
        )
      : nothing
  }${[
    tn(
      "facts.transactions",
      sum((r) => r.transactions),
    ),
    ...ends(all),
  ].map((f) => html`<span class="ro-fact">${f}</span>`)}</p>`;
}

/** Counts how the rounds ended, in the order in which it first happened; nothing if all ended alike. */
export function ends(all: readonly Exchange[]): string[] {
  const counts = new Map<string, number>();
  for (const x of all) counts.set(endWord(x), (counts.get(endWord(x)) ?? 0) + 1);
  return counts.size < 2 ? [] : [...counts].map(([end, n]) => t("rounds.end", { n: num(n), end }));
}

function endWord(x: Exchange): string {
  if (x.state === "cached") return t("output.cached");
  if (x.state === "skipped" || !x.wire.length) return t("output.notsent");
  return x.status ? `${x.status} ${x.reason}` : t("output.noanswer");
}

/** A block that only asserts sends nothing, and judges what others did. */
export function isVerdict(x: Exchange): boolean {
  return !x.wire.length && x.state === "sent" && x.checks.length > 0 && !x.problem && !x.load && !x.design;
}

/** Adds an exchange to those of its block. One that only asserts judges what the block has sent, and joins it. */
export function addTo(list: Exchange[], x: Exchange): void {
  const last = list.at(-1);
  if (!last || !isVerdict(x)) list.push(x);
  else list[list.length - 1] = { ...last, checks: [...last.checks, ...x.checks], stopped: x.stopped };
}

/** Says how many assertions hold. */
export function verdict({ checks }: Exchange): TemplateResult {
  void needSheet("rounds");
  const pass = checks.filter((c) => c.pass).length;
  if (pass < checks.length)
    return html`<b class="status" data-kind="4xx">${t("output.pass.of", { pass, n: checks.length })}</b>`;
  return html`<b class="status" data-kind="pass">${icon("check")}${tn("output.pass", pass)}</b>`;
}
