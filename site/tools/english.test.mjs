// The prose of the readmes, the pages and the lessons keeps the house rules.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults, rules } from "./english.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const house = rules(join(project, "site/vale/Rowkey"));

/** The texts below a folder, or a text itself. */
function texts(path) {
  if (statSync(join(project, path)).isFile()) return [path];
  return readdirSync(join(project, path), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(md|http)$/.test(name))
    .map((name) => join(path, name));
}

test("readmes, pages and lessons keep the rules of their English", () => {
  const all = ["README.md", "engine/README.md", "site/README.md", "content", "tutorials"].flatMap(texts);
  assert.equal(all.length > 1000, true, `${all.length} texts`);
  const found = all.flatMap((path) =>
    faults(house, readFileSync(join(project, path), "utf8")).map((fault) => `${path}:${fault}`),
  );
  assert.deepEqual(found, []);
});

const WRONG = {
  "Each of them is read once, and this is no surprise.":
    "1: Not: 'this is no surprise': write 'is not a', or say what it is.",
  "Whoever asks\nwaits.": "1: Order: 'Whoever': turn the sentence round, or write 'if you'.",
  "Who reads it waits. The rest": "1: Order: 'Who reads it waits.': turn the sentence round, or write 'if you'.",
  "What one writes there, the other reads.":
    "1: Order: 'What one writes there, the other ': turn the sentence round, or write 'if you'.",
  "It is 44 of 100 calls.": "1: Shares: '44 of 100 calls': write '%' or 'of the'.",
  "One\n\ntable bears the load.": "3: Verbs: write 'handles, takes' instead of 'bears'.",
  "It takes one round-trip.": "1: Words: the word is 'round trip', not 'round-trip'.",
  "Keys in small\nletters.": "1: Words: the word is 'lowercase', not 'small letters'.",
};

for (const [text, fault] of Object.entries(WRONG)) {
  test(`against the rules of English: ${JSON.stringify(text)}`, () => assert.deepEqual(faults(house, text), [fault]));
}

test("code, addresses and front matter are no English", () => {
  const text = "---\ntitle: bears\n---\nA `bears` [b](/bears/) https://a.example/bears\n\n```http\nbears\n```\n";
  assert.deepEqual(faults(house, text), []);
});

test("every line of a rule is read", () => {
  const dir = join(project, "site/vale/Rowkey");
  const lines = readdirSync(dir).flatMap((name) => readFileSync(join(dir, name), "utf8").match(/^ {2}\S/gm));
  assert.equal(house.length, lines.length);
});
