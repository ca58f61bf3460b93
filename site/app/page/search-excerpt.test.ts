import assert from "node:assert/strict";
import { test } from "node:test";
import { EDGE, type Piece, withoutHead, withoutScripts } from "./search-excerpt.ts";

const CONTENT = `There is no join here. ${EDGE} GET /Joined()?join ${EDGE} Keep together what a join would bring.`;

/** An excerpt as the index writes it: words of the content, of which some are marked. */
const excerpt = (text: string): Piece[] =>
  text.split(/(join\b)/).map((part) => ({ text: part, found: part === "join" }));
const shown = (text: string, content = CONTENT) =>
  withoutScripts(excerpt(text), content)
    .map((p) => (p.found ? `[${p.text}]` : p.text))
    .join("")
    .replace(/\s+/g, " ");

test("a script between sentences is left out, also if the excerpt begins or ends inside of it", () => {
  assert.equal(shown(CONTENT), "There is no [join] here. … Keep together what a [join] would bring.");
  assert.equal(shown(CONTENT.slice(CONTENT.indexOf("/Joined"))), " Keep together what a [join] would bring.");
  assert.equal(shown(CONTENT.slice(0, CONTENT.indexOf("?join"))), "There is no [join] here. … ");
});

test("a heading is not in the excerpt behind it", () => {
  const without = (text: string, head: string) =>
    withoutHead(excerpt(text), head)
      .map((p) => (p.found ? `[${p.text}]` : p.text))
      .join("");
  assert.equal(without("A join. What a join would bring", "A join"), "What a [join] would bring");
  assert.equal(without("Is it a join? No join", "Is it a join?"), "No [join]");
  assert.equal(without("Keys of a join", "Key"), "Keys of a [join]");
  assert.equal(without("What a join brings", "Keys"), "What a [join] brings");
  assert.equal(without("A join", "A join"), "A [join]");
});

test("what only a script has is shown there", () => {
  assert.equal(shown(`GET /Joined()?join ${EDGE} Keep together`), "GET /Joined()?[join] Keep together");
});

test("an excerpt that is not in the text stays", () => {
  assert.equal(shown(`a ${EDGE} join`, "something else"), "a [join]");
});
