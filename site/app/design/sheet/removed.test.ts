// What is taken off a sheet comes back where it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, draftOf } from "./draft.ts";
import { removedFrom } from "./removed.ts";

const SHEET = `# @sheet chess
# @entity player, 2000
# @entity game, 3000 of player
# @attribute player.id, text 8, identity
# @attribute player.name, text 20
# @ask by name, 1/s, player by name
# @ask games, 1/s, game by player
# @do start, insert game
### A
# @keys {player} | p | Players | of player
# @keys {player} | {game} | Games | of game
### B
# @keys {player} | p | Players | of player`;

const CASES: readonly (readonly [name: string, field: string, (d: Draft) => unknown])[] = [
  ["player", "sheet-entities-0-name", (d) => d.kinds.shift()],
  ["name", "sheet-entities-0-attributes-1-name", (d) => d.kinds[0]?.attributes.splice(1, 1)],
  ["games", "sheet-asks-1-name", (d) => d.asks.pop()],
  ["start", "sheet-does-0-name", (d) => d.does.pop()],
  ["A", "sheet-designs-0-name", (d) => d.designs.shift()],
  ["Store 2", "sheet-designs-0-stores-1-0", (d) => d.designs[0]?.stores.pop()],
];

for (const [name, field, remove] of CASES) {
  test(`${name} comes back`, () => {
    const [before, after] = [draftOf(SHEET), draftOf(SHEET)];
    remove(after);
    const removed = removedFrom(before, after);
    assert.equal(removed?.name, name);
    assert.equal(removed?.field, field);
    removed?.back(after);
    assert.deepEqual(after, before);
  });
}

test("an edit that removes nothing leaves nothing to undo", () => {
  const after = draftOf(SHEET);
  after.asks.push({ name: "", n: "", per: "s", kind: "game", by: "", how: "", limits: "" });
  assert.equal(removedFrom(draftOf(SHEET), after), null);
});
