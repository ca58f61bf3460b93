// An answer, as it stands in <run-output>: one line that teaches, then the same through several lenses.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Exchange } from "../engine/types.ts";
import { iconButton } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { kebab } from "../ui/query-classes.ts";
import { ending, finding, findings, waysOf } from "./findings.ts";
import { keyLine } from "./key-line.ts";
import { runLanes } from "./lanes.ts";
import { changesLens } from "./lenses/changes.ts";
import { explainLens } from "./lenses/explain.ts";
import { hasResult, resultLens } from "./lenses/result.ts";
import { batchXray } from "./lenses/transaction.ts";
import { wireLens } from "./lenses/wire.ts";
import { isVerdict, rounds } from "./rounds.ts";
import { summary } from "./summary.ts";
import { lineIsAbove, type OutputView } from "./view.ts";

/** A lens: for which answers it is there, and what it shows of one. */
interface LensView {
  of: (x: Exchange) => boolean;
  draw: (x: Exchange, view: OutputView) => unknown;
}

/** The lenses in the order of their tabs. A new one needs a line here, a text lens.<name>, and a line of style. */
const LENSES = {
  transaction: { of: (x) => x.ops.length > 0, draw: batchXray },
  result: { of: (x) => !x.ops.length && hasResult(x), draw: resultLens },
  explain: { of: (x) => !!x.record?.plan, draw: explainLens },
  changes: { of: (x) => !!x.record?.changes.length || x.ops.length > 0, draw: changesLens },
  wire: { of: (x) => x.wire.length > 0, draw: wireLens },
} satisfies Record<string, LensView>;

export type Lens = keyof typeof LENSES;

/** An answer, or several of one request of which one is shown. */
export interface Answer extends OutputView {
  group: string; // name of the radio buttons, unique in the document
  run: number; // the lenses begin anew with each
  exchanges: readonly Exchange[]; // of one block, oldest first
  at: number; // of these, the one that is shown
  story: readonly Exchange[]; // of the whole run, at its last answer
  folded: boolean; // only the head is shown
  drawn: (lens: Lens) => boolean; // besides the first lens
  open?: (lens: Lens) => void;
  step?: (by: number) => void;
  copy?: () => void;
  fold?: () => void;
}

/** The attributes of <run-output>; null means that it has none of that name. */
export function attributesOf(
  x: Exchange | null,
  folded: boolean,
): { "data-class": string | null; state: string | null } {
  const plan = x?.record?.plan;
  return {
    "data-class": plan ? kebab(plan.class) : null,
    state: x?.record?.token && !folded ? "more" : x?.problem ? "failed" : null,
  };
}

export function answer(a: Answer, x: Exchange): TemplateResult {
  const lenses = lensesOf(x);
  const found = findings(x, a.actions.jump, a.repair);
  const late = x.code !== "" && !a.folded; // what is wrong with a request helps more than that it was to be answered
  return html`<header class="ro-head">${a.folded ? nothing : rounds(a.exchanges)}${summary(x)}${lineAbove(x, a)}${tools(
    a,
    lenses,
  )}</header>${strayLine(a)}${late ? nothing : found}${
    a.folded
      ? nothing
      : lenses.map(
          (l, i) =>
            html`<div class="ro-lens" data-lens=${l}>${i === 0 || a.drawn(l) ? LENSES[l].draw(x, a) : nothing}</div>`,
        )
  }${late ? found : nothing}${ending(x, a.actions.jump)}${a.folded ? nothing : runLanes(a.story, a.limits.listed)}`;
}

/** The key line of what was read. It has its room before it is known, so that nothing moves. */
function lineAbove(x: Exchange, a: Answer): TemplateResult | typeof nothing {
  const plan = x.record?.plan;
  if (!plan || a.folded || !lineIsAbove(x, a)) return nothing;
  const line = a.keyline?.parts.length ? keyLine(plan.class, a.keyline, { legend: false }) : nothing;
  return html`<div class="ro-line">${line}</div>`;
}

/** A line of the script that no request sends as its author meant it. */
function strayLine({ repair, actions }: Answer): TemplateResult | typeof nothing {
  if (!repair?.line || !repair.text) return nothing;
  return finding(repair.line, html`${repair.text}`, actions.jump, waysOf(repair.ways));
}

/** What stands at the end of the head: which of several answers this is, the lenses, and buttons. */
function tools(a: Answer, lenses: readonly Lens[]): TemplateResult | typeof nothing {
  const { copy, fold } = a;
  const list = [
    stepper(a),
    a.folded || !lenses.length ? nothing : keyed(`${a.group}-${a.run}-${lenses.join()}`, tabs(a, lenses)),
    a.actions.copyAs && !a.folded ? copyAs(a) : nothing,
    copy && !a.folded ? iconButton("copy", t("output.copy"), copy) : nothing,
    fold ? folder(a.folded, fold) : nothing,
  ];
  return list.every((tool) => tool === nothing) ? nothing : html`<div class="ro-tools">${list}</div>`;
}

/** Offers the request as a command or as code, if one was sent. */
function copyAs({ actions, exchanges, at }: Answer): TemplateResult | typeof nothing {
  const x = exchanges[at];
  return x?.wire.length ? iconButton("script", t("output.copyas"), () => actions.copyAs?.(x)) : nothing;
}

/** Opens an answer that is folded to its head, or folds it. */
function folder(folded: boolean, fold: () => void): TemplateResult {
  const word = t(folded ? "output.unfold" : "output.fold");
  return html`<button type="button" class=${folded ? "button" : "icon-button"} data-kind=${folded ? "quiet" : nothing}
    aria-label=${word} title=${word} aria-expanded=${folded ? "false" : "true"}
      @click=${fold}>${folded ? word : nothing}${icon(folded ? "down" : "up")}</button>`;
}

function tabs({ group, open }: Answer, lenses: readonly Lens[]): TemplateResult {
  return html`<fieldset class="tabs"><legend class="vh">${t("lens.label")}</legend>${lenses.map(
    (l, i) => html`<label><input type="radio" name=${group} value=${l} ?checked=${i === 0}
      @change=${() => open?.(l)}><span>${t(`lens.${l}`)}</span></label>`,
  )}</fieldset>`;
}

/** A looped request has many answers; one is shown. */
function stepper({ exchanges, at, step }: Answer): TemplateResult | typeof nothing {
  const of = exchanges.length;
  if (of < 2) return nothing;
  const place = html`<span class="ro-fact">${t("output.of", { n: at + 1, of })}</span>`;
  if (!step) return place;
  return html`${iconButton("left", t("output.previous"), () => step(-1), at === 0)}${place}${iconButton(
    "right",
    t("output.next"),
    () => step(1),
    at === of - 1,
  )}`;
}

function lensesOf(x: Exchange): Lens[] {
  if (isVerdict(x)) return [];
  return (Object.keys(LENSES) as Lens[]).filter((name) => LENSES[name].of(x));
}
