// Every page: accessible, complete without scripts, and silent towards the rest of the world.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, open, visit } from "./browser.mjs";
import { allPages } from "./pages.mjs";
import { serveSite } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCREENS = [1440, 390];

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Runs axe past the page's policy, which is for what the page itself loads. */
async function violations(page) {
  const { width } = page.viewportSize();
  if (width < 800)
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) }); // else the bar at the foot lies over targets
  await page.evaluate(axe);
  const found = await page.evaluate(
    (runOnly) => globalThis.axe.run(document, { resultTypes: ["violations"], runOnly }),
    RULES,
  );
  return found.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.target.join(" "))
        .join(", ")}`,
  );
}

const LOOKS = ["light", "dark"].flatMap((colorScheme) => SCREENS.map((width) => ({ colorScheme, width })));

/** Every page is seen in one look, and in all of them where it stands for a kind of page. */
function seenIn(look) {
  const kinds = [
    "",
    "learn/",
    "learn/data-model-and-keys/",
    "learn/data-model-and-keys/1/",
    "learn/partitions-and-scale/2/",
    "patterns/",
    "patterns/intra-partition-index/",
    "cases/sensor-readings/",
    "play/",
    "help/",
    "help/script-format/",
    "limits/",
    "glossary/",
    "search/",
    "404.html",
  ];
  return allPages().filter((path, i) => i % LOOKS.length === LOOKS.indexOf(look) || kinds.includes(path));
}

for (const look of LOOKS) {
  const { colorScheme, width } = look;
  test(`pages pass axe, ${colorScheme}, ${width} px wide, and do not scroll sideways`, async () => {
    await visit(browser, site, seenIn(look), { colorScheme, viewport: { width, height: 900 } }, async (page, path) => {
      if (path === "play/") await page.waitForSelector("play-ground[state=ready]");
      assert.deepEqual(await violations(page), [], path);
      assert.equal(
        (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
        true,
        `${path} scrolls sideways`,
      );
      assert.deepEqual(page.trouble, [], path);
    });
  });
}

test("what runs passes axe too: results, explain, checks, the dialog", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`);
  await page.locator("lesson-try").getByRole("button", { name: "Run" }).click();
  await page.locator("lesson-check li[data-ok]").first().waitFor();
  await page.locator("lesson-try run-output").getByRole("radio", { name: "Explain" }).check();
  assert.deepEqual(await violations(page), []);
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog").count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("with scripts switched off a page shows its results", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`, { javaScriptEnabled: false });
  const example = page.locator('run-cell[data-kind="example"]').first();
  assert.match(await example.locator(".ro-sum").innerText(), /200 OK\s*Table scan\s*read 1,004/);
  assert.equal(await example.getByText("weissa@contoso.com").first().isVisible(), true);
  await example.getByRole("radio", { name: "Explain" }).check();
  assert.equal(await example.locator("query-plan").isVisible(), true);
  assert.equal(await page.getByRole("button", { name: /Run/ }).count(), 0);
});

test("before the first touch a lesson loads a page, a style sheet and one bundle", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`);
  await page.waitForTimeout(300);
  const names = page.requests.map((r) => new URL(r).pathname);
  assert.deepEqual(
    names.filter((n) => /\.wasm$|worker|(lesson|editor|cells)[^/]*\.js/.test(n)),
    [],
  );
  assert.equal(page.requests.length <= 10, true, names.join(" "));
});

test("the theme goes round, and is kept", async () => {
  const page = await open(browser, site.url);
  const toggle = page.locator("[data-theme-toggle]");
  const seen = [];
  for (let i = 0; i < 3; i++) {
    await toggle.click();
    seen.push(await page.evaluate(() => document.documentElement.dataset.theme ?? "auto"));
  }
  assert.deepEqual(seen, ["light", "dark", "auto"]);
  await toggle.click();
  await page.goto(`${site.url}learn/`);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
});

test("the slash leads to the search, and the search finds", async () => {
  const page = await open(browser, `${site.url}learn/`);
  await page.keyboard.press("/");
  await page.keyboard.type("PartitionKey");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search/?q=PartitionKey");
  await page.locator("site-search .found h2 a, site-search .found h3 a").first().waitFor();
  await page.locator(".found-n").waitFor();
  assert.match(await page.locator(".found-n").innerText(), /\d+ pages? mentions? “PartitionKey”/);
  assert.deepEqual(page.trouble, []);
});

for (const word of ["If-Match", "$filter", "odata"]) {
  test(`code is found as it is typed: ${word}`, async () => {
    const page = await open(browser, `${site.url}search/?q=${encodeURIComponent(word)}`);
    await page.locator(".found-n").waitFor();
    assert.match(await page.locator(".found-n").innerText(), /\d+ pages? mentions?/);
    assert.match(await page.locator("site-search mark").first().innerText(), new RegExp(word.replace("$", ""), "i"));
    assert.deepEqual(page.trouble, []);
  });
}

test("what a lesson claims to cover is for those who ask", async () => {
  const page = await open(browser, `${site.url}learn/query-classes/`);
  assert.equal(await page.locator("[data-coverage]").isVisible(), false);
  await page.goto(`${site.url}learn/query-classes/?coverage`);
  await page.getByText("QCLS-01").waitFor();
});
