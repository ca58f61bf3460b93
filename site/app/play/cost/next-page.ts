// The request for the next page of an answer, as a block of a script: the request of before, with the tokens that it
// was given.
import type { Exchange } from "../../engine/types.ts";

const TOKEN = /^x-ms-continuation-(Next\w+)$/i;

export function nextBlock(x: Exchange, title: string): string {
  const tokens = (x.wire.at(-1)?.response.headers ?? []).flatMap(([name, value]) => {
    const [, option] = TOKEN.exec(name) ?? [];
    return option ? [`${option}=${encodeURIComponent(value)}`] : [];
  });
  return sameBlock(x, title, tokens);
}

/** The request of an exchange as a block of a script, with further options and without its tokens. */
export function sameBlock(x: Exchange, title: string, further: readonly string[]): string {
  const [path = "", query = ""] = (x.wire.at(-1)?.request.url ?? "").split(/\?(.*)/s, 2);
  const kept = query.split("&").filter((option) => option && !/^Next(?:Table|Partition|Row)/i.test(option));
  const [first = "", ...rest] = [...kept, ...further].map((option) => option.replaceAll("{{", "%7B%7B"));
  const lines = [`?${first}`, ...rest.map((option) => `&${option}`)].map((line) => `    ${line}`);
  const at = path.replace(/^https?:\/\/[^/]+\/devstoreaccount1(?=\/)/, "{{table}}");
  return [`### ${title}`, ...(x.client ? [`# @client ${x.client}`] : []), `GET ${at}`, ...lines].join("\n");
}
