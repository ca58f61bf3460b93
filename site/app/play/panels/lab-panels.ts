// The panels "Races" and "Faults": what every order and every fault of the script leads to. What they are made of is
// loaded when one of them is opened for the first time; its engine, when it tries something.
import type { LabHost, LabKind } from "../../labs/lab-host.ts";
import type { LabPanel } from "../../labs/lab-panel.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Workspace } from "../workspace/workspace.ts";

const HAS: Readonly<Record<LabKind, RegExp>> = {
  races: /^#\s*@client\b/m,
  faults: /^#\s*@(client|invariant)\b/m,
};

export const racesPanel = (workspace: Workspace): Panel => panelFor(workspace, "races", "branch");
export const faultsPanel = (workspace: Workspace): Panel => panelFor(workspace, "faults", "fault");

function panelFor(workspace: Workspace, kind: LabKind, icon: string): Panel {
  const element = document.createElement("div");
  let panel: Promise<LabPanel> | null = null;
  let of = ""; // the document whose script was tried
  const make = async (): Promise<LabPanel> => {
    const [{ labPanel }, { playLab }] = await Promise.all([import("../../labs/lab-view.ts"), import("./play-lab.ts")]);
    const host: LabHost = playLab(workspace);
    const made = labPanel(kind, host);
    element.append(made.element);
    workspace.pane.element.addEventListener("script:change", () => made.changed());
    return made;
  };
  return {
    id: kind,
    title: `lab.${kind}`,
    icon,
    part: true,
    special: {
      about: `lab.${kind}.about`,
      why: () => `lab.${kind}.why`,
      wanted: () => HAS[kind].test(workspace.pane.text),
    },
    element,
    shown: async (open) => {
      if (!open && !panel) return;
      panel ??= make();
      of = workspace.document.id;
      await (await panel).open(open);
    },
    ran: async () => (await panel)?.changed(),
    turned: async () => {
      const other = of !== workspace.document.id;
      of = workspace.document.id;
      if (other) (await panel)?.turned();
      else (await panel)?.changed();
    },
  };
}
