// The frame of the playground: its bars, the notices below them, and the panes.
import { html, nothing, type TemplateResult } from "lit";
import { keyRow } from "../../editor/key-row.ts";
import { t, tn } from "../../ui/i18n.ts";
import { costLedger } from "../cost/cost-ledger.ts";
import { openedBand } from "../open/opened.ts";
import { resultsHead } from "../run/run-line.ts";
import { type Outcome, runStrip, type StripActions } from "../run/run-strip.ts";
import type { Runs } from "../run/runs.ts";
import { type VerdictActions, verdictBand } from "../run/verdict.ts";
import type { DocTool } from "../workspace/tool.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { makingBand, ownerNotice, partBand, pastBand } from "./bands.ts";
import { type DocActions, docBar } from "./doc-bar.ts";
import { type Note, noteStrip } from "./note.ts";
import type { Panes } from "./panes.ts";
import type { Regions } from "./regions.ts";
import type { SidePanel } from "./side-panel.ts";
import { ways } from "./ways.ts";

export interface Frame {
  workspace: Workspace;
  side: SidePanel;
  panes: Panes;
  regions: Regions;
  runs: Runs;
  tools: readonly DocTool[];
  renaming: boolean;
  saved: TemplateResult;
  note: Note | null;
}

export interface FrameActions {
  documents: DocActions;
  runs: StripActions & VerdictActions;
  dismiss: () => void; // the note
  prices: () => void;
}

export function frame(f: Frame, a: FrameActions): TemplateResult {
  const { workspace } = f;
  const bands = [pastBand, ownerNotice, makingBand].map((band) => band(workspace));
  const origin = [openedBand, partBand].map((band) => band(workspace));
  return html`<h1 class="vh">${t("play.title")}</h1>${docs(f, a)}${bands}${noteStrip(f.note, a.dismiss)}${origin}
      <div class="panes">${script(f, a)}
      ${f.panes.handle()}
      <aside class="pane-side" id="panel" aria-label=${t("play.panel")}><div
      class="side-head">${f.side.tabs()}${f.panes.buttons()}</div>${f.side.why()}${f.side.bodies()}</aside>
      ${results(f, a)}</div>
      <cost-ledger role="region" aria-label=${t("ledger.label")}>${costLedger(
        workspace.last?.result ?? null,
        a.prices,
      )}</cost-ledger>${keyRow(workspace.pane.text)}${f.regions.bar()}`;
}

function docs({ workspace, renaming, saved, tools }: Frame, a: FrameActions): TemplateResult {
  return docBar({ list: workspace.documents.list, current: workspace.document, renaming, saved, tools }, a.documents);
}

/** The document is a program, not a script. */
const isProgram = (f: Frame): boolean => f.workspace.document.language === "js";

function script(f: Frame, a: FrameActions): TemplateResult {
  const { workspace, runs } = f;
  const state = {
    boxes: runs.state.boxes,
    running: runs.running,
    program: isProgram(f) ? outcome(f) : null,
    fresh: workspace.document.fresh,
    past: workspace.store.journal.past,
  };
  return html`<section class="pane-script" id="script"
    aria-label=${t("play.script")}>${runStrip(state, a.runs)}${verdictBand(
      runs.state.verdict,
      a.runs,
    )}<div class="pane-scroll">${workspace.pane.element}${ways(workspace)}</div>${
      isProgram(f) && !f.regions.narrow ? f.runs.programs.console.element : nothing
    }</section>`;
}

function results(f: Frame, a: FrameActions): TemplateResult {
  const { boxes } = f.runs.state;
  const list = boxes.length ? f.workspace.pane.list?.element : html`<p class="blank">${t("play.results.none")}</p>`;
  return html`<section class="pane-results" id="results"
    aria-label=${t("play.results")}>${resultsHead(boxes, f.workspace.last?.result.counters ?? null, a.runs.go)}<div
      class="pane-scroll">${isProgram(f) && f.regions.narrow ? f.runs.programs.console.element : list}</div></section>`;
}

/** How the program ended, in words. */
function outcome(f: Frame): Outcome {
  const { failed, calls } = f.runs.programs.console;
  const worst = failed ? (failed.line ? t("js.stopped.at", { n: failed.line }) : t("js.stopped")) : "";
  return { worst, rest: worst || !f.workspace.last || f.runs.running ? "" : tn("js.calls", calls) };
}

const SCROLLER = ".pane-script .pane-scroll";

/** Notes it before the page is drawn; the function that it returns goes there, given what brings a keyboard to the
 * script. */
export function keepPlace(host: HTMLElement): (write: () => void) => void {
  const at = host.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const late = at?.dataset.late;
  const reading = !late && at?.matches(":focus-visible");
  const top = host.querySelector(SCROLLER)?.scrollTop ?? 0;
  return (write) => {
    if (top) host.querySelector(SCROLLER)?.scrollTo(0, top);
    if (late) host.querySelector<HTMLElement>(late)?.focus();
    if (reading) write();
  };
}
