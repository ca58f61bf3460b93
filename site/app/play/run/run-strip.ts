// The strip above the script: Run and the ways to run, Stop, the run as a line, its summary.
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keyName } from "../../ui/keys.ts";
import { type MenuItem, menu } from "../../ui/menu.ts";
import { type Box, runLine, summaryOf } from "./run-line.ts";

export interface StripState {
  boxes: readonly Box[]; // of the last run; none before the first
  running: boolean;
  past: boolean; // the data show an earlier moment
  program: Outcome | null; // of a document that is no script; null of one that is
  fresh: boolean; // this document begins each run of everything with fresh data
}

/** What became of a program, in words. */
export interface Outcome {
  worst: string;
  rest: string;
}

export interface StripActions {
  all: () => void;
  afresh: () => void;
  here: () => void;
  from: () => void;
  selection: () => void;
  stop: () => void;
  fresh: (on: boolean) => void;
  go: (n: number) => void;
}

export function runStrip(s: StripState, a: StripActions): TemplateResult {
  const { worst, rest } = s.program ?? summaryOf(s.boxes);
  return html`<div class="run-strip" role="group" aria-label=${t("run.strip")}>
    <span class="run-split" ?data-first=${!(s.boxes.length || s.running || s.program || s.fresh)}>${button(
      t(s.past ? "time.run" : s.program ? "cell.run" : "play.runall"),
      a.all,
      {
        icon: "run",
        kind: "primary",
        keys: "Mod+Shift+Enter",
        disabled: s.running,
      },
    )}${menu("run-menu", icon("down"), t("run.ways"), ways(s, a), "primary")}</span>
    ${iconButton("stop", t("play.stop"), a.stop, !s.running)}
    ${runLine(s.boxes, a.go)}
    <p class="run-sum" role="status">${worst ? html`<b class="bad">${worst}</b>` : nothing}${
      rest ? html`<span class=${worst ? "run-rest" : nothing}>${worst ? ", " : ""}${rest}</span>` : nothing
    }</p>
    ${
      s.boxes.length || s.program
        ? nothing
        : html`<p class="run-hint">${t("run.hint", { keys: keyName("Mod+Enter") })}</p>`
    }
    ${s.fresh ? freshMark(a) : nothing}
  </div>`;
}

/** Each run begins with fresh data: said where runs begin, and ended there. */
function freshMark(a: StripActions): TemplateResult {
  return html`<label class="run-fresh"><input type="checkbox" checked @change=${() => a.fresh(false)}> ${t(
    "run.fresh",
  )}</label>`;
}

function ways(s: StripState, a: StripActions): MenuItem[] {
  const disabled = s.running;
  return [
    { word: t("run.fresh.always"), press: () => a.fresh(!s.fresh), checked: s.fresh },
    { word: t("run.afresh"), press: a.afresh, keys: "Mod+Shift+R", disabled },
    ...(s.program ? [] : parts(a, disabled)),
  ];
}

/** Ways to run a part of a script. */
function parts(a: StripActions, disabled: boolean): MenuItem[] {
  return [
    { word: t("run.here"), press: a.here, keys: "Mod+Enter", disabled },
    { word: t("run.from"), press: a.from, disabled },
    { word: t("run.selection"), press: a.selection, disabled },
  ];
}
