// The command palette, on every page: Ctrl+K, a few letters, Enter.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { afterPauses, becomes } from "./becomes.mjs";
import { atWork, launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

let site;
let browser;

before(async () => {
  site = await serveSite();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

const DIALOG = "dialog.palette[open]";

async function palette(page, query = "") {
  await page.keyboard.press("Control+k");
  await page.waitForSelector(DIALOG);
  if (query) await page.keyboard.type(query);
}

/** Holds what a page loads with this name back, until what is returned is called. */
async function held(page, name) {
  const { promise, resolve } = deferred();
  await page.route(name, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

const chosen = (page) => page.locator(`${DIALOG} [aria-selected=true]`).textContent();

/** Waits for a choice of this name: the list of the site comes a moment later. */
const listed = (page, text) => page.locator(`${DIALOG} [role=option]`, { hasText: text }).first().waitFor();

deep("any page finds a lesson, a card and a limit by a few letters, and Enter leads there (row 78)", async () => {
  const page = await open(browser, `${site.url}help/`);
  for (const [query, path] of [
    ["log tail", "patterns/log-tail/"],
    ["query classes", "learn/query-classes/"],
    ["a page: 1,000", "limits/#thousand"],
  ]) {
    await palette(page, query);
    await page.waitForFunction(
      ([dialog, want]) => document.querySelector(`${dialog} [role=option]`)?.textContent.toLowerCase().includes(want),
      [DIALOG, query],
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(site.url + path);
  }
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("the palette is a combobox: arrows choose and go round, Escape gives the focus back (row 78)", async () => {
  const page = await open(browser, `${site.url}play/`);
  await atWork(page);
  await page.locator(".doc-new").focus();
  await palette(page, "r");
  const first = await chosen(page);
  await page.keyboard.press("ArrowUp");
  const last = await chosen(page);
  assert.notEqual(first, last);
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen(page), first);
  const wired = await page.evaluate((dialog) => {
    const field = document.querySelector(`${dialog} input`);
    const option = document.getElementById(field.getAttribute("aria-activedescendant"));
    return [document.activeElement === field, option?.getAttribute("aria-selected"), field.getAttribute("role")];
  }, DIALOG);
  assert.deepEqual(wired, [true, "true", "combobox"]);
  await page.keyboard.press("Escape");
  await becomes(() => page.evaluate(() => document.activeElement?.className), "icon-button doc-new");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("what is typed before the palette is there is its first query, and Esc before that gives it up", async () => {
  const page = await open(browser, `${site.url}help/`);
  const part = /\/palette\..*\.js$/; // the first use loads it
  let come = await held(page, part);
  await page.locator("main").click();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("log taol");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("il");
  come();
  await page.waitForSelector(DIALOG);
  await becomes(() => page.locator(`${DIALOG} input`).inputValue(), "log tail");
  await page.keyboard.type("s");
  await becomes(() => page.locator(`${DIALOG} input`).inputValue(), "log tails");
  await page.keyboard.press("Backspace");
  await listed(page, "Log tail");
  await page.keyboard.press("Escape");
  await page.waitForSelector(DIALOG, { state: "detached" });

  await page.unroute(part);
  come = await held(page, part);
  await page.reload();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lo");
  await page.keyboard.press("Escape");
  const loaded = page.waitForResponse(part);
  come();
  await loaded;
  await afterPauses(page);
  assert.equal(await page.locator(DIALOG).count(), 0);
  await page.keyboard.press("/");
  await becomes(
    () => page.evaluate(() => document.activeElement?.getAttribute("type")),
    "search",
    "keys are free again",
  );
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("the playground offers its actions, rooms and documents, also from within the editor (row 78)", async () => {
  const page = await open(browser, `${site.url}play/`);
  await atWork(page);
  await page.locator("rk-editor .cm-content").click();
  await palette(page, "run all");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".run-line [data-class]");
  await palette(page, "new doc");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".doc-tabs li").length === 2);
  await palette(page, "five ways");
  await becomes(() => page.locator(DIALOG).textContent(), /Documents/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Five ways/.test(document.querySelector(".doc-tab[aria-current]")?.textContent));
  await palette(page, "show data");
  assert.match(await chosen(page), /Show Data/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(DIALOG, { state: "detached" });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

/** A run whose end is held up: the engine does not say yet what it has written. Gives how to let it end. */
async function heldRun(page) {
  await page.evaluate(() => {
    const { control } = document.querySelector("play-ground");
    const held = new Promise((free) => (globalThis.free = free));
    control.changes = async (from) => {
      await held;
      return Object.getPrototypeOf(control).changes.call(control, from);
    };
  });
  await page.getByRole("button", { name: "Run all" }).click();
  await page.waitForSelector(".run-line [data-class]");
  return () => page.evaluate(() => globalThis.free());
}

deep("a reader gets back to the document whose run still ends, by the palette and by its tab", async () => {
  const page = await open(browser, `${site.url}play/`);
  await atWork(page);
  const tabs = page.locator(".doc-tab");
  const here = () => page.locator(".doc-tab[aria-current]").textContent();
  const back = {
    palette: async () => {
      await palette(page, "five ways");
      await becomes(() => page.locator(DIALOG).textContent(), /Documents/);
      await page.keyboard.press("Enter");
    },
    tab: () => tabs.first().click(),
  };
  for (const [n, way] of Object.values(back).entries()) {
    const free = await heldRun(page);
    await page.getByRole("button", { name: "New document" }).click();
    await becomes(() => tabs.count(), n + 2);
    assert.match(await here(), /Five ways/);
    await way();
    await free();
    await page.evaluate(() => document.querySelector("play-ground").turn("-")); // no document: after all turns
    assert.match(await here(), /Five ways/);
  }
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("names are text in the palette, whatever they hold (row 78)", async () => {
  const evil = '<img src=x onerror="window.hit=1">';
  const keep = (title) => {
    if (!localStorage.getItem("rowkey/documents"))
      localStorage.setItem(
        "rowkey/documents",
        JSON.stringify({ v: 1, open: [{ id: "d-1", title, fresh: false }], closed: [] }),
      );
  };
  const page = await open(browser, `${site.url}help/`, { init: [[keep, evil]] });
  await palette(page, "<img");
  await listed(page, "onerror");
  assert.equal(await page.evaluate(() => window.hit ?? document.querySelectorAll("dialog img").length), 0);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site.url}play/?sample=d-1`);
  await atWork(page);
  await page.context().close();
});

deep("nothing found is said, and without the list of the site the actions are there (row 78)", async () => {
  const page = await open(browser, `${site.url}help/`);
  await page.route("**/go-to.json", (route) => route.abort());
  await palette(page, "theme");
  assert.match(await chosen(page), /theme/);
  await page.waitForFunction(
    (d) => /could not be loaded/.test(document.querySelector(`${d} [role=status]`).textContent),
    DIALOG,
  );
  await page.keyboard.type("zzzz");
  await becomes(() => page.locator(`${DIALOG} .pal-none`).textContent(), /Nothing matches/);
  await page.keyboard.press("Enter"); // what no title has may be in a text
  await page.waitForURL("**/search/?q=themezzzz");
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  deep(`axe finds nothing in the palette, ${colorScheme} (row 78)`, async () => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await open(browser, `${site.url}play/`, { colorScheme, viewport });
      await atWork(page);
      await palette(page);
      assert.deepEqual(await violations(page), []);
      await page.keyboard.type("res");
      await listed(page, "lesson");
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/palette-${viewport.width}-${colorScheme}.png` });
      assert.deepEqual(page.trouble, []);
      await page.context().close();
    }
  });
}
