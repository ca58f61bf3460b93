// <lab-panel> as it is drawn: the state of a trial, and what was found.
import { html, nothing, type TemplateResult } from "lit";
import { faultsView } from "./faults-view.ts";
import type { LabHost, LabKind } from "./lab-host.ts";
import { LabPanel } from "./lab-panel.ts";
import { busyView, problemView, staleView, startView, stoppedView, troubleView } from "./lab-states.ts";
import { racesView } from "./races-view.ts";

/** Makes a laboratory. */
export function labPanel(kind: LabKind, host: LabHost): LabPanel {
  return new LabPanel(kind, host, labView);
}

function labView(panel: LabPanel): TemplateResult {
  const { state, slow, slice, trouble } = panel.run.trial;
  if (!panel.engine || (!panel.ready && state !== "busy")) return startView(panel);
  return html`${state === "busy" && slow ? busyView(panel) : nothing}${
    state === "stopped" ? stoppedView(panel) : nothing
  }${
    state === "failed" ? troubleView(panel, trouble) : nothing
  }${panel.stale && state !== "busy" ? staleView(panel) : nothing}${
    slice?.problem ? problemView(panel, slice.problem) : nothing
  }${found(panel)}`;
}

function found(panel: LabPanel): TemplateResult | typeof nothing {
  const { report } = panel;
  if (!report) return nothing;
  return "outcomes" in report ? racesView(panel, report) : faultsView(panel, report);
}
