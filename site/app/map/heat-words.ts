// The words of heat maps: what the colours count, moments, ranges of keys.
import { duration, type Key, num, t } from "../ui/i18n.ts";
import type { HeatRange, Metric } from "./heat-data.ts";
import type { HeatWindow } from "./heat-window.ts";

/** "Requests": the name of a metric on its tab. */
export function metricWords(metric: Metric): string {
  return t(`map.metric.${metric}`);
}

/** "requests a second": what the scale counts. */
export function unitWords(metric: Metric): string {
  return t(`map.unit.${metric}`);
}

/** "3,400 requests a second"; small numbers keep a digit after the point. */
export function amountWords(metric: Metric, rate: number): string {
  return `${rate > 0 && rate < 10 ? String(Math.round(10 * rate) / 10) : num(Math.round(rate))} ${unitWords(metric)}`;
}

/** "c417203", or "c100000 to c102000". */
export function rangeWords({ low, high }: HeatRange): string {
  const name = (key: string) => key || t("map.empty");
  return low === high ? name(low) : t("map.range", { low: name(low), high: high || t("nodes.end") });
}

const SHORT = 120_000; // ms: shorter maps are told in seconds

interface TimeUnit {
  ms: number;
  word: Key;
  from: Key;
  to: Key;
  at: (ms: number) => string;
}

const SECONDS: TimeUnit = {
  ms: 1000,
  word: "map.seconds",
  from: "map.seconds.from",
  to: "map.seconds.to",
  at: (ms) => (ms ? duration(ms) : "0 s"),
};

const MINUTES: TimeUnit = {
  ms: 60_000,
  word: "map.minutes",
  from: "map.minutes.from",
  to: "map.minutes.to",
  at: (ms) => t("map.minute", { n: (Math.round(ms / 6000) / 10).toFixed(1) }),
};

/** How moments of a map are told. */
export function timeUnit({ to }: HeatWindow): TimeUnit {
  return to <= SHORT ? SECONDS : MINUTES;
}
