// A recording as Markdown for a pull request: without values of rows, as the report of the command line has it. Pure.
import type { Watched, WatchedShape } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { arranged, nameOf, USUAL } from "./arrange.ts";
import { compared, type Pair } from "./compare.ts";
import { classWord, costOf, titleOf } from "./words.ts";

const MOST = 100; // shapes

export function markdownOf(title: string, w: Watched, before: Watched | null): string {
  return [`### ${t("watch.md.title", { title: code(title) })}`, sumOf(w, before), ...found(w), ...shapes(w, before)]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

function sumOf(w: Watched, before: Watched | null): string {
  const of = (x: Watched) =>
    t("watch.md.sum", {
      requests: tn("lint.requests", x.calls),
      read: num(x.sums.read),
      returned: num(x.sums.returned),
    });
  return before ? `${t("watch.before")}: ${of(before)}.\n${t("watch.after")}: ${of(w)}.` : `${of(w)}.`;
}

function found(w: Watched): string[] {
  if (!w.findings.length) return [];
  const rows = w.findings.map((f) => {
    const where = f.shapes.flatMap((i) => w.shapes[i] ?? []).map((s) => code(nameOf(s)));
    return `| ${num(f.times)} × | ${cell(titleOf(f))} | ${where.join(", ")} | ${cell(costOf(f))} |`;
  });
  return [
    [`| | ${t("watch.column.finding")} | ${t("watch.md.where")} | |`, "| --: | --- | --- | --- |", ...rows].join("\n"),
  ];
}

function shapes(w: Watched, before: Watched | null): string[] {
  const table = before ? differences(compared(before, w)) : plain(w);
  return [`<details><summary>${tn("watch.shapes.n", w.shapes.length)}</summary>\n\n${table}\n\n</details>`];
}

function plain(w: Watched): string {
  const rows = arranged(w.shapes, USUAL)
    .slice(0, MOST)
    .flatMap((i) => w.shapes[i] ?? [])
    .map((s) => `| ${code(nameOf(s))} | ${classWord(s)} | ${numbers(s)} |`);
  const head = ["shape", "class", "calls", "refused", "read", "returned"].map(word).join(" | ");
  return [`| ${head} |`, "| --- | --- | --: | --: | --: | --: |", ...rows].join("\n");
}

const word = (name: string): string => t(`watch.column.${name}` as "watch.column.calls");

const numbers = (s: WatchedShape): string =>
  [s.calls, s.refused, s.read, s.returned].map((n) => (n ? num(n) : "")).join(" | ");

function differences(pairs: readonly Pair[]): string {
  const side = (s: WatchedShape | null) => (s ? `${code(nameOf(s))} | ${num(s.calls)} | ${num(s.read)}` : " | | ");
  const rows = pairs.slice(0, MOST).map((p) => `| ${side(p.a)} | ${side(p.b)} |`);
  const names = [t("watch.before"), t("watch.after")].map((x) => `${x} | ${word("calls")} | ${word("read")}`);
  return [`| ${names.join(" | ")} |`, "| --- | --: | --: | --- | --: | --: |", ...rows].join("\n");
}

/** A text of a stranger, so that it ends no cell and no code, and is no markup. */
export function code(s: string): string {
  return `\`${cell(s).replaceAll("`", "'")}\``;
}

function cell(s: string): string {
  return s.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?").replaceAll("|", "\\|");
}
