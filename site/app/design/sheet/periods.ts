// The units of a rate, as the text form has them and as people say them.
import { t } from "../../ui/i18n.ts";

export const PERIODS = ["s", "min", "h", "day", "week", "month"] as const;

/** "a day" */
export function periods(per: string): string {
  const known = PERIODS.find((p) => p === per);
  return known ? t(`bench.per.${known}`) : per;
}

/** The choices of a rate: each unit, and a share of all requests. */
export function rateUnits(): (readonly [string, string])[] {
  return [...PERIODS.map((p) => [p, periods(p)] as const), ["%", t("bench.per.share")] as const];
}
