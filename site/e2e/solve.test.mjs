// Every exercise of every lesson: its reference solution is written into the editor, run, and recognised.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { dist, serveSite } from "./server.mjs";

const TABS = 2; // that solve side by side

let site, browser;
before(async () => ((site = await serveSite()), (browser = await launch())));
after(async () => (await browser?.close(), await site?.close()));

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
async function solve(page, { path, data }) {
  await page.goto(site.url + path);
  await page.locator("lesson-try").hover();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(data.solution.trim());
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator('lesson-check[state="solved"]').waitFor({ timeout: 60_000 });
}

test("every exercise is solved in the browser by its reference solution", { timeout: 900_000 }, async (t) => {
  const list = tasks();
  assert.equal(list.length > 0, true, "there are lessons with tasks");
  const failed = [];
  const work = async (queue) => {
    const page = await open(browser, site.url);
    for (let task; (task = queue.shift()); ) {
      try {
        await solve(page, task);
      } catch (e) {
        const said = await page.locator("lesson-check").innerText().catch(() => "nothing");
        failed.push(`${task.path}: ${String(e).split("\n")[0]}: ${said}`);
      }
      failed.push(...page.trouble.splice(0).map((line) => `${task.path}: ${line}`));
    }
    await page.context().close();
  };
  const queue = [...list];
  await Promise.all(Array.from({ length: TABS }, () => work(queue)));
  t.diagnostic(`${list.length} exercises`);
  assert.deepEqual(failed, []);
});
