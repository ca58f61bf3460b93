// The lens "Wire": the request that was sent and the answer, as they stand on the line.
import { html, type TemplateResult } from "lit";
import { sample } from "./code.ts";
import { num, t } from "./i18n.ts";
import type { OutputView } from "./output.ts";
import type { Exchange, Message } from "./types.ts";

const LONGEST = 20_000; // characters of a body in the document

export function wireLens(x: Exchange, view: OutputView): TemplateResult {
  return html`${x.wire.map(({ request, response }, i) => {
    const label = x.wire.length > 1 ? t("wire.page", { n: i + 1, title: view.title }) : t("wire.label", { title: view.title });
    return sample(`${requestText(request)}\n\n${responseText(response)}`, label);
  })}`;
}

/** Writes a request as HTTP/1.1 would. */
export function requestText(m: Message): string {
  return text(`${m.method} ${m.url}`, m);
}

/** Writes an answer as HTTP/1.1 would. */
export function responseText(m: Message): string {
  if (!m.status) return t("result.noanswer");
  return text(`HTTP/1.1 ${m.status} ${m.reason}`, m);
}

function text(first: string, m: Message): string {
  const head = [first, ...m.headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  if (!m.body) return head;
  return `${head}\n\n${cut(m.body).replaceAll("\r\n", "\n").trimEnd()}`;
}

/** Cuts a long body, and says how much is missing. */
export function cut(body: string): string {
  return body.length > LONGEST ? `${body.slice(0, LONGEST)}\n${t("wire.cut", { n: num(body.length - LONGEST) })}` : body;
}
