// The two kinds of buttons that all views use.
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import { keyName } from "./keys.ts";

export interface ButtonOptions {
  icon?: string;
  kind?: "primary" | "quiet" | "small";
  keys?: string; // shortcut, as in keys.ts; shown but not read
  disabled?: boolean;
}

/** A button with a word. A disabled one keeps the focus and does nothing. */
export function button(word: string, press: () => void, o: ButtonOptions = {}): TemplateResult {
  return html`<button type="button" class="button" data-kind=${o.kind ?? nothing}
    aria-disabled=${o.disabled ? "true" : nothing}
    @click=${o.disabled ? nothing : press}>${o.icon ? icon(o.icon) : nothing}<span>${word}</span>${
      o.keys ? html`<kbd aria-hidden="true">${keyName(o.keys)}</kbd>` : nothing
    }</button>`;
}

/** A button with an icon and a name that is read. */
export function iconButton(name: string, label: string, press: () => void, disabled = false): TemplateResult {
  return html`<button type="button" class="icon-button" aria-label=${label} title=${label}
    aria-disabled=${disabled ? "true" : nothing} @click=${disabled ? nothing : press}>${icon(name)}</button>`;
}
