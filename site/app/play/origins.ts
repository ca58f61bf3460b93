// Which request has made a change: exchanges by the numbers of their records.
import type { Exchange, Moment } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import type { Origin } from "./journal.ts";

/** Returns who made a moment: a request of these exchanges, a setup of theirs, or somebody else. */
export function originsOf(exchanges: readonly Exchange[]): (m: Moment) => Origin {
  const known = new Map(exchanges.flatMap((x) => (x.record ? [[x.record.id, x] as const] : [])));
  return (m) => {
    const x = known.get(m.record);
    if (x) return { label: labelOf(x), by: "script", line: x.line, group: `block ${x.block}` };
    if (exchanges.length) return { label: t("time.setup"), by: "setup", group: "setup" };
    return { label: m.table ? `${m.op} ${m.table}` : m.op, by: "hand" };
  };
}

function labelOf(x: Exchange): string {
  const sent = x.wire[0]?.request.method ?? "";
  return x.title || `${sent} ${x.record?.table ?? ""}`.trim();
}
