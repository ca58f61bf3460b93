// "Keep as my document" of a link that changes the sandbox: shall the document have its settings, or the usual ones?
import { html } from "lit";
import { button } from "../ui/buttons.ts";
import { openDialog } from "../ui/dialog.ts";
import { num, t } from "../ui/i18n.ts";
import { changesOf, type SandboxSettings, type Setting, USUAL } from "./sandbox-settings.ts";

/** Asks, unless the settings are as usual: true keeps them, false does not, null is no answer. */
export function askSettings(s: SandboxSettings): Promise<boolean | null> {
  const changes = Object.entries(changesOf(s, USUAL)) as [Setting, number | boolean][];
  if (!changes.length) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean | null>();
  const choice = (keep: boolean, close: () => void) => () => {
    resolve(keep);
    close();
  };
  const dialog = openDialog(
    ({ close }) => ({
      title: t("opened.settings"),
      lead: t("opened.settings.text"),
      body: html`<ul>${changes.map(([name, value]) => html`<li>${t(`sandbox.${name}`)}: <b>${valueText(value)}</b></li>`)}</ul>`,
      foot: html`${button(t("opened.settings.usual"), choice(false, close))}${button(
        t("opened.settings.keep"),
        choice(true, close),
        { kind: "primary" },
      )}`,
    }),
    "s",
  );
  dialog.element.addEventListener("close", () => resolve(null));
  return promise;
}

function valueText(value: number | boolean): string {
  return typeof value === "number" ? num(value) : t(value ? "sandbox.on" : "sandbox.off");
}
