// The patterns that a proposal is made of: their names, and the cards that explain them.
import { html, type TemplateResult } from "lit";
import type { DesignRule } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";

/** Cards by the rule that follows them. The others have none. */
const CARDS: Partial<Record<DesignRule, string>> = {
  compoundKey: "compound-key",
  logTail: "log-tail",
  tablePerPeriod: "high-volume-delete",
  intraPartitionIndex: "intra-partition-index",
  interPartitionIndex: "inter-partition-index",
  indexEntities: "index-entities",
  denormalization: "denormalization",
  dataSeries: "data-series",
  wideEntities: "wide-entities",
  largeEntities: "large-entities",
  logData: "log-data",
  eventuallyConsistent: "eventually-consistent-transactions",
};

export const patternName = (rule: DesignRule): string => t(`bench.pattern.${rule}`);

/** The name of a pattern, as a link to its card. */
export function patternLink(rule: DesignRule): TemplateResult {
  const card = CARDS[rule];
  const name = patternName(rule);
  if (!card) return html`${name}`;
  const root = document.documentElement.dataset.root ?? "./";
  return html`<a href=${`${root}patterns/${card}/`}>${name}</a>`;
}
