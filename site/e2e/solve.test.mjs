// Every exercise of every lesson: its reference solution is written into the editor, run, and recognised.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, visit } from "./browser.mjs";
import { dist, serveSite } from "./server.mjs";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** The steps that have a task, in the order of their paths. */
function tasks() {
  return readdirSync(join(dist, "learn"), { recursive: true, encoding: "utf8" })
    .filter((f) => /^[^/]+\/\d+\/index\.html$/.test(f))
    .map((f) => ({ path: `learn/${f.replace("index.html", "")}`, data: stepOf(join(dist, "learn", f)) }))
    .filter(({ data }) => data.start)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function stepOf(file) {
  const [, json] = /<script type="?application\/json"? id="?step"?>(.*?)<\/script>/s.exec(readFileSync(file, "utf8"));
  return JSON.parse(json);
}

/** Writes the solution where the start stood, and runs it. */
async function solve(page, solution) {
  await page.locator("lesson-try").hover();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(solution);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator('lesson-check[state="solved"]').waitFor({ timeout: 60_000 });
}

test("every exercise is solved in the browser by its reference solution", { timeout: 900_000 }, async (t) => {
  const list = new Map(tasks().map(({ path, data }) => [path, data.solution.trim()]));
  assert.equal(list.size > 0, true, "there are lessons with tasks");
  const failed = [];
  await visit(browser, site, list.keys(), {}, async (page, path) => {
    try {
      await solve(page, list.get(path));
    } catch (e) {
      const said = await page
        .locator("lesson-check")
        .innerText()
        .catch(() => "nothing");
      failed.push(`${path}: ${String(e).split("\n")[0]}: ${said}`);
    }
    failed.push(...page.trouble.splice(0).map((line) => `${path}: ${line}`));
  });
  t.diagnostic(`${list.size} exercises`);
  assert.deepEqual(failed, []);
});
