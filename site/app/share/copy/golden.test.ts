// What is written in each language, compared with the files in testdata; UPDATE=1 writes them anew. The programs of
// all.http are run in e2e/copy-as.test.mjs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { env } from "node:process";
import { test } from "node:test";
import { LANGUAGES, type Language, scriptAs } from "./copy-as.ts";

const FOLDER = "../../../app/share/copy/testdata"; // from the folder of the compiled tests
const ENDINGS: Record<Language, string> = {
  curl: "sh",
  js: "mjs.txt",
  go: "go.txt",
  csharp: "cs.txt",
  python: "py.txt",
};
const SCRIPTS = {
  all: "every request and every type",
  rare: "rare forms of requests, and hostile values,",
};

for (const language of Object.keys(LANGUAGES) as Language[])
  for (const [name, title] of Object.entries(SCRIPTS))
    test(`${title} are written in ${language} as before`, () => {
      const golden = `${FOLDER}/${name}.${ENDINGS[language]}`;
      const got = scriptAs(language, readFileSync(`${FOLDER}/${name}.http`, "utf8"), Date.UTC(2026, 10, 23));
      if (env.UPDATE) writeFileSync(golden, got);
      assert.equal(got, readFileSync(golden, "utf8"));
    });
