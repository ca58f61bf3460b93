// The sentences of a proposal. The engine gives codes and numbers (engine/propose/proposal.go).
import type { CostName, GivesUp, Proposal, Proposed, StoreReason } from "../engine/types.ts";
import { duration, t, tn } from "../ui/i18n.ts";
import { partsOf } from "./designs-edit.ts";
import { figure } from "./figures.ts";

const PATTERNS = 2; // that are explained
const GIVEN_UP = 3; // that are shown

/** Why it is so: what its first patterns do, and what each copy is for. */
export function reasons(p: Proposal): string[] {
  const patterns = p.patterns.slice(0, PATTERNS).map((r) => t(`bench.pattern.${r}.why`));
  return [...patterns, ...p.why.filter((w) => w.worse && w.ask).map((w) => copyText(p, w))];
}

/** What each copy pays for: the cost of the design without it. */
export function leaving(p: Proposal): string[] {
  return p.leaveOut.map((o) => {
    const params = {
      store: storeName(p, o.store),
      waiting: duration(o.without),
      now: duration(o.waiting),
      times: figure(o.month),
    };
    return o.unanswered ? tn("bench.pr.without.lost", o.unanswered, params) : t("bench.pr.without", params);
  });
}

const storeName = (p: Proposal, store: number): string =>
  partsOf(p.stores[store] ?? "")
    .slice(0, 2)
    .join(" | ");

function copyText(p: Proposal, { store, ask, before, after }: StoreReason): string {
  const params = {
    store: storeName(p, store),
    ask,
    read: figure(after.read),
    requests: figure(after.requests),
    readBefore: figure(before.read),
    requestsBefore: figure(before.requests),
  };
  return t(before.class ? "bench.pr.copy" : "bench.pr.copy.only", params);
}

/** In what other proposals are better, for each member of the cost the best one. */
export function gives(found: Proposed, i: number): string[] {
  const best = new Map<CostName, GivesUp>();
  for (const g of found.proposals[i]?.givesUp ?? []) {
    const other = best.get(g.member);
    if (!other || g.theirs < other.theirs) best.set(g.member, g);
  }
  if (best.has("broken")) best.delete("excess"); // the same, and easier to read
  return [...best.values()].slice(0, GIVEN_UP).map(givenUp);
}

function givenUp({ member, than, mine, theirs }: GivesUp): string {
  const written = member === "waiting" ? duration : figure;
  const params = { other: than + 1, mine: written(mine), theirs: written(theirs), times: figure(mine / theirs) };
  if (member === "month" && theirs <= 0) return t("bench.pr.lost", { what: t("bench.cost.month"), other: than + 1 });
  return t(`bench.lost.${member as "waiting"}`, params);
}
