// An answer in one line: its status, its class, what was read and returned.
import { html, nothing, type TemplateResult } from "lit";
import type { Exchange } from "../engine/types.ts";
import { badge, reads } from "./query-badge.ts";
import { statusOf } from "./summary.ts";

export function answerLine(x: Exchange | null): TemplateResult | typeof nothing {
  const r = x?.record;
  return x
    ? html`${statusOf(x)}${r?.plan ? html`${badge(r.plan.class)}${reads(r.read, r.returned)}` : nothing}`
    : nothing;
}
