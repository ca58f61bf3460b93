// What a run has shown, in a sentence, and why in a few more.
import type { ScaleReport } from "../engine/types.ts";
import { num, spoken, t, tn } from "../ui/i18n.ts";
import { type Busiest, busiestOf, tooHot } from "./busiest.ts";

const TOLD = 3; // of what is too hot

/** The share of all attempts that was refused, in percent. */
export function refusedShare({ totals }: ScaleReport): number {
  return totals.attempts ? (100 * totals.refused) / totals.attempts : 0;
}

/** A share in percent: "0", "0.3", "41"; what is more than nothing is never told as nothing. */
export function percent(n: number): string {
  if (n <= 0) return "0";
  if (n >= 10) return num(Math.round(n));
  return String(Math.max(0.1, Math.round(10 * n) / 10));
}

/** The sentence over a run. */
export function title(report: ScaleReport): string {
  const hot = tooHot(report).slice(0, TOLD);
  if (hot.length) {
    const list = new Intl.ListFormat(spoken(), { type: "conjunction" }).format(hot.map(phrase));
    const many = hot.length > 1 || (hot[0]?.partitions ?? 1) > 1;
    return upper(t(many ? "scale.title.hot.many" : "scale.title.hot", { what: list }));
  }
  const share = refusedShare(report);
  if (share >= 0.05) return t("scale.title.moves", { share: percent(share) });
  return t("scale.title.even");
}

/** Why: a sentence for each of what is too hot, else for the busiest partition. */
export function reasons(report: ScaleReport): string[] {
  const hot = tooHot(report).slice(0, TOLD);
  if (hot.length) return hot.map((b) => reason(b));
  const [top] = busiestOf(report);
  if (!top) return [t("scale.why.nothing")];
  const { partitionTarget } = report.parameters;
  const share = percent((100 * top.units) / partitionTarget);
  const near = t("scale.why.even", { key: top.key, n: amount(top.peak), share, target: num(partitionTarget) });
  return refusedShare(report) >= 0.05 ? [t("scale.why.moves"), near] : [near];
}

function phrase(b: Busiest): string {
  if (b.keys === "import") return t("scale.hot.import", { table: b.table });
  if (b.keys === "prefix") return t("scale.hot.prefix", { table: b.table });
  if (b.wanders) return t("scale.hot.newest", { table: b.table });
  return b.partitions > 1 ? tn("scale.hot.some", b.partitions, { table: b.table }) : t("scale.hot.one", { key: b.key });
}

function reason(b: Busiest): string {
  const values = { table: b.table, key: b.key, n: amount(b.peak), refused: percent(b.refused) };
  if (b.keys === "import") return t("scale.why.import", values);
  if (b.keys === "prefix") return t("scale.why.prefix", values);
  if (b.wanders) return t("scale.why.newest", values);
  return t(b.partitions > 1 ? "scale.why.some" : "scale.why.one", values);
}

/** A rate as it is told: small ones keep a digit. */
export function amount(n: number): string {
  return n < 10 ? String(Math.round(10 * n) / 10) : num(Math.round(n));
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
