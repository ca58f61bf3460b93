// An empty page with a continuation token, the answer that is misread most often.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { kebab } from "../ui/query-classes.ts";
import { keyLine } from "./key-line.ts";
import type { OutputView } from "./view.ts";

const TOKEN = "x-ms-continuation-";

export function emptyPage(x: Exchange, view: OutputView): TemplateResult {
  const plan = x.record?.plan;
  const token = x.record?.token;
  const follow = view.actions.follow;
  return html`<empty-page data-class=${plan ? kebab(plan.class) : nothing}>
    <p class="ep-line">${icon("token")}<span><b>${t("empty.text")}</b> ${tn(
      "state.nomatch.read",
      x.record?.read ?? 0,
    )} ${t("empty.warn")}</span></p>
    ${plan && view.keyline && token ? keyLine(plan.class, view.keyline, { legend: false, cut: { part: token.partition, text: t("empty.next") } }) : nothing}
    <dl class="tokens">${tokens(x).map(
      ([name, value]) =>
        html`<div><dt>${name}</dt><dd><code>${value}</code>${
          token
            ? html` <span class="muted">${t("token.opaque", { key: name.endsWith("RowKey") ? token.row : token.partition })}</span>`
            : nothing
        }</dd></div>`,
    )}</dl>
    ${follow ? html`<p class="actions">${button(t("empty.follow"), () => follow(x), { icon: "arrow" })}</p>` : nothing}</empty-page>`;
}

function tokens(x: Exchange): [string, string][] {
  return (x.wire.at(-1)?.response.headers ?? []).filter(([name]) => name.toLowerCase().startsWith(TOKEN));
}
