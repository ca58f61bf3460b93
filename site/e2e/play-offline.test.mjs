// Without a network: the site is there after the first visit, and a new version waits until the reader says so.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deepViolations, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { LONG_PATIENCE, launch, open } from "./browser.mjs";
import { dist, serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

const LESSON = "learn/query-classes/1/";
const LATER = "learn/query-classes/4/"; // another step of it
let folder; // a copy of the site that a test may change
let site;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "rowkey-site-"));
  cpSync(dist, folder, { recursive: true });
  site = await serveSite(folder);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
  rmSync(folder, { recursive: true });
});

/** Visits a page as a reader does, who touches it, and waits until the worker has what it needs. */
async function visit(path, options = {}) {
  const page = await open(browser, site.url + path, { serviceWorkers: "allow", ...options });
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, LONG_PATIENCE);
  return page;
}

/** Waits until a page is kept. */
const kept = (page, path) =>
  page.evaluate(async (url) => {
    for (let i = 0; !(await caches.match(url)); i++) {
      if (i === 300) throw new Error(`${url} is not kept`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }, site.url + path);

const ready = (page) => page.waitForSelector("play-ground[state=ready]", LONG_PATIENCE);

test("without a network the playground opens and runs, and a visited lesson is there (rows 13, 14, 85)", async () => {
  const page = await visit(LESSON);
  await kept(page, LESSON);
  await page.context().setOffline(true);
  await page.goto(`${site.url}play/`);
  await ready(page);
  await becomes(() => page.locator(".off-chip").textContent(), /offline/);
  assert.deepEqual(await deepViolations(page), []);
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".run-line [data-class]");
  await page.reload();
  await ready(page);
  await page.goto(site.url + LESSON);
  await becomes(() => page.locator("h1").first().textContent(), /\w/);
  await page.locator("lesson-try").hover();
  await page.locator(".try-bar .button[data-kind=primary]").click();
  await page.locator("lesson-check li[data-ok]").first().waitFor();
  await page.context().close();
});

deep("with one step of a lesson its other steps are kept, and run without a network (row 85)", async () => {
  const page = await visit(LESSON);
  await kept(page, LATER);
  await page.context().setOffline(true);
  await page.goto(site.url + LATER);
  await page.locator("lesson-try").hover();
  await page.locator(".try-bar .button[data-kind=primary]").click();
  await page.locator("lesson-check li[data-ok]").first().waitFor();
  await page.context().close();
});

deep("without a network the workbench that was visited before compares designs", async () => {
  const page = await visit("design/?sheet=sensor-readings");
  await kept(page, "design/");
  const engine = await page.evaluate(() => document.documentElement.dataset.engine);
  assert.match(engine, /workbench/);
  await kept(page, engine);
  await page.context().setOffline(true);
  await page.goto(`${site.url}design/?sheet=chat`);
  await page.locator(".bench .dd tbody tr").first().waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "without a network a page that nobody has visited says so, and leads to those that are here (row 85)",
  async () => {
    const page = await visit("play/");
    await page.context().setOffline(true);
    await page.goto(`${site.url}patterns/log-tail/`);
    await becomes(() => page.locator("h1").textContent(), /not kept/);
    const links = await page.locator("main a").evaluateAll((all) => all.map((a) => a.href));
    assert.ok(links.includes(`${site.url}play/`), links.join(" "));
    assert.deepEqual(await violations(page), []);
    await page.goto(`${site.url}search/?q=keys`);
    await page.waitForSelector(".found-n");
    await becomes(() => page.locator(".found-n").textContent(), /no network/);
    await page.context().close();
  },
);

deep("a new version waits: a notice says so, and Reload takes it (row 85)", async () => {
  const page = await visit("play/");
  await ready(page);
  const worker = join(folder, "sw.js");
  const before = readFileSync(worker, "utf8");
  writeFileSync(worker, before.replace(/"version":"\w+"/, '"version":"another"'));
  for (const packed of [".br", ".gz"]) rmSync(worker + packed, { force: true });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitForSelector(".play-note p:not(:empty)");
  await becomes(() => page.locator(".play-note").textContent(), /new version/);
  assert.deepEqual(await deepViolations(page), []);
  await page.evaluate(() => (window.before = true)); // ends with the document
  await page.locator(".play-note .button").click();
  await page.waitForFunction(() => !window.before, null);
  await ready(page);
  const state = await page.evaluate(async () => {
    const r = await navigator.serviceWorker.getRegistration();
    return [r.waiting === null, r.active?.state];
  });
  assert.deepEqual(state, [true, "activated"]);
  await page.context().close();
});

deep("a browser that may not keep anything goes on as before (row 85)", async () => {
  const block = () => {
    Object.defineProperty(ServiceWorkerContainer.prototype, "register", {
      value: () => Promise.reject(new Error("no")),
    });
  };
  const page = await open(browser, `${site.url}play/`, { serviceWorkers: "allow", init: [[block, null]] });
  await ready(page);
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".run-line [data-class]");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "the site can be installed: a manifest with icons that exist, and shortcuts that lead somewhere (row 85)",
  async () => {
    const page = await open(browser, `${site.url}${LESSON}`);
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector("link[rel=manifest]");
      const response = await fetch(href);
      return { href, type: response.headers.get("Content-Type"), ...(await response.json()) };
    });
    assert.equal(manifest.type, "application/manifest+json");
    assert.equal(manifest.display, "standalone");
    assert.equal(new URL(manifest.start_url, manifest.href).href, `${site.url}play/`);
    for (const { src } of manifest.icons) {
      const icon = await page.evaluate(async (url) => (await fetch(url)).text(), new URL(src, manifest.href).href);
      assert.match(icon, /^<svg/);
    }
    for (const { url } of manifest.shortcuts)
      assert.equal(await page.evaluate(async (u) => (await fetch(u)).status, new URL(url, manifest.href).href), 200);
    await page.context().close();
  },
);

deep("a part of a page that cannot be loaded is said, with a way to go on", async () => {
  for (const [path, part] of [
    ["play/", /\/share-dialog\..*\.js$/],
    ["learn/", /\/palette\..*\.js$/],
  ]) {
    const page = await open(browser, site.url + path);
    await page.route(part, (route) => route.abort());
    if (path === "play/") {
      await page.waitForSelector("play-ground[state=ready]");
      await page.locator("[popovertarget=doc-menu]").click();
      await page.locator('[data-tool="share"]').click();
    } else await page.keyboard.press("Control+k");
    await page.getByRole("status").getByText("could not be loaded").waitFor();
    await page.unroute(part);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
    await page.context().close();
  }
});
