// The review for a meeting: everything that was said about the application, and whether the budgets hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison, DesignReport } from "../engine/types.ts";
import { review } from "./review.ts";
import { draftOf } from "./sheet/draft.ts";

const SHEET = `# @sheet chess, peak 4, headroom 2
# @entity player, 2 million
# @entity game, 3 million/day of player, largest 5 %, kept 365d
# @attribute player.id, text 10, identity
# @attribute player.country, text 2, 200 values, largest 15 %
# @ask by name, 2/s, player by name; read <= 1
# @do finish, 3 million/day, update game by id, sets status
# @together end, update game, update player`;

const figure = { v: 1, label: "exact", of: [] };
const often = { often: figure };

/** A design that answers one of two questions within its budget, and asks too much of the account. */
const DESIGN = {
  name: "A",
  stores: [],
  problems: [],
  questions: [
    {
      name: "by name",
      class: "point",
      stores: [0],
      read: often,
      returned: often,
      requests: often,
      roundTrips: often,
      budget: [{}],
      met: true,
    },
  ],
  writes: [
    {
      name: "finish",
      verb: "update",
      kind: "game",
      transactions: { ...figure, v: 2 },
      requests: { ...figure, v: 5, label: "modelled" },
      budget: [],
      met: true,
    },
  ],
  facts: {
    hottest: { key: "a", rate: figure },
    account: { rate: { ...figure, v: 15_180 } },
    bytes: figure,
    month: { transactions: figure, gib: figure, currency: "" },
    budget: [{ counter: "account", limit: 10_000, actual: 15_180, class: "", given: false, met: false }],
  },
  breaks: { what: "" },
};

const text = review(draftOf(SHEET), { designs: [DESIGN as unknown as DesignReport] } as Comparison, [], "");

for (const [what, line] of [
  ["kinds with their options", "- **game**: 3 million a day of player, largest 5 %, kept 365d"],
  ["identities", "  - id: text 10, identity"],
  ["values", "  - country: text 2, 200 values, largest 15 %"],
  ["verbs", ": update game by id, sets status"],
  ["writes that belong together", "- **end**: together update game, update player"],
  ["the peak", "- peak, times the average: 4"],
  ["where a number comes from", "| by name | Point, read 1 → 1, 1 request (exact), Within |"],
  ["the requests of a write", "| finish (update game) | 2 transactions, 5 requests (modelled) |"],
  ["how many budgets are met", "1 of 2 budgets met"],
  ["the load that is too much", "15,180/s, **Over** (account, entities a second ≤ 10,000)"],
] as const)
  test(`a review has ${what}`, () => {
    assert.equal(text.includes(line), true, `${line} is not in\n${text}`);
  });
