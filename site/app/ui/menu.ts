// A button that opens a list of actions. The list is a popover: Esc and a press elsewhere close it, and nothing clips
// it.
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import { keyName } from "./keys.ts";
import { steady } from "./steady.ts";

export interface MenuItem {
  word: string;
  press: () => void;
  id?: string; // of the tool that it is
  about?: string; // what it is for, in small words
  keys?: string; // shortcut, as in keys.ts
  checked?: boolean; // of an item that is on or off
  disabled?: boolean;
  group?: string; // heading above it and those that follow with the same
  narrow?: boolean; // only where the page has no room for a button of its own
}

/** Draws the button and its list; the id is unique in the document. A kind is that of a button with a word. */
export function menu(
  id: string,
  button: TemplateResult,
  label: string,
  items: readonly MenuItem[],
  kind?: "primary" | "quiet",
): TemplateResult {
  return html`<button type="button" class=${kind ? "button" : "icon-button"}
    data-kind=${kind ?? nothing} aria-label=${label}
      title=${label} aria-haspopup="menu" aria-expanded="false" popovertarget=${id}>${button}</button><div class="menu"
        role="menu" id=${id} popover aria-label=${label} @beforetoggle=${place} @toggle=${opened}
        @keydown=${move}>${steady(() => grouped(items).map(group))}</div>`;
}

/** Items that follow each other in one group, together. */
export function grouped(items: readonly MenuItem[]): MenuItem[][] {
  const out: MenuItem[][] = [];
  for (const i of items) {
    const last = out.at(-1);
    if (last && last[0]?.group === i.group) last.push(i);
    else out.push([i]);
  }
  return out;
}

/** The heading is the name of the group, so nobody hears it twice. */
function group(items: readonly MenuItem[]): unknown {
  const name = items[0]?.group;
  if (name === undefined) return items.map(item);
  return html`<div role="group" aria-label=${name} ?data-narrow=${items.every((i) => i.narrow)}><p
    aria-hidden="true">${name}</p>${items.map(item)}</div>`;
}

function item(i: MenuItem): TemplateResult {
  const press = (e: Event) => {
    (e.currentTarget as HTMLElement).closest<HTMLElement>("[popover]")?.hidePopover();
    i.press();
  };
  return html`<button type="button" tabindex="-1" role=${i.checked === undefined ? "menuitem" : "menuitemcheckbox"}
    aria-checked=${i.checked === undefined ? nothing : i.checked ? "true" : "false"}
      aria-disabled=${i.disabled ? "true" : nothing} ?data-narrow=${i.narrow} data-tool=${i.id ?? nothing}
        @click=${i.disabled ? nothing : press}>${i.checked ? icon("check") : html`<i></i>`}<span>${i.word}${
          i.about ? html`<small>${i.about}</small>` : nothing
        }</span>${i.keys ? html`<kbd aria-hidden="true">${keyName(i.keys)}</kbd>` : nothing}</button>`;
}

const itemsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")].filter((i) => i.checkVisibility());

const buttonOf = (list: HTMLElement): HTMLElement | null => document.querySelector(`[popovertarget="${list.id}"]`);

/** Puts the list below its button, inside of the window. */
function place(e: Event): void {
  const list = e.currentTarget as HTMLElement;
  const at = buttonOf(list)?.getBoundingClientRect();
  if ((e as ToggleEvent).newState !== "open" || !at) return;
  list.style.setProperty("--menu-top", `${at.bottom + 4}px`);
  const right = at.left > innerWidth / 2;
  list.style.setProperty("--menu-left", right ? "auto" : `${Math.max(at.left, 4)}px`);
  list.style.setProperty("--menu-right", right ? `${Math.max(innerWidth - at.right, 4)}px` : "auto");
}

function opened(e: Event): void {
  const list = e.currentTarget as HTMLElement;
  const open = (e as ToggleEvent).newState === "open";
  buttonOf(list)?.setAttribute("aria-expanded", String(open));
  if (open) itemsOf(list)[0]?.focus();
}

/** Arrow keys go round, Home and End lead to the ends, Tab leaves. */
function move(e: KeyboardEvent): void {
  const list = e.currentTarget as HTMLElement;
  const items = itemsOf(list);
  const here = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[e.key];
  if (e.key === "Tab") list.hidePopover();
  if (to === undefined) return;
  e.preventDefault();
  items.at(to % items.length)?.focus();
}
