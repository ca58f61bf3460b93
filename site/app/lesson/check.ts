// The checks of a step: how many pass, and expected and got of those that do not.
import { html, nothing, type TemplateResult } from "lit";
import { brief } from "../answer/brief.ts";
import { gotOf, unlike } from "../answer/findings.ts";
import type { Check, Exchange, Judged, Judgement } from "../engine/types.ts";
import type { Part } from "../script/outcome.ts";
import { breakable } from "../ui/breaks.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { comparePar, type Par, parLine, type Score, scoreTable } from "./score.ts";

export interface CheckView {
  titles: readonly string[]; // of all checks, before the first run
  judgement: Judgement | null;
  source: string; // check.http, which says what a check that fails may tell
  part: Part | null; // of the last run, if it was one of some requests, which is not judged
  pars: readonly Par[]; // empty when the reader hides scores
  scores: readonly Score[]; // empty before the first run, and when the reader hides them
  next: { title: string; href: string } | null;
  folded: boolean; // only the first check that fails is shown
  fold: () => void;
  glossary: string; // address of what explains par
}

export function lessonCheck(v: CheckView): TemplateResult {
  const { judgement } = v;
  return html`<section aria-labelledby="checks-title" data-folded=${judgement && v.folded ? "" : nothing}><header
    class="lc-head"><h2 id="checks-title">${t("lesson.checks")}</h2>
    <p role="status">${judgement ? verdict(judgement, v.scores) : unjudged(v.part)}<span class="vh">${
      judgement ? ` ${firstFailing(judgement)?.feedback ?? ""}` : ""
    }</span></p>${judgement ? folder(v) : nothing}</header>${judgement?.pass ? onward(v.next) : nothing}
    <ol>${
      judgement
        ? judgement.checks.map((c) => check(c, c === firstFailing(judgement), v.source))
        : v.titles.map((x) => html`<li>${icon("open")}<p>${x}</p></li>`)
    }</ol>
    ${scoreOf(v)}</section>`;
}

function scoreOf({ scores, pars, glossary }: CheckView): TemplateResult | typeof nothing {
  if (scores.length) return scoreTable(scores, glossary);
  return pars.length ? parLine(pars, glossary) : nothing;
}

function folder({ folded, fold }: CheckView): TemplateResult {
  const word = t(folded ? "check.more" : "check.less");
  return html`<button type="button" class="icon-button" aria-expanded=${folded ? "false" : "true"} aria-label=${word}
    title=${word} @click=${fold}>${icon(folded ? "right" : "down")}</button>`;
}

function onward(next: CheckView["next"]): TemplateResult | typeof nothing {
  if (!next) return nothing;
  return html`<p class="actions"><a class="button" data-kind="primary" href=${next.href}>${icon("arrow")}<span>${t(
    "lesson.next.go",
    { title: next.title },
  )}</span></a></p>`;
}

/** Whether a whole run had no request to send. A step that starts with a design is measured without one. */
export function isIdle(exchanges: readonly Exchange[], start: string): boolean {
  return !exchanges.some((x) => !x.hidden && x.line > 0) && !start.includes("# @workload");
}

/** What is said while nothing is judged: there was no run, one that sent nothing, or one of some requests. */
export function unjudged(part: Part | null): string {
  if (part?.of === 0) return t("check.empty");
  if (part && !part.ran) return t("check.unsent");
  return part ? tn("check.part", part.ran, { of: num(part.of) }) : t("check.none");
}

/** The same beside the script, where the checks are out of sight: whether they pass, and the way there. */
export function verdictLink(j: Judgement | null): TemplateResult | typeof nothing {
  if (!j) return nothing;
  const pass = j.checks.filter((c) => c.pass).length;
  const n = j.checks.length;
  return html`<a class="chip" href="#checks-title">${icon(j.pass ? "check" : "cross")}${
    j.pass ? t("check.all", { n }) : t("check.some", { pass, n })
  }</a>`;
}

/** One sentence; the live region says it after each run, and the feedback behind it. */
export function verdict(j: Judgement, scores: readonly Score[]): string {
  const failing = firstFailing(j);
  if (failing)
    return t("check.failing", {
      pass: j.checks.filter((c) => c.pass).length,
      n: j.checks.length,
      title: failing.title,
    });
  return [t("check.all", { n: j.checks.length }), parWord(scores)].filter(Boolean).join(" ");
}

function parWord(scores: readonly Score[]): string {
  const how = comparePar(scores);
  return how === "at" ? t("check.atpar") : how === "under" ? t("check.underpar") : "";
}

function firstFailing(j: Judgement): Judged | undefined {
  return j.checks.find((c) => !c.pass);
}

