// The data centre at scale, and the room "Map" of the playground: one renderer of heat maps, read and zoomed by
// pointer and keys.

import assert from "node:assert/strict";
import { deepViolations, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { launch, open, openRoom } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const visit = async (path, options) => {
  const page = await open(browser, site.url + path, options);
  return page;
};
const clean = (page) => assert.equal(page.trouble.join("\n"), "");
const title = (page) => page.locator(".scale-result .scale-head h2").innerText();
const ran = (page) => page.locator(".scale-result:not([data-stale])").waitFor();
const rows = (page) => page.locator("heat-map details tbody tr").count();

deep("without a script the page shows what shapes mean, and a run with its map and its tables", async () => {
  const page = await visit("design/scale/", { javaScriptEnabled: false });
  await becomes(() => page.locator(".scale-shapes li .heat").count(), 6);
  await becomes(() => page.locator(".scale-head h3").innerText(), /too hot for any server$/);
  assert.ok((await page.locator(".scale-run .hm-pic > .heat path").count()) >= 3, "the map has several colours");
  assert.ok((await page.locator(".scale-top tbody tr").count()) >= 10, "the busiest partitions are listed");
  await page.context().close();
});

test("a ready load runs, a part of its map is zoomed into, and the page has no barriers", async () => {
  const page = await visit("design/scale/");
  assert.deepEqual(await deepViolations(page), []);
  await page.getByRole("link", { name: "Customers and a log" }).click();
  await ran(page);
  assert.match(
    await title(page),
    /^The newest partition of Log and partition Orders\/c\d+ are too hot for any server$/,
  );
  assert.deepEqual(await violations(page), []);
  const whole = await rows(page);
  const map = page.locator(".hm-aim");
  await map.focus();
  await page.keyboard.press("ArrowDown");
  await becomes(
    () => page.locator(".hm-read").innerText(),
    /^Orders\/c\d+ .*, minute 0\.0: [\d,.]+ requests a second$/,
  );
  await page.getByLabel("Keys from").fill("Log/log_2");
  await page.getByLabel("Keys to").fill("Log/log_3");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction((n) => document.querySelectorAll("heat-map details tbody tr").length < n, whole);
  assert.equal(await rows(page), 10);
  await page.getByRole("button", { name: "Whole map" }).click();
  await page.waitForFunction((n) => document.querySelectorAll("heat-map details tbody tr").length === n, whole);
  await page.getByRole("radio", { name: "Refused" }).check();
  await becomes(() => page.locator(".scale-result .hm-scale").innerText(), /refused requests a second/);
  clean(page);
  await page.context().close();
});

deep("Stop ends a run long before its end, and shows what is known", async () => {
  const page = await visit("design/scale/?load=own");
  await page.getByLabel("partitions", { exact: true }).fill("2,000,000");
  await page.getByLabel("keys", { exact: true }).selectOption("prefix");
  await page.getByLabel("number of prefixes", { exact: true }).fill("1,000");
  await page.getByLabel("time in a partition, s", { exact: true }).fill("2");
  await page.getByLabel("duration, s", { exact: true }).fill("3600");
  await page.getByLabel("duration, s", { exact: true }).blur();
  await page.evaluate(async () => {
    const button = (name) => [...document.querySelectorAll("button")].find((b) => b.textContent.includes(name));
    button("Run").click();
    const stop = () => document.querySelector('.scale-progress button, .scale-bar [aria-label="Stop"]');
    while (!document.querySelector(".scale-progress")) await new Promise((done) => setTimeout(done, 5));
    stop().click();
  });
  await page.locator(".scale-progress").waitFor({ state: "detached" });
  await page.getByText(/Stopped after|Nothing has run yet/).waitFor();
  clean(page);
  await page.context().close();
});

deep(
  "what is wrong is named at its field, a change makes numbers stale, and a link brings the load to others",
  async () => {
    const page = await visit("design/scale/?load=own", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByLabel("requests a second", { exact: true }).fill("many");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").waitFor();
    await becomes(() => page.getByRole("alert").innerText(), /Table 1, requests a second: this must be a number/);
    assert.deepEqual(await violations(page), []);
    await page.getByLabel("requests a second", { exact: true }).fill("30,000");
    await page.getByRole("button", { name: /^Run/ }).click();
    await ran(page);
    assert.match(await title(page), /^No partition is too hot/);
    await page.getByLabel("Factor for the load").selectOption("10");
    await page.locator(".scale-result[data-stale]").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    clean(page);
    await page.context().close();

    const other = await visit(link.slice(site.url.length));
    await other.getByText("Nothing has run yet").waitFor();
    await becomes(() => other.getByLabel("requests a second", { exact: true }).inputValue(), "30000");
    await becomes(() => other.getByLabel("Factor for the load").inputValue(), "10");
    clean(other);
    await other.context().close();
  },
);

deep(
  "the link of a mistake goes to its field, what has no field has no link, and Back shows the page again",
  async () => {
    const page = await visit("design/scale/");
    await page.getByRole("link", { name: "A load of your own" }).click();
    await page.getByLabel("requests a second", { exact: true }).fill("many");
    await page.keyboard.press("Control+Enter");
    const address = page.url();
    await page.getByRole("alert").getByRole("link", { name: "Table 1, requests a second" }).click();
    await becomes(() => page.evaluate(() => document.activeElement.id), "scale-load-parts-0-rate");
    assert.equal(page.url(), address);
    await page.getByLabel("requests a second", { exact: true }).fill("1000");
    await page.getByRole("button", { name: "Add a table" }).click();
    for (const field of await page.getByLabel("partitions", { exact: true }).all()) await field.fill("1500000");
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("alert")
      .getByText(/^parts/)
      .first()
      .waitFor();
    await becomes(
      () =>
        page
          .getByRole("alert")
          .getByRole("link", { name: /^parts/ })
          .count(),
      0,
    );
    const [icon, sentence] = await page
      .getByRole("alert")
      .locator("p > *")
      .evaluateAll((list) => list.map((x) => x.getBoundingClientRect()).map((r) => r.top + r.height / 2));
    assert.ok(Math.abs(icon - sentence) < 8, "the sign is in the line of its sentence");
    await page.goBack();
    await page.locator(".scale-shapes").waitFor();
    await page.goForward();
    await page.getByLabel("requests a second", { exact: true }).waitFor();
    clean(page);
    await page.context().close();
  },
);

deep("keys of one's own are a table of the map, and their mistakes are told", async () => {
  const page = await visit("design/scale/?load=own");
  await page.getByRole("button", { name: "Add keys of your own" }).click();
  const attributes = page.getByLabel("Attributes, one on each line");
  await attributes.fill("customer, word");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByRole("alert").waitFor();
  assert.deepEqual(await violations(page), []);
  await attributes.fill("customer, text 8, 1000 values, zipf 1");
  await page.getByRole("button", { name: /^Run/ }).click();
  await ran(page);
  assert.match(await title(page), /Own\/c\d+ .* too hot for any server/);
  clean(page);
  await page.context().close();
});

deep("the workbench opens the map of a design, which runs at once and grows with its users", async () => {
  const page = await visit("design/?sheet=audit-log");
  await page.getByRole("button", { name: "Map of B" }).click();
  await ran(page);
  await becomes(() => page.locator(".scale-bar h1").innerText(), /^Audit log, design B$/i);
  const rate = async () =>
    Number((await page.locator(".scale-result .scale-facts b").first().innerText()).replaceAll(",", ""));
  const before = await rate();
  await page.getByLabel("Factor for the load").selectOption("10");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.waitForFunction((n) => {
    const shown = document.querySelector(".scale-result:not([data-stale]) .scale-facts b");
    return shown && Number(shown.textContent.replaceAll(",", "")) > 5 * n;
  }, before);
  assert.deepEqual(await violations(page), []);
  clean(page);
  await page.context().close();
});

deep("on a phone the busiest partitions come before the map, and nothing scrolls sideways", async () => {
  const page = await visit("design/scale/?load=tenants", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await ran(page);
  const [top, map] = [page.locator(".scale-result .scale-top"), page.locator(".hm-aim")];
  assert.ok((await top.boundingBox()).y < (await map.boundingBox()).y);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(await violations(page), []);
  clean(page);
  await page.context().close();
});

deep("the room Map of the playground draws loads, and zooms into them with the keyboard (row 34)", async () => {
  const page = await visit("play/");
  await openRoom(page, "map");
  await page.getByRole("button", { name: "Run an example" }).click();
  const maps = page.locator("map-room heat-map");
  await maps.nth(1).waitFor();
  await becomes(() => maps.count(), 2);
  const aim = maps.nth(1).locator(".hm-aim");
  await aim.focus();
  for (const key of ["ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll("heat-map")[1].querySelectorAll("tbody tr").length === 2);
  await maps.nth(1).getByRole("button", { name: "Whole map" }).click();
  await page.waitForFunction(() => document.querySelectorAll("heat-map")[1].querySelectorAll("tbody tr").length === 8);
  assert.deepEqual(await violations(page), []);
  clean(page);
  await page.context().close();
});
