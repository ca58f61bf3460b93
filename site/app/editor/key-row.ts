// A row of keys above the on-screen keyboard of a phone: the words of the script, and signs that such keyboards hide.
import { html, type TemplateResult } from "lit";
import { t } from "../ui/i18n.ts";
import { type WordKey, wordKeys } from "./script-words.ts";

const SIGNS: readonly WordKey[] = [
  ["'", "'"],
  ["( )", "()", 1],
  ["/", "/"],
  ["eq", " eq "],
  ["ge", " ge "],
  ["lt", " lt "],
  ["and", " and "],
  ["{{ }}", "{{}}", 2],
  ["{ }", "{  }", 2],
  ['"', '"'],
  [":", ": "],
  ["###", "### "],
  ["# ??", "# ?? "],
];

/** Draws the row for a script. Its style sheet shows it on a phone while the editor has the focus. */
export function keyRow(script: string): TemplateResult {
  const keys = [...wordKeys(script), ...SIGNS];
  return html`<div class="key-row" role="toolbar" aria-label=${t("play.keys")} @keydown=${move}>${keys.map(
    ([shown, writes, back = 0], i) =>
      html`<button type="button" tabindex=${i ? -1 : 0} @pointerdown=${stay} @mousedown=${stay}
        @click=${() => write(writes, back)}>${shown}</button>`,
  )}</div>`;
}

/** The focus stays in the editor, else the keyboard goes away. */
function stay(e: Event): void {
  e.preventDefault();
}

/** Writes as the keyboard would, so that one Undo takes it back; both editors hear of it as of any other input. */
function write(text: string, back: number): void {
  document.execCommand("insertText", false, text);
  for (let i = 0; i < back; i++) selectionOf()?.modify("move", "backward", "character");
}

/** The selection of the editor, which may be in a shadow tree; a text field moves its own. */
function selectionOf(): Selection | null {
  const root = document.activeElement?.shadowRoot as { getSelection?: () => Selection | null } | null | undefined;
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) {
    field.selectionStart = field.selectionEnd = field.selectionStart - 1;
    return null;
  }
  return root?.getSelection?.() ?? document.getSelection();
}

/** Arrow keys go along the row, as in any toolbar. */
function move(e: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  const keys = [...(e.currentTarget as HTMLElement).querySelectorAll("button")];
  const here = keys.indexOf(e.target as HTMLButtonElement);
  if (!by || here < 0) return;
  e.preventDefault();
  keys.at((here + by) % keys.length)?.focus();
}

/** Keeps the row above the keyboard where a browser lays that over the page: the style sheet asks for --keyboard. */
export function watchKeyboard(host: HTMLElement, signal: AbortSignal): void {
  const view = window.visualViewport;
  const place = () => {
    const covered = view ? Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)) : 0;
    host.style.setProperty("--keyboard", `${covered}px`);
  };
  for (const change of ["resize", "scroll"]) view?.addEventListener(change, place, { signal });
}