/** Only the first check that fails says why: what is said of a later one supposes that those before it pass. */
function check(c: Judged, first: boolean, source: string): TemplateResult {
  if (c.pass) return html`<li data-ok="true">${icon("check")}<p>${c.title}</p></li>`;
  const failing = c.details.find((d) => !d.pass);
  return html`<li data-ok="false" data-first=${first ? "" : nothing}>${icon("cross")}<details
    ?open=${first}><summary>${c.title}</summary>${failing ? got(failing, source) : nothing}${
      first && c.feedback ? html`<p>${c.feedback}</p>` : nothing
    }</details></li>`;
}

function got(c: Check, source: string): TemplateResult {
  const what = subject(c);
  const [expected, yours] = sides(c);
  const told = tells(c, source);
  const has = t(isOfLast(c, source) ? "check.got.last" : "check.got");
  const wanted =
    told === "value" ? html`${before(what, expected)}${breakable(brief(expected), ",")}` : t("check.number");
  return html`<table class="got"><caption class="vh">${
    told === "nothing" ? nothing : html`${t("check.expected")}, `
  }${has}</caption><tbody>${
    told === "nothing" ? nothing : html`<tr><th scope="row">${t("check.expected")}</th><td>${wanted}</td></tr>`
  }<tr><th scope="row">${has}</th><td>${before(what, yours)}${breakable(
    brief(yours),
    ",",
  )}</td></tr></tbody></table>${told === "value" ? where(c, expected, yours) : nothing}`;
}

/** What stands before a value: a comparison goes on the words. */
function before(what: string, value: string): string {
  return what.includes(" ") && !/^[<>=!]/.test(value) ? `${what}: ` : `${what} `;
}

function where(c: Check, expected: string, yours: string): TemplateResult | typeof nothing {
  const place = unlike(c, expected, yours);
  return place === nothing ? nothing : html`<p>${place}</p>`;
}

/**
 * What a check looks at. A path leads through an answer that nobody sees: its end is a property that the learner knows.
 * Of what was handed in that is the name in the learner's own request.
 */
export function subject(c: Check): string {
  const what = turned(c) ? HANDED.exec(c.text)?.[1] : c.query.replace(/^(run|answer) /, "");
  const path = /^body (.+)$/.exec(what ?? "")?.[1];
  if (path === undefined) return what ?? "";
  const [, row, name = ""] = /^value\[(\d+|\*)\](?:\.(.+))?$/.exec(path) ?? [];
  if (row === undefined) return path;
  if (row === "*") return name ? t("check.of.each", { name }) : t("check.of.rows");
  return t(name ? "check.of.one" : "check.of.row", { name, n: Number(row) + 1 });
}

const HANDED = /\.response\.(?:body\.)?([^}]+)\}\}/;

/**
 * What a check that fails may tell of what it expected. Of an answer that the learner hands in, the value is the
 * solution: it tells at most that a number was wanted. A pattern is for the engine, and the feedback says it in words.
 */
export function tells(c: Check, source: string): "value" | "number" | "nothing" {
  const pattern = /\smatches\s/.test(c.text);
  if (!isHandedIn(c, source)) return pattern ? "nothing" : "value";
  const [expected, yours] = sides(c);
  const numeric = /^[\d.,?^$]+$/.test(expected) && /\d/.test(expected);
  return numeric && !/\d/.test(yours) ? "number" : "nothing";
}

/** Answers are handed in below the PartitionKey "me"; a check reads one, or compares with one that was read. */
function isHandedIn(c: Check, source: string): boolean {
  const names = blocksOf(source)
    .filter(readsAnswer)
    .flatMap((block) => /^# @name (\w+)/m.exec(block)?.[1] ?? []);
  return readsAnswer(blockOf(c, source)) || names.some((name) => c.text.includes(`{{${name}.`));
}

/** Whether no answer is the one that a check is about. It then looks at the last one, perhaps of another request. */
export function isOfLast(c: Check, source: string): boolean {
  const meant = blockOf(c, source).match(/(?<=^# @answer ).+/gm) ?? [];
  return meant.some((condition) => condition === c.text.replace(/^answer /, ""));
}

const blocksOf = (source: string): string[] => source.split(/^(?=### )/m);

/** The text of the check that an assertion is in. */
function blockOf(c: Check, source: string): string {
  const above = source.split("\n").slice(0, c.line).join("\n");
  return blocksOf(source)[blocksOf(above).length - 1] ?? "";
}

function readsAnswer(block: string): boolean {
  return block.includes("PartitionKey='me'");
}

/**
 * What was expected and what the learner has. A check may measure for itself and compare that with an answer that the
 * learner wrote into the store: then what it measured is what was expected.
 */
export function sides(c: Check): [expected: string, yours: string] {
  const measured = gotOf(c);
  return turned(c) ? [measured, c.expected] : [c.expected, measured];
}

function turned({ query, text }: Check): boolean {
  return !/^(run|answer) /.test(query) && /==\s*\{\{[^}]*\.response\./.test(text);
}
