// The laboratories below an example: every order of its clients, or every fault, from the data that the example begins
// with.
import { Fixture, setupOf } from "../engine/fixture.ts";
import { clientsOf } from "../labs/clients.ts";
import type { LabHost, LabKind } from "../labs/lab-host.ts";
import type { LabPanel } from "../labs/lab-panel.ts";
import { labPanel } from "../labs/lab-view.ts";
import { dataOfPage, textOf } from "./cells.ts";

const made = new WeakMap<HTMLElement, Map<LabKind, LabPanel>>();

/** Opens or closes a laboratory of an example, and tells whether it is open now. */
export async function toggleLab(cell: HTMLElement, kind: LabKind, open: boolean): Promise<void> {
  const panels = made.get(cell) ?? new Map<LabKind, LabPanel>();
  made.set(cell, panels);
  for (const [other, panel] of panels) if (other !== kind || !open) await close(panel);
  if (!open) return;
  const panel = panels.get(kind) ?? labPanel(kind, hostOf(cell));
  panels.set(kind, panel);
  cell.append(panel.element);
  await panel.open(true);
}

async function close(panel: LabPanel): Promise<void> {
  await panel.open(false);
  panel.element.remove();
}

function hostOf(cell: HTMLElement): LabHost {
  const text = textOf(cell);
  return {
    source: () => ({ name: cell.dataset.script || "example.http", text, files: dataOfPage.files }),
    clients: () => clientsOf(text),
    mark: () => "",
    prepare: async (control) => {
      await new Fixture(control, dataOfPage).restore();
      return setupOf(dataOfPage);
    },
  };
}
