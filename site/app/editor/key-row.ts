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

let ends = ""; // of the pair that was written last, until they are typed, too

/** Writes as the keyboard would, so that one Undo takes it back; both editors hear of it as of any other input. */
function write(text: string, back: number): void {
  if (closes(text)) return;
  ends = "";
  document.execCommand("insertText", false, text);
  if (back && !text.endsWith(" }")) ends = text.slice(-back);
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) field.selectionStart = field.selectionEnd = field.selectionStart - back;
  else for (let i = 0; i < back; i++) selectionOf()?.modify("move", "backward", "character");
}

/** The selection of the editor, which may be in a shadow tree. */
function selectionOf(): Selection | null {
  const root = document.activeElement?.shadowRoot as { getSelection?: () => Selection | null } | null | undefined;
  return root?.getSelection?.() ?? document.getSelection();
}

/** The end of a pair that is typed, too, is gone over, not doubled. */
function typeOver(e: InputEvent): void {
  if (e.inputType !== "insertText" || e.isComposing || !closes(e.data)) return;
  e.preventDefault();
  e.stopPropagation();
}

/** Goes over the end of the pair if that is what is written, and tells whether it was. */
function closes(text: string | null): boolean {
  if (!ends || text !== ends[0] || !goOver(text)) return false;
  ends = ends.slice(1);
  return true;
}

/** Goes over a sign if it comes next. */
function goOver(sign: string): boolean {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) {
    const at = field.selectionStart;
    if (at !== field.selectionEnd || field.value[at] !== sign) return false;
    field.selectionStart = field.selectionEnd = at + 1;
    return true;
  }
  const selection = selectionOf();
  if (!selection?.isCollapsed) return false;
  selection.modify("extend", "forward", "character");
  const next = selection.toString() === sign;
  selection[next ? "collapseToEnd" : "collapseToStart"]();
  return next;
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

/** Watches what is typed beside the row, and keeps it above the keyboard where a browser lays that over the page: the
 * style sheet asks for --keyboard. */
export function watchKeyboard(host: HTMLElement, signal: AbortSignal): void {
  host.addEventListener("beforeinput", typeOver, { capture: true, signal });
  const view = window.visualViewport;
  const place = () => {
    const covered = view ? Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)) : 0;
    host.style.setProperty("--keyboard", `${covered}px`);
  };
  for (const change of ["resize", "scroll"]) view?.addEventListener(change, place, { signal });
}
