// Numbers of the workbench as people read them: three digits that count, and words for the large ones.
import { html, type TemplateResult } from "lit";
import { spoken, t } from "../../ui/i18n.ts";

const LARGE = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;

/** Writes a number: 1,736, 34.6, 0.09, 4.5 billion. Whole numbers below a million are written in full. */
export function figure(n: number): string {
  const [unit, word] = LARGE.find(([from]) => n >= from) ?? [1, ""];
  if (word) return t(`bench.n.${word}`, { n: digits(n / unit, { maximumSignificantDigits: 3 }) });
  return n >= 100 ? digits(n, { maximumFractionDigits: 0 }) : digits(n, { maximumSignificantDigits: 3 });
}

/** Writes two numbers that are compared, with as many digits as tell them apart: "100.2" and "100", not "100" twice. */
export function figuresApart(a: number, b: number): readonly [string, string] {
  const short = [figure(a), figure(b)] as const;
  if (a === b || short[0] !== short[1]) return short;
  for (let n = 4; n <= MOST_DIGITS; n++) {
    const [x, y] = [a, b].map((v) => digits(v, { maximumSignificantDigits: n }));
    if (x && y && x !== y) return [x, y];
  }
  return short;
}

const MOST_DIGITS = 12; // of a number of the engine

function digits(n: number, o: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(spoken(), o).format(n);
}

/** A share as a percentage: "87 %", "0.4 %". */
export function percent(share: number): string {
  return share > 0 && share < 0.001 ? t("bench.share.little") : t("design.percent", { n: figure(100 * share) });
}

/** A size in units of 1,024 bytes: "144 B", "603 GiB". */
export function size(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${digits(bytes / 1024 ** at, { maximumSignificantDigits: 3 })} ${units[at]}`;
}

export type Label = "exact" | "measured" | "modelled" | "assumed";

const LABELS: readonly Label[] = ["exact", "measured", "modelled", "assumed"];

/** Where a number comes from: a shape and a word. */
export function label(of: string): TemplateResult {
  const known = LABELS.find((l) => l === of) ?? "exact";
  return html`<span class="src" data-src=${known}>${t(`bench.src.${known}`)}</span>`;
}

/** The weakest of several labels: what the whole of them is worth. */
export function weakest(labels: readonly string[]): Label {
  return LABELS[Math.max(0, ...labels.map((l) => LABELS.indexOf(l as Label)))] ?? "exact";
}
