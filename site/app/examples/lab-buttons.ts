// The buttons of an example that open its laboratories. What they open is loaded when one is pressed.
import { clientsOf } from "../labs/clients.ts";
import type { LabKind } from "../labs/lab-host.ts";
import { make, makeIcon } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";

/** Adds a button for each laboratory that has something to try. */
export function addLabs(cell: HTMLElement, tools: HTMLElement): void {
  const text = [...cell.querySelectorAll(".cell-edit pre.sample")].map((p) => p.textContent).join("\n");
  const clients = clientsOf(text).length;
  const kinds: LabKind[] = [
    ...(clients > 1 && clients < 5 ? (["races"] as const) : []),
    ...(clients > 0 && /\/messages\b/.test(text) ? (["faults"] as const) : []),
  ];
  const buttons = kinds.map((kind) => labButton(kind));
  for (const [i, button] of buttons.entries())
    button.addEventListener("click", () => {
      const open = button.ariaExpanded !== "true";
      for (const b of buttons) b.ariaExpanded = String(b === button && open);
      void import("./lab-lens.ts").then((m) => m.toggleLab(cell, kinds[i] ?? "races", open));
    });
  tools.prepend(...buttons);
}

function labButton(kind: LabKind): HTMLElement {
  return make(
    "button",
    { "type": "button", "class": "button", "data-kind": "small", "aria-expanded": "false" },
    makeIcon(kind === "races" ? "branch" : "fault"),
    make("span", {}, first(`lab.${kind}`)),
  );
}
