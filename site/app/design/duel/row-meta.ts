// The line below the name of a question or write in the comparison.
import { t } from "../../ui/i18n.ts";
import type { Draft } from "../sheet/draft.ts";
import { periods } from "../sheet/periods.ts";

/** How often, and the budget as it was typed; row is "ask-2" or "do-0". A write that the sheet implies says so. */
export function metaOf(draft: Draft, row: string): string {
  const [list, n] = row.split("-");
  const q = (list === "ask" ? draft.asks : draft.does)[Number(n)];
  if (!q) return t("bench.implied.short");
  const rate = q.n ? (q.per === "%" ? `${q.n} %` : `${q.n} ${periods(q.per)}`) : "";
  return [rate, q.limits.replaceAll("<=", "≤").replaceAll(" x ", " × ")].filter(Boolean).join(" · ");
}
