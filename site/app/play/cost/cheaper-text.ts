// What a proposal of the engine says to a reader, and what it is in a script. Pure.
import type { Advice, AdviceKind, Exchange } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";

/** Where to read more about each kind: a card, and a lesson. */
export const READING: Readonly<Record<AdviceKind, readonly [card: string, lesson: string]>> = {
  partition: ["", "query-classes"],
  partitions: ["", "async-and-parallel"],
  upper: ["compound-key", "compound-key"],
  prefix: ["compound-key", "compound-key"],
  split: ["", "query-classes"],
  index: ["intra-partition-index", "intra-partition-index"],
  byValue: ["inter-partition-index", "inter-partition-index"],
};

/** The parts of a query that stay when its filter changes. */
export interface QueryOptions {
  top: number; // 0 if it is not given
  select: string;
  client: string;
}

/** Reads the options of the query that an exchange sent. */
export function optionsOf(x: Exchange): QueryOptions {
  const query = new URLSearchParams(x.wire[0]?.request.url.split("?", 2)[1] ?? "");
  const top = Number(query.get("$top") ?? 0);
  return { top: Number.isSafeInteger(top) && top > 0 ? top : 0, select: query.get("$select") ?? "", client: x.client };
}

/** Writes the queries of a proposal as blocks of a script. A copy is no part of the data that a reset brings back, so
 * the first block says where it comes from. */
export function blocksOf(advice: Advice, table: string, title: string, o: QueryOptions): string {
  return advice.filters
    .map((filter, i) => {
      const name = advice.filters.length > 1 ? `${title} ${i + 1}` : title;
      const options = [
        `?$filter=${inURL(filter)}`,
        ...(o.top ? [`&$top=${o.top}`] : []),
        ...(o.select ? [`&$select=${inURL(o.select)}`] : []),
      ];
      const from = advice.copy && !i ? [`# ${t("cheaper.again", { name: table, button: t("cheaper.copy") })}`] : [];
      const head = [
        `### ${name}`,
        ...from,
        ...(o.client ? [`# @client ${o.client}`] : []),
        ...(o.top ? [] : ["# @follow"]),
      ];
      return [...head, `GET {{table}}/${table}()`, ...options.map((line) => `    ${line}`)].join("\n");
    })
    .join("\n\n");
}

/** Escapes what would end an option of a URL, or be a reference of the script. */
export function inURL(text: string): string {
  return text.replace(/[%&#+\r\n]|\{\{/g, encodeURIComponent);
}
