// The texts of i18n/: every one is used, and browsers load none that only the generator needs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read, sources } from "./sources.mjs";

const FILES = ["en.first.json", "en.json", "en.pages.json"];
const textsOf = (name) => JSON.parse(read(`i18n/${name}`));
const keysOf = (name) => Object.keys(textsOf(name));
const allTexts = () => Object.assign({}, ...FILES.map(textsOf));

/** Tells of a key whether source names it: whole, without its plural, or by the beginning of a computed one. */
function usedIn(source) {
  const whole = new Set([...source.matchAll(/["'`#]([\w.-]+)["'`]/g)].map(([, key]) => key));
  const beginnings = [...source.matchAll(/["`]((?:\w+\.)+)(?:\$\{|["%])/g)].map(([, beginning]) => beginning);
  return (key) =>
    whole.has(key) ||
    whole.has(key.replace(/\.(one|other)$/, "")) ||
    beginnings.some((beginning) => key.startsWith(beginning));
}

test("every text that browsers load is used by scripts", () => {
  const used = usedIn(sources("app", ".ts"));
  assert.deepEqual(
    [...keysOf("en.first.json"), ...keysOf("en.json")].filter((key) => !used(key)),
    [],
  );
});

test("every text of the generator is used by templates or Go code", () => {
  const used = usedIn(sources(".", ".go", ".html"));
  assert.deepEqual(
    keysOf("en.pages.json").filter((key) => !used(key)),
    [],
  );
});

test("whoever gives values to a text gives those that it names", () => {
  const texts = allTexts();
  const named = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const calls = sources("app", ".ts").matchAll(/\b(tn?)\(\s*"([\w.-]+)",([^{}()"]+,)?\s*\{([^{}]+)\},?\s*\)/g);
  const wrong = [...calls].filter(([, fn, key, , values]) => {
    const given = [...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name);
    const want = named(texts[fn === "tn" ? `${key}.other` : key]);
    return !values.includes("...") && want.some((name) => !given.includes(name) && !(fn === "tn" && name === "n"));
  });
  assert.deepEqual(
    wrong.map(([call]) => call),
    [],
  );
});

test("a word beside a number has its forms", () => {
  const words =
    /\{(?!line|ago|lane|keys)\w+\} (?:more |different )?(?:rows|requests|entities|partitions|transactions|steps|checks|runs|copies|tables|parts|servers|messages|characters|properties|values|lines|designs|budgets|limits|calls|outcomes|operations|lessons|patterns)\b/;
  const bare = Object.entries(allTexts())
    .filter(([key]) => !/\.(one|other)$/.test(key))
    .filter(([, text]) => words.test(text.replace(/\{\w+, plural, (?:\w+ \{(?:[^{}]|\{\w+\})*\} ?)+\}/g, "")));
  assert.deepEqual(
    bare.map(([key]) => key),
    [],
  );
});

/** Why a text is no whole message, "" if it is one. */
function fragment(key, text) {
  if (/^[\s,;)]|[\s,(]$/.test(text)) return "begins or ends in the middle of a sentence";
  const follows =
    /^[a-z][^:-]* .*\.$/.test(text) && !/\.gives(\.|$)|^hover\.|^import\.|^watch\.(https|locked)\b/.test(key);
  return follows ? "is the end of a sentence" : "";
}

test("a text is a whole message: no sentence is glued from several", () => {
  const all = allTexts();
  assert.deepEqual(
    Object.entries(all)
      .map(([key, text]) => [key, fragment(key, text)])
      .filter(([, why]) => why)
      .map(([key, why]) => `${key} ${why}`),
    [],
  );
  for (const text of [", or drop it here", "It has no If-Match,", "has ended: run it again.", "is empty and waits."])
    assert.notEqual(fragment("a.b", text), "", text);
});

test("a text for one thing says its number, which other languages use for more than one", () => {
  const all = allTexts();
  assert.deepEqual(
    Object.keys(all)
      .filter((key) => /\.one$/.test(key) && /\{n\}/.test(all[key.replace(/one$/, "other")]))
      .filter((key) => /(^|\s)1\s/.test(all[key])),
    [],
  );
});

test("a finding has one title, on the pages and in the reports of serve", () => {
  const texts = textsOf("en.json");
  const said = Object.entries(JSON.parse(read("../serve/watch/words.json")));
  assert.ok(said.length > 20, `${said.length} titles`);
  const other = said.filter(([rule, { title }]) => (texts[`watch.rule.${rule}`] ?? texts[`lint.${rule}`]) !== title);
  assert.deepEqual(
    other.map(([rule]) => rule).filter((rule) => rule !== "n-plus-one"), // which says its number of rows
    [],
  );
});

test("no text is in two files", () => {
  const all = FILES.flatMap(keysOf);
  assert.deepEqual(
    all.filter((key, i) => all.indexOf(key) < i),
    [],
  );
});

test("every code that the engine has for sheets and designs has a sentence", () => {
  const texts = new Set(keysOf("en.json"));
  const types = read("app/engine/types.ts");
  const codesOf = (type) =>
    [...(new RegExp(`export type ${type} = ([^;]+);`).exec(types)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
      ([, code]) => code,
    );
  for (const [type, beginning] of [
    ["SheetCode", "says"],
    ["DesignProblemCode", "wrong"],
    ["WorkingCode", "step"],
  ]) {
    const codes = codesOf(type).filter((code) => code !== "gib"); // written as the size before it
    assert.ok(codes.length > 5, `${type} has ${codes.length} codes`);
    assert.deepEqual(
      codes.filter((code) => !texts.has(`bench.${beginning}.${code}`)),
      [],
    );
  }
});
