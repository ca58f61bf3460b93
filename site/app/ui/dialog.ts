// A dialog with a head, a body that scrolls, and a foot. Closing it gives the focus back to where it was.
import { html, nothing, render, type TemplateResult } from "lit";
import { t } from "./i18n.ts";
import { icon } from "./icons.ts";

export interface DialogView {
  title: string;
  lead?: unknown; // a sentence below the title
  body: unknown;
  foot?: unknown; // buttons, the primary one last
}

export interface Dialog {
  element: HTMLDialogElement; // says "close" when it is over
  draw: () => void; // after a change
  close: () => void;
}

let serial = 0;

/** Opens a dialog that looks as view says. */
export function openDialog(view: (d: Dialog) => DialogView, size: "s" | "m" | "l" = "m"): Dialog {
  const element = document.createElement("dialog");
  const title = `dialog-${serial++}`;
  element.className = "framed";
  element.dataset.size = size;
  element.setAttribute("aria-labelledby", title);
  const dialog: Dialog = {
    element,
    draw: () => render(framed(view(dialog), title, dialog.close), element),
    close: () => element.close(),
  };
  dialog.draw();
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return dialog;
}

function framed(v: DialogView, title: string, close: () => void): TemplateResult {
  return html`<header class="dlg-head"><div><h2 id=${title}>${v.title}</h2>${
    v.lead ? html`<p class="dlg-lead">${v.lead}</p>` : nothing
  }</div><button type="button" class="icon-button" aria-label=${t("help.close")}
  @click=${close}>${icon("close")}</button></header>
    <div class="dlg-body" tabindex="0" role="group" aria-labelledby=${title}>${v.body}</div>${
      v.foot ? html`<footer class="dlg-foot">${v.foot}</footer>` : nothing
    }`;
}
