// The dialog behind "?": keys and settings.
import { html, render, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { notKept } from "../ui/draft-status.ts";
import { type Key, t } from "../ui/i18n.ts";
import { keyName } from "../ui/keys.ts";
import { readSettings, type Settings, writeSetting } from "../ui/settings.ts";
import type { Trouble } from "../ui/storage.ts";

type Line = readonly [keys: string, text: Key];

const KEYS: readonly [title: Key, lines: readonly Line[]][] = [
  [
    "keys.group.run",
    [
      ["Mod+Enter Shift+Enter", "keys.run"],
      ["Mod+Shift+Enter", "keys.all"],
      ["Mod+Shift+R", "keys.afresh"],
      ["Esc", "keys.escape"],
    ],
  ],
  [
    "keys.group.move",
    [
      ["Tab", "keys.tab"],
      ["Alt+↑ Alt+↓", "keys.move"],
      ["F8 Shift+F8", "keys.problem"],
      ["Enter", "keys.result"],
      ["F6 Shift+F6", "keys.region"],
      ["[ ]", "keys.panes"],
      ["F2", "keys.rename"],
      ["Mod+Shift+Backspace", "keys.change"],
      ["u Shift+u", "keys.change.single"],
    ],
  ],
  [
    "keys.group.write",
    [
      ["Ctrl+Space", "keys.complete"],
      ["Mod+I", "keys.meaning"],
      ["Mod+Shift+F", "keys.format"],
      ["Mod+/", "keys.comment"],
      ["Mod+Z", "keys.undo"],
      ["Mod+F", "keys.find"],
    ],
  ],
  [
    "keys.group.design",
    [
      ["Mod+Enter", "keys.compare"],
      ["Mod+Shift+Enter", "keys.propose"],
    ],
  ],
  [
    "keys.group.site",
    [
      ["/", "keys.search"],
      ["Mod+K", "keys.palette"],
      ["n p", "keys.step"],
      ["Alt+PageUp Alt+PageDown", "keys.stepedit"],
      ["?", "keys.help"],
    ],
  ],
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

/** The engine, and in the playground the seed of its sandbox: what a report of a fault needs. */
function about(): string {
  const { version } = document.documentElement.dataset;
  const seed = document.querySelector<HTMLElement>("play-ground")?.dataset.seed;
  const engine = t("help.engine", { version: version ?? "" });
  return seed ? `${engine} ${t("help.seed", { seed })}` : engine;
}

function line([keys, text]: Line): TemplateResult {
  const list = keys.split(" ").map((k) => html`<kbd>${keyName(k)}</kbd> `);
  return html`<div><dt>${list}</dt><dd>${t(text)}</dd></div>`;
}

function view(trouble: Trouble | null, draw: (t: Trouble | null) => void, close: () => void): TemplateResult {
  const settings = readSettings();
  return html`<h2 id="help-title">${t("help.title")}</h2>
    <h3>${t("help.keys")}</h3>
    ${KEYS.map(([title, lines]) => html`<h4>${t(title)}</h4><dl>${lines.map(line)}</dl>`)}
    <h3>${t("help.settings")}</h3>
    <ul>${SETTINGS.map(
      ([name, text]) =>
        html`<li><label><input type="checkbox" .checked=${settings[name]} @change=${(e: Event) =>
          draw(writeSetting(name, (e.target as HTMLInputElement).checked))}> ${t(text)}</label></li>`,
    )}</ul>
    <p class="muted">${t("help.settings.note")}</p>
    ${notKept(trouble)}
    <h3>${t("help.about")}</h3>
    <p class="muted">${about()}</p>
    <p class="actions">${button(t("help.close"), close)}</p>`;
}
