// What the page itself has to say about a request: assertions that failed, and scripts that cannot run.
import { html, nothing, type TemplateResult } from "lit";
import type { Check, Exchange } from "../engine/types.ts";
import { filled, said, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { brief } from "./brief.ts";
import { firstDifference } from "./differences.ts";

type Jump = ((line: number) => void) | undefined;

export function findings(x: Exchange, jump: Jump): TemplateResult {
  const failed = x.checks.filter((c) => !c.pass);
  return html`${
    x.problem ? finding(x.problem.line, html`${said(x.problem.message, x.problem.sentences)}`, jump) : nothing
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

/** That the run ended here. It comes after what the service said and what can be done about it. */
export function ending(x: Exchange, jump: Jump): TemplateResult | typeof nothing {
  return surprise(x) ? finding(x.line, html`${t(surpriseKey(x), { status: x.status })}`, jump) : nothing;
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

/** What is there already was most often written by the run before. */
function surpriseKey({ code }: Exchange): "output.surprise" | "output.surprise.again" {
  return code === "TableAlreadyExists" || code === "EntityAlreadyExists" ? "output.surprise.again" : "output.surprise";
}

/** A problem with its line; the line leads to its place in the script. */
export function finding(line: number, text: TemplateResult, jump: Jump, action: unknown = nothing): TemplateResult {
  const where = t("check.line", { n: line });
  const place = jump
    ? html`<button type="button" class="where" @click=${() => jump(line)}>${where}</button>`
    : html`<span class="where">${where}</span>`;
  return html`<p class="finding" data-ok="false">${icon("cross")}<span>${
    line > 0 ? place : nothing
  } ${text}</span>${action}</p>`;
}

/** An error that no assertion expects ends the run. */
function surprise(x: Exchange): boolean {
  return x.stopped && !x.problem && x.status >= 400 && x.checks.length === 0;
}
