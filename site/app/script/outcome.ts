// How the answers of a run compare with what the script expects, in one line that leads to the first that differs, and
// how much of the script a run has reached.
import { html, nothing, type TemplateResult } from "lit";
import { isVerdict } from "../answer/rounds.ts";
import type { Block, Diagnostic, Exchange } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";

export interface Outcome {
  all: number; // answers, and requests that were not sent
  refused: number; // ended the run, and nothing expected that
  different: number; // failed an assertion, or could not be sent
  unsent: number; // requests below the one at which the script stopped
  line: number; // of the first that is not as expected, 0 if there is none
}

/** Sums up a run of all blocks of a script. */
export function outcomeOf(exchanges: readonly Exchange[], blocks: readonly Block[]): Outcome {
  const end = exchanges.at(-1);
  const unsent = end?.stopped ? blocks.filter((b) => isBelow(b, end)).length : 0;
  const outcome: Outcome = { all: unsent, refused: 0, different: 0, unsent, line: 0 };
  for (const x of exchanges) {
    const wrong = x.problem ?? x.checks.find((c) => !c.pass);
    if (x.hidden && !wrong && !x.stopped) continue;
    if (isVerdict(x) && !wrong) continue;
    outcome.all++;
    if (wrong) outcome.different++;
    else if (x.stopped) outcome.refused++;
    else continue;
    outcome.line ||= wrong?.line ?? failedAt(x, blocks) ?? x.line;
  }
  return outcome;
}

/** Whether a block is a request below another one, and no operation of the same transaction. */
function isBelow(b: Block, x: Exchange): boolean {
  return b.line > (x.problem?.line ?? x.line) && !x.blocks.includes(b.index);
}

/** The line of the operation for which a transaction was refused. */
function failedAt(x: Exchange, blocks: readonly Block[]): number | undefined {
  const op = x.ops.find((o) => o.state === "failed");
  return op && blocks.find((b) => b.index === op.block)?.line;
}

/** Leads to a line that is sent with a request and is none of it. */
export function strayChip(d: Diagnostic | null, jump: (line: number) => void): TemplateResult | typeof nothing {
  if (!d) return nothing;
  const code = d.sentences[0]?.code ?? "";
  const key = code.startsWith("sql-") ? "outcome.sql" : code === "header-in-body" ? "outcome.header" : "outcome.stray";
  return html`<span class="chip"><button type="button" @click=${() => jump(d.line)}>${t(key, {
    line: d.line,
  })}</button></span>`;
}

/** How many of the requests of a script ran. */
export interface Part {
  ran: number;
  of: number;
}

/** Counts the requests that a run has sent, or could not send. Those of a setup belong to another script. */
export function partOf(exchanges: readonly Exchange[], blocks: readonly Block[]): Part {
  const reached = new Set(exchanges.filter((x) => !x.hidden).flatMap((x) => x.blocks));
  const requests = blocks.filter((b) => b.line > 0);
  return { ran: requests.filter((b) => reached.has(b.index)).length, of: requests.length };
}

/** Draws the outcome of a run; the part that differs leads to its place. */
export function outcomeLine(o: Outcome | null, jump: (line: number) => void): TemplateResult | typeof nothing {
  if (!o?.all) return nothing;
  if (!o.line) return html`<span>${tn("outcome.expected", o.all)}</span>`;
  const wrong = [
    o.refused ? tn("outcome.refused", o.refused) : "",
    o.different ? tn("outcome.different", o.different) : "",
    o.unsent ? tn("outcome.unsent", o.unsent) : "",
  ].filter(Boolean);
  const some = t("outcome.some", { ok: num(o.all - o.refused - o.different - o.unsent), n: num(o.all) });
  return html`<span class="chip">${some} <button type="button" @click=${() => jump(o.line)}>${t("outcome.first", {
    what: wrong.join(", "),
    line: o.line,
  })}</button></span>`;
}
