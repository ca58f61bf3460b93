// The dialog behind "?": keys and settings.
import { html, render, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { notKept } from "../ui/draft-status.ts";
import { type Key, t } from "../ui/i18n.ts";
import { readSettings, type Settings, writeSetting } from "../ui/settings.ts";
import type { Trouble } from "../ui/storage.ts";

const KEYS: readonly [keys: string, text: Key][] = [
  ["Ctrl+Enter", "keys.run"],
  ["Ctrl+Shift+Enter", "keys.all"],
  ["Alt+Shift+Enter", "keys.afresh"],
  ["Esc", "keys.escape"],
  ["Enter", "keys.result"],
  ["Tab", "keys.tab"],
  ["Alt+↑ Alt+↓", "keys.move"],
  ["F8 Shift+F8", "keys.problem"],
  ["Ctrl+Space", "keys.complete"],
  ["Ctrl+/", "keys.comment"],
  ["/", "keys.search"],
  ["n p", "keys.step"],
  ["Alt+PageUp Alt+PageDown", "keys.stepedit"],
  ["?", "keys.help"],
];
const SETTINGS: readonly [name: keyof Settings, text: Key][] = [
  ["plain", "settings.plain"],
  ["tabIndents", "settings.tabIndents"],
  ["singleKeys", "settings.singleKeys"],
  ["scores", "settings.scores"],
];

/** Opens the dialog; closing it gives the focus back. */
export function showHelp(): void {
  const dialog = document.createElement("dialog");
  dialog.className = "help-dialog";
  dialog.setAttribute("aria-labelledby", "help-title");
  const draw = (trouble: Trouble | null): void =>
    void render(
      view(trouble, draw, () => dialog.close()),
      dialog,
    );
  draw(null);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function view(trouble: Trouble | null, draw: (t: Trouble | null) => void, close: () => void): TemplateResult {
  const settings = readSettings();
  return html`<h2 id="help-title">${t("help.title")}</h2>
    <h3>${t("help.keys")}</h3>
    <dl>${KEYS.map(
      ([keys, text]) =>
        html`<div><dt>${keys.split(" ").map((k) => html`<kbd>${k}</kbd> `)}</dt><dd>${t(text)}</dd></div>`,
    )}</dl>
    <h3>${t("help.settings")}</h3>
    <ul>${SETTINGS.map(
      ([name, text]) =>
        html`<li><label><input type="checkbox" .checked=${settings[name]} @change=${(e: Event) =>
          draw(writeSetting(name, (e.target as HTMLInputElement).checked))}> ${t(text)}</label></li>`,
    )}</ul>
    <p class="muted">${t("help.settings.note")}</p>
    ${notKept(trouble)}
    <p class="actions">${button(t("help.close"), close)}</p>`;
}
