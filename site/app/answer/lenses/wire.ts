// The lens "Wire": the request that was sent and the answer, as they stand on the line.
import { html, type TemplateResult } from "lit";
import type { Exchange, Message } from "../../engine/types.ts";
import { num, t } from "../../ui/i18n.ts";
import { sample } from "../code.ts";
import type { OutputView } from "../view.ts";

export function wireLens(x: Exchange, view: OutputView): TemplateResult {
  return html`${x.wire.map(({ request, response }, i) => {
    const label =
      x.wire.length > 1 ? t("wire.page", { n: i + 1, title: view.title }) : t("wire.label", { title: view.title });
    return sample(`${requestText(request, view.limits.body)}\n\n${responseText(response, view.limits.body)}`, label);
  })}`;
}

/** Writes a request as HTTP/1.1 would. */
function requestText(m: Message, most: number): string {
  return text(`${m.method} ${m.url}`, m, most);
}

/** Writes an answer as HTTP/1.1 would. */
function responseText(m: Message, most: number): string {
  if (!m.status) return t("result.noanswer");
  return text(`HTTP/1.1 ${m.status} ${m.reason}`, m, most);
}

function text(first: string, m: Message, most: number): string {
  const head = [first, ...m.headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  if (!m.body) return head;
  return `${head}\n\n${cut(m.body.replaceAll("\r\n", "\n").trimEnd(), most)}`;
}

/** Cuts a body that has more than so many characters, not within one, and says how many are missing. */
export function cut(body: string, most: number): string {
  if (body.length <= most) return body;
  const end = (body.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most;
  return `${body.slice(0, end)}\n${t("wire.cut", { n: num(body.length - end) })}`;
}
