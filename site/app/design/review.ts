// A comparison as Markdown for a design review: what is asked, the designs, their numbers and what these rest on.
import type {
  Comparison,
  DesignBreach,
  DesignReport,
  QuestionReport,
  SheetAssumption,
  WriteReport,
} from "../engine/types.ts";
import { t, tn } from "../ui/i18n.ts";
import { isClassName } from "../ui/query-classes.ts";
import { problemText } from "./duel/design-problems.ts";
import { budgetsOf, limitText } from "./duel/duel-cells.ts";
import { breach } from "./duel/facts.ts";
import { assumptionText } from "./sheet/assumption-text.ts";
import type { AskDraft, AttributeDraft, DoDraft, Draft } from "./sheet/draft.ts";
import { figure, percent, size, weakest } from "./sheet/figures.ts";
import { periods } from "./sheet/periods.ts";

/** Writes the review. The link opens the same comparison; "" leaves it out. */
export function review(
  draft: Draft,
  { designs }: Comparison,
  assumptions: readonly SheetAssumption[],
  link: string,
): string {
  return [
    `# ${escaped(draft.name)}`,
    ...section(t("bench.store"), kinds(draft)),
    ...section(t("bench.ask"), asks(draft.asks)),
    ...section(t("bench.do"), [...asks(draft.does), ...together(draft)]),
    ...section(t("bench.plan"), plan(draft)),
    ...section(t("bench.designs"), designs.flatMap(design)),
    ...section(t("bench.review.costs"), [...table(designs), "", t("bench.review.often")]),
    ...section(t("bench.duel.facts"), facts(designs)),
    ...section(
      t("bench.review.assumed"),
      assumptions.map((a) => `- ${escaped(assumptionText(draft, a.path, a.value))}`),
    ),
    ...(link ? ["", `[${t("bench.review.link")}](${link})`] : []),
    "",
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length ? ["", `## ${title}`, "", ...lines] : [];
}

const escaped = (text: string): string => text.replaceAll(/[|\\`*_<>[\]]/g, "\\$&").replaceAll("\n", " ");

const code = (text: string): string => `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;

const cells = (...list: readonly string[]): string => `| ${list.join(" | ")} |`;

const rule = (n: number): string => cells(...Array.from({ length: n }, () => "---"));

function kinds(d: Draft): string[] {
  return d.kinds.map((k) => {
    const of = k.of ? ` of ${k.of}` : "";
    const options = (["largest", "kept", "grows"] as const).flatMap((o) => (k[o] ? [`${o} ${k[o]}`] : []));
    const many = [`${k.n}${k.per ? ` ${periods(k.per)}` : ""}${of}`, ...options].join(", ");
    return [`- **${escaped(k.name)}**: ${escaped(many)}`, ...k.attributes.map(attribute)].join("\n");
  });
}

/** An attribute with everything that is said about it: its type, whether it is part of the identity, its values. */
function attribute(a: AttributeDraft): string {
  const about = [a.type, a.identity ? t("bench.identity") : "", a.more].filter(Boolean).join(", ");
  return `  - ${escaped(a.name)}${about ? `: ${escaped(about)}` : ""}`;
}

function together(d: Draft): string[] {
  return d.together.map((g) => `- **${escaped(g.name)}**: ${t("bench.together")} ${escaped(g.writes)}`);
}

/** What was entered for the whole sheet; what was not is among the assumptions. */
function plan({ settings: s }: Draft): string[] {
  const names = ["peak", "headroom", "horizon", "total", "limits", "order"] as const;
  const given = names
    .filter((n) => s[n])
    .map((n) => `- ${t(`bench.set.${n}`)}: ${escaped(s[n].replaceAll("<=", "≤"))}`);
  return s.prices ? [...given, `- ${t("bench.prices")}: ${escaped(s.prices)}`] : given;
}

function asks(list: readonly (AskDraft | DoDraft)[]): string[] {
  return list.map((a) => {
    const verb = "verb" in a ? `${a.verb} ` : "";
    const what = [`${verb}${a.kind}${a.by ? ` by ${a.by}` : ""}`, a.how].filter(Boolean).join(", ");
    const rate = a.n ? `, ${a.n} ${periods(a.per)}` : "";
    const limits = a.limits ? `; ${a.limits.replaceAll("<=", "≤")}` : "";
    return `- **${escaped(a.name)}**${escaped(`${rate}: ${what}${limits}`)}`;
  });
}

function design(d: DesignReport): string[] {
  const stores = d.stores.map((s) => `- ${code(s.text).replaceAll("\\|", "|")}`);
  const wrong = d.problems.map((p) => `- **${escaped(problemText(p, d))}**`);
  return [`### ${escaped(d.name)}`, "", ...stores, ...wrong, ""];
}

function table(designs: readonly DesignReport[]): string[] {
  const [first] = designs;
  const rows = [
    ...(first?.questions ?? []).map((q, i) => cells(escaped(q.name), ...designs.map((d) => question(d.questions[i])))),
    ...(first?.writes ?? []).map((w, i) =>
      cells(escaped(`${w.name} (${w.verb} ${w.kind})`), ...designs.map((d) => write(d.writes[i]))),
    ),
  ];
  return [cells("", ...designs.map((d) => escaped(d.name))), rule(designs.length + 1), ...rows];
}

/** Where numbers come from, in brackets after them. */
const from = (...labels: readonly string[]): string => ` (${t(`bench.src.${weakest(labels)}`)})`;

function question(q: QuestionReport | undefined): string {
  if (!q?.stores.length) return t("bench.unanswered");
  const name = isClassName(q.class) ? t(`class.${q.class}`) : t("bench.class.blob");
  const source = from(...[q.read, q.requests, q.roundTrips].map((s) => s.often.label));
  const requests = tn("design.requests", q.requests.often.v, { n: figure(q.requests.often.v) });
  const read = `${t("reads.read")} ${figure(q.read.often.v)} → ${figure(q.returned.often.v)}`;
  return `${name}, ${read}, ${requests}${source}${verdict(q)}`;
}

function write(w: WriteReport | undefined): string {
  if (!w) return "";
  const transactions = tn("bench.transactions", w.transactions.v, { n: figure(w.transactions.v) });
  const requests = tn("design.requests", w.requests.v, { n: figure(w.requests.v) });
  return `${transactions}, ${requests}${from(w.transactions.label, w.requests.label)}${verdict(w)}`;
}

function verdict({ budget, met }: Pick<QuestionReport, "budget" | "met">): string {
  if (!budget.length) return "";
  const over = budget.filter((b) => !b.met).map(limitText);
  return met ? `, ${t("design.within")}` : `, **${t("design.over")}** (${over.join(", ")})`;
}

/** How far a design can grow; one that fails at its size has no room. */
const roomOf = (b: DesignBreach): string =>
  b.at > 1 ? `${t("bench.times", { n: figure(b.at) })},` : t("bench.room.now");

function facts(designs: readonly DesignReport[]): string[] {
  const row = (name: string, text: (d: DesignReport) => string) => cells(name, ...designs.map(text));
  const over = (d: DesignReport, counter: string) =>
    d.facts.budget
      .filter((b) => b.counter === counter && !b.met)
      .map((b) => `, **${t("design.over")}** (${limitText(b)})`)
      .join("");
  return [
    cells("", ...designs.map((d) => escaped(d.name))),
    rule(designs.length + 1),
    row(t("bench.review.budgets"), (d) => {
      const { met, of } = budgetsOf(d);
      return t("bench.score", { met, of });
    }),
    row(t("bench.fact.hottest"), (d) => {
      const { hottest: h } = d.facts;
      return `${code(h.key)} ${figure(h.rate.v)}/s (${percent(h.rate.v / 2000)})${over(d, "partition")}`;
    }),
    row(t("bench.fact.account"), (d) => `${figure(d.facts.account.rate.v)}/s${over(d, "account")}`),
    row(t("bench.fact.room"), ({ breaks: b }) =>
      b.what ? `${roomOf(b)} ${escaped(breach(b))}` : t("bench.room.none"),
    ),
    row(t("bench.fact.stored"), (d) => size(d.facts.bytes.v)),
    row(
      t("bench.fact.month"),
      ({ facts: { month: m } }) =>
        t("bench.fact.month.parts", { n: figure(m.transactions.v), gib: figure(m.gib.v) }) +
        (m.currency ? `, ${figure(m.money.v)} ${escaped(m.currency)}` : ""),
    ),
  ];
}
