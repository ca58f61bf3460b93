// Shares and estimates as people read them.
import { num, t } from "../ui/i18n.ts";

const SMALLEST = 0.001; // that is told as it is

/** A share between 0 and 1 as a percentage: "25.1 %". */
export function percent(share: number): string {
  if (share > 0 && share < SMALLEST) return t("own.less", { n: 0.1 });
  return t("own.percent", { n: Math.round(share * 1000) / 10 });
}

/** An estimate with three digits that count. */
export function rounded(n: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 2);
  return num(Math.round(n / unit) * unit);
}
