// The exercises of the lessons: a reference solution is written into the editor, run, and recognised. The first of
// a lesson is a page that is opened. The others are put into that page, as their own pages have them: what is loaded
// around them is the same in all, and pages.test.mjs opens each.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open } from "./browser.mjs";
import { leadsOn } from "./pages.mjs";
import { dist, serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

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
    .filter((f) => /^[^/]+\/\d+\/index\.html$/.test(f) && !leadsOn(`learn/${f}`))
    .map((f) => ({ path: `learn/${f.replace("index.html", "")}`, data: stepOf(join(dist, "learn", f)) }))
    .filter(({ data }) => data.start)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function stepOf(file) {
  const [, json] = /<script type="?application\/json"? id="?step"?>(.*?)<\/script>/s.exec(readFileSync(file, "utf8"));
  return JSON.parse(json);
}

/** Opens the page of a step, or puts the step into the page of a lesson that is open. */
async function show(page, path) {
  const lesson = (address) => /learn\/[^/]+/.exec(address)?.[0];
  if (!lesson(page.url())) return page.goto(site.url + path);
  await page.evaluate(async (url) => {
    const text = await (await fetch(url)).text();
    const next = new DOMParser().parseFromString(text, "text/html");
    history.replaceState(null, "", url);
    document.documentElement.dataset.engine = next.documentElement.dataset.engine; // larger where designs are judged
    document.querySelector("main").replaceWith(document.adoptNode(next.querySelector("main")));
  }, site.url + path);
}

/**
 * Holds the compiled engine in another window of the same process. What a page compiles of it while it runs is kept as
 * long as anybody holds it, so later pages find it done.
 */
async function holdEngine(page) {
  const [other] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void open(location.href))]);
  await other.evaluate(async () => {
    const { root, engine } = document.documentElement.dataset;
    globalThis.held = await WebAssembly.compileStreaming(fetch(new URL(engine, new URL(root, document.baseURI))));
  });
  await page.bringToFront();
}

/** Writes the solution where the start stood, and runs it: the key means all requests, wherever the cursor is. */
async function solve(page, solution) {
  await page.locator("lesson-try").hover();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(solution);
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator('lesson-check[state="solved"]').waitFor();
}

/** The first of every other lesson. */
const firsts = (list) =>
  list.filter(({ data }, i) => data.lesson !== list[i - 1]?.data.lesson).filter((_, i) => i % 2 === 0);

test("the first exercise of every other lesson is solved in the browser by its reference solution", async () => {
  await solveAll(firsts(tasks()));
});

deep("every other exercise is solved in the browser by its reference solution", async () => {
  const first = new Set(firsts(tasks()).map(({ path }) => path));
  await solveAll(tasks().filter(({ path }) => !first.has(path)));
});

/** Solves exercises one after another in one window. */
async function solveAll(list) {
  assert.equal(list.length >= 12, true, "there are lessons with tasks");
  const failed = [];
  const page = await open(browser, site.url);
  await holdEngine(page);
  for (const { path, data } of list) {
    try {
      await show(page, path);
      await solve(page, data.solution.trim());
      assert.equal(await page.evaluate(() => JSON.parse(document.getElementById("step").textContent).id), data.id);
    } catch (e) {
      const said = await page
        .locator("lesson-check")
        .innerText()
        .catch(() => "nothing");
      failed.push(`${path}: ${String(e).split("\n")[0]}: ${said}`);
    }
    // with the step before
    const trouble = page.trouble.splice(0).filter((line) => !line.includes("the engine was stopped"));
    failed.push(...trouble.map((line) => `${path}: ${line}`));
  }
  assert.deepEqual(failed, []);
  await page.context().close();
}
