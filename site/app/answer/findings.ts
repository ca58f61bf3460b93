// What the page itself has to say about a request: assertions that failed, and scripts that cannot run.
import { html, nothing, type TemplateResult } from "lit";
import type { Check, Exchange } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { filled, said, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { brief } from "./brief.ts";
import { firstDifference } from "./differences.ts";
import type { Repair, Way } from "./view.ts";

type Jump = ((line: number) => void) | undefined;

/** A repair may explain what could not be sent, or bring ways to mend it. */
export function findings(x: Exchange, jump: Jump, repair: Repair | null): TemplateResult {
  const failed = x.checks.filter((c) => !c.pass);
  const { problem } = x;
  const { text = "", ways = [] } = repair?.line ? repair : {};
  return html`${
    problem && !text
      ? finding(problem.line, html`${said(problem.message, problem.sentences)}`, jump, waysOf(ways))
      : nothing
  }${failed.map((c) =>
    finding(
      c.line,
      html`${filled(t("check.wrong"), {
        query: c.query,
        expected: html`<code>${brief(c.expected)}</code>`,
        got: html`<code>${brief(gotOf(c))}</code>`,
      })}${after(unlike(c, c.expected, gotOf(c)))}`,
      jump,
    ),
  )}`;
}

/** That the run ended here. It comes after what the service said and what can be done about it, and is less loud. */
export function ending(x: Exchange, jump: Jump): TemplateResult | typeof nothing {
  if (!surprise(x)) return nothing;
  const check = html`<code>${`# ?? status == ${x.status}`}</code>`;
  return html`<p class="quiet finding"><span>${place(x.line, jump)} ${filled(t("output.surprise"), {
    status: x.status,
    check,
  })}</span></p>`;
}

/** What a check found: a value, or why there is none. Of an answer without entities even the keys are nothing. */
export function gotOf(c: Check): string {
  return said(c.got, c.sentences) || t("check.nothing");
}

const after = (sentence: TemplateResult | typeof nothing) => (sentence === nothing ? nothing : html`. ${sentence}`);

/** Where two long values begin to differ, in words; nothing for short ones, and for a check that compares nothing. */
export function unlike(c: Check, expected: string, got: string): TemplateResult | typeof nothing {
  const d = / == /.test(c.text) && !c.sentences?.length ? firstDifference(expected, got) : null;
  if (!d) return nothing;
  const [item, property, character] = [
    d.item && t("check.at.item", { n: d.item }),
    d.property && t("check.at.property", { name: d.property }),
    d.character && t("check.at.character", { n: d.character }),
  ];
  const value = (text: string | null) => (text === null ? t("check.nothing") : html`<code>${text}</code>`);
  return html`${filled(t("check.differs"), {
    place: [item, property, character].filter(Boolean).join(", "),
    expected: value(d.expected),
    got: value(d.got),
  })}`;
}

/** What can be done, as buttons. */
export const waysOf = (ways: readonly Way[]): TemplateResult[] =>
  ways.map((w) => button(w.label, w.go, { kind: "small" }));

/** A problem with its line; the line leads to its place in the script. */
export function finding(line: number, text: TemplateResult, jump: Jump, action: unknown = nothing): TemplateResult {
  return html`<p class="finding" data-ok="false">${icon("cross")}<span>${
    line > 0 ? place(line, jump) : nothing
  } ${text}</span>${action}</p>`;
}

function place(line: number, jump: Jump): TemplateResult {
  const where = t("check.line", { n: line });
  return jump
    ? html`<button type="button" class="where" @click=${() => jump(line)}>${where}</button>`
    : html`<span class="where">${where}</span>`;
}

/** An error that no assertion expects ends the run. */
function surprise(x: Exchange): boolean {
  return x.stopped && !x.problem && x.status >= 400 && x.checks.length === 0;
}
