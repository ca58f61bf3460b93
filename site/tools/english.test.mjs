// What people read keeps the house rules: readmes, pages, lessons, the interface, and what serve and the engine say.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults, rules } from "./english.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const house = rules(join(project, "site/vale/Rowkey"));

/** The texts below a folder whose names match, or a text itself. */
function texts(path, names) {
  if (statSync(join(project, path)).isFile()) return [path];
  return readdirSync(join(project, path), { recursive: true, encoding: "utf8" })
    .filter((name) => names.test(name) && !/testdata|_test\.go$/.test(name))
    .map((name) => join(path, name));
}

const KINDS = [
  [
    "readmes, pages and lessons",
    "md",
    /\.(md|http)$/,
    1000,
    "README.md",
    "engine/README.md",
    "site/README.md",
    "content",
    "tutorials",
  ],
  ["the interface, data sets, lessons' settings", "json", /\.json$/, 40, "site/i18n", "content", "tutorials"],
  ["messages of the engine", "txt", /\.txt$/, 1, "engine/message/english.txt"],
  ["serve", "go", /\.go$/, 50, "serve"],
];

for (const [what, kind, names, least, ...paths] of KINDS) {
  test(`${what} keep the rules of their English`, () => {
    const all = paths.flatMap((path) => texts(path, names));
    assert.ok(all.length >= least, `${all.length} texts`);
    const found = all.flatMap((path) =>
      faults(house, readFileSync(join(project, path), "utf8"), kind).map((fault) => `${path}:${fault}`),
    );
    assert.deepEqual(found, []);
  });
}

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

test("code, addresses, and words of others in front matter are no English", () => {
  const front =
    "bears: a\nsources:\n  - {title: bears, url: https://a.example}\ncovers: [bears]\nterms:\n  - words: [bears]\n";
  const text = `---\n${front}---\nA \`bears\` [b](/bears/) https://a.example/bears\n\n\`\`\`http\nbears\n\`\`\`\n`;
  assert.deepEqual(faults(house, text), []);
});

const bears = (line) => [`${line}: Verbs: write 'handles, takes' instead of 'bears'.`];

test("titles in front matter, values of JSON and literals of Go are English", () => {
  assert.deepEqual(faults(house, "---\ntitle: One bears it\nsources:\n  - {title: x}\n---\n"), bears(2));
  assert.deepEqual(faults(house, '{\n  "bears.it": "One bears it",\n}', "json"), bears(2));
  assert.deepEqual(
    faults(house, 'package a // bears\n\nvar bears = f("one bears it", "bears", \'"\')\n', "go"),
    bears(3),
  );
  assert.deepEqual(faults(house, "const usage = `first\n\nIt bears it\n`", "go"), bears(3));
});

test("every line of a rule is read", () => {
  const dir = join(project, "site/vale/Rowkey");
  const lines = readdirSync(dir).flatMap((name) => readFileSync(join(dir, name), "utf8").match(/^ {2}\S/gm));
  assert.equal(house.length, lines.length);
});
