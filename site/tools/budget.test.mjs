// budget.json: each file of browser tests has a budget, and each folder of the front end has files that test it.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { budgets, filesOf, overBudget } from "./budget.mjs";
import { read } from "./sources.mjs";

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const files = readdirSync(inProject("site/e2e")).filter((name) => name.endsWith(".test.mjs"));
const OUTSIDE = ["content", "tutorials"]; // of site

test("every file of browser tests has a budget, and every budget a file", () => {
  assert.deepEqual(Object.keys(budgets.browser).sort(), files.sort());
});

test("a file has a budget for each of its tiers, and that of all its tests is not the smaller one", () => {
  for (const file of files) {
    const first = /^\s*test\(|\? test : deep\b/m.test(read(`e2e/${file}`));
    const { cpu, deep } = budgets.browser[file];
    assert.equal(cpu !== undefined, first, `${file}: whether something of it runs by default`);
    assert.ok(deep >= (cpu ?? 0), file);
  }
});

test("what runs by default stays small", () => {
  const sum = Object.values(budgets.browser).reduce((all, { cpu = 0 }) => all + cpu, 0);
  assert.ok(sum <= 920, `the budgets of the default tier are ${sum} s: a file may have more when another has less`);
});

test("what a file tests exists", () => {
  const places = Object.values(budgets.browser).flatMap(({ of }) => of);
  const missing = places.filter(
    (path) => !existsSync(inProject(OUTSIDE.includes(path.split("/")[0]) ? path : `site/${path}`)),
  );
  assert.deepEqual(missing, []);
});

test("every folder of the front end, and every lesson, belongs to a file", () => {
  const folders = readdirSync(inProject("site/app"), { withFileTypes: true }).filter((f) => f.isDirectory());
  const unseen = folders.filter(({ name }) => filesOf([`site/app/${name}`]).length === 0);
  assert.deepEqual(unseen, []);
  assert.ok(filesOf(["tutorials/02-query-classes/1-half-a-key/en.md"]).includes("solve.test.mjs"));
});

test("a path belongs to the files that name it, a folder of it, or something in it", () => {
  assert.deepEqual(filesOf(["site/app/share/copy/go.ts"]), [
    "copy-as.test.mjs",
    "hostile.test.mjs",
    "play-share.test.mjs",
  ]);
  assert.deepEqual(filesOf(["./site/app/labs/"]), ["labs.test.mjs"]);
  assert.deepEqual(filesOf(["site/app/play/make"]), [
    "hostile.test.mjs",
    "play-keyboard.test.mjs",
    "play-make.test.mjs",
    "play.test.mjs",
  ]);
  assert.deepEqual(filesOf(["site/app/labsandmore"]), []);
});

test("more than the budget is said, and so is that there is none", () => {
  const [file, { cpu, deep }] = Object.entries(budgets.browser).find(([, budget]) => budget.cpu);
  assert.equal(overBudget("browser", file, cpu), undefined);
  assert.match(overBudget("browser", file, cpu + 0.1), /its budget in site\/tools\/budget\.json is \d+$/);
  assert.match(overBudget("browser", file, deep + 0.1, true), /budget/);
  assert.match(overBudget("browser", "nobody.test.mjs", 1), /has no budget/);
});
