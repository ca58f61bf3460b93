// Another language: one that nobody speaks (site/pseudo_test.go). What scripts draw is in it, and has room.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const keep = JSON.parse(readFileSync(new URL("../testdata/not-translated.json", import.meta.url)));
const HOME = "en-XA/";
const STEP = `${HOME}learn/choosing-keys/2/`;

let dir, site, browser;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), "rowkey-language-"));
  const run = ["test", "-vet=off", "-count=1", "-run", "NoEnglish", "./site", "-args", "-pseudo", dir];
  [browser] = await Promise.all([launch(), promisify(execFile)("go", run, { cwd: project })]);
  site = await serveSite(dir);
});
after(async () => {
  await browser?.close();
  await site?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Returns the texts of a page that are seen or read aloud, and not translated. */
function english(page) {
  return page.evaluate(
    ([elements, texts]) => {
      const known = new RegExp(texts.join("|"));
      const word = /^[^⟦]*[A-Za-z]{2,}[^⟦]*$/; // what is in brackets is translated, beside them are parameters
      const found = [];
      const look = (e, text) => {
        if (word.test(text) && !known.test(text) && !e.closest(elements.join()) && e.checkVisibility())
          found.push(`<${e.localName} class="${e.className}"> ${text}`);
      };
      for (const e of document.body.querySelectorAll("*")) {
        const own = [...e.childNodes].map((n) => (n.nodeType === Node.TEXT_NODE ? n.data : ""));
        look(e, own.join("").trim());
        for (const name of ["aria-label", "title", "placeholder"]) look(e, e.getAttribute(name)?.trim() ?? "");
      }
      return found;
    },
    [Object.keys(keep.elements), Object.keys(keep.texts)],
  );
}

/** What a reader does on a page before it is looked at. */
const PAGES = {
  "": async () => {},
  "patterns/log-tail/": async (page) => {
    const ran = page.evaluate(
      () => new Promise((done) => addEventListener("cell:result", () => done(), { once: true })),
    );
    await page.locator("run-cell .run").first().click();
    await ran;
  },
  "learn/choosing-keys/2/": async (page) => {
    await page.locator("lesson-try .try-bar").getByRole("button").last().click();
    await page.locator("lesson-check li[data-ok]").first().waitFor();
  },
  "play/": async (page) => {
    await page.waitForSelector("play-ground[state=ready]");
    await page.locator("play-ground [data-kind=primary]").first().click();
    await page.locator("play-ground run-output").nth(4).waitFor(); // the last of its five requests
    await page.locator(".cm-content").first().press("ControlOrMeta+f");
    await becomes(() => page.locator(".cm-search").innerText(), /^[^A-Za-z]+$/);
    await page.keyboard.press("Escape");
  },
  "search/?q=PartitionKey": async (page) => {
    await page.locator(".found-n").waitFor();
    const links = await page.locator(".found a").evaluateAll((all) => all.map((a) => a.pathname));
    assert.deepEqual(
      links.filter((path) => !path.startsWith(`/${HOME}`)),
      [],
    );
  },
};

deep("pages have room for longer words at any width, and nothing is English", async () => {
  const page = await open(browser, site.url + HOME);
  for (const [path, act] of Object.entries(PAGES)) {
    await page.goto(site.url + HOME + path);
    await act(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.equal(wide <= 0, true, `${path} is ${wide} px too wide for ${width}`);
      assert.deepEqual(await english(page), [], path);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  assert.deepEqual(page.trouble, []);
});

deep("the switch leads to the same page in another language", async () => {
  const page = await open(browser, site.url + STEP, { viewport: { width: 390, height: 900 } });
  await page.locator(".lang[popovertarget]").click();
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL(`${site.url}${STEP.replace(HOME, "")}`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.goto(`${site.url}learn/`);
  await becomes(() => page.locator("a[data-resume]").getAttribute("href"), /learn\/choosing-keys\/2\/$/);
  assert.deepEqual(page.trouble, []);
});
