// Copy as: a request that was sent, as a command or as code for a library. For results, and for lines of the log.
import { html, nothing } from "lit";
import type { Exchange } from "../../engine/types.ts";
import { LANGUAGES, type Language, type Sent, sentAs } from "../../share/copy/copy-as.ts";
import { masked } from "../../share/secrets.ts";
import { button } from "../../ui/buttons.ts";
import { openDialog } from "../../ui/dialog.ts";
import { t } from "../../ui/i18n.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { needSheet } from "../../ui/style-sheets.ts";

const CHOSEN = "rowkey/copy-as"; // the form that was copied last

/** Opens the dialog for an answer; its first request is meant, as the pages after it are the same. */
export async function copyExchange(x: Exchange): Promise<void> {
  const request = x.wire[0]?.request;
  if (request) await copySent(x.title, request);
}

/** Opens the dialog for a request that was sent. */
export async function copySent(title: string, sent: Sent): Promise<void> {
  await needSheet("share");
  const kept = readText(CHOSEN);
  let language: Language = kept !== null && Object.hasOwn(LANGUAGES, kept) ? (kept as Language) : "curl";
  let said: string | null = null;
  const code = () => masked(sentAs(language, title, sent));
  const choose = (l: Language) => {
    language = l;
    said = null;
    dialog.draw();
  };
  const copy = async () => {
    keepText(CHOSEN, language);
    const done = await navigator.clipboard.writeText(code()).then(
      () => true,
      () => false,
    );
    said = t(done ? "share.copied" : "share.notcopied");
    dialog.draw();
  };
  const dialog = openDialog(() => ({
    title: t("share.copyas"),
    ...(title ? { lead: title } : {}),
    body: html`<fieldset class="copyas"><legend class="vh">${t("share.copyas")}</legend>${(
      Object.keys(LANGUAGES) as Language[]
    ).map(
      (l) =>
        html`<label><input type="radio" name="copy-request" value=${l} .checked=${l === language}
          @change=${() => choose(l)}><span>${LANGUAGES[l].title}</span></label>`,
    )}</fieldset><p class="code-of muted">${LANGUAGES[language].library}</p><pre class="sample link-out" translate="no"
    tabindex="0" role="group" aria-label=${t("share.output")}><code>${code()}</code></pre>`,
    foot: html`<span role="status">${said ?? nothing}</span>${button(t("share.copy.code"), () => void copy(), {
      kind: "primary",
      icon: "copy",
    })}`,
  }));
}
