// The page Watch: its baked recording, the programs that run in the tab, and what a reader can do with a recording.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { deepViolations, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
import { dist, serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const visit = async (path = "", options = {}) => {
  const page = await open(browser, `${site.url}watch/${path}`, options);
  if (options.javaScriptEnabled !== false) await page.locator("watch-page[state=ready]").waitFor();
  return page;
};
const clean = (page) => assert.equal(page.trouble.join("\n"), "");
const sums = (page) => page.locator(".w-main .w-sums dd b").allInnerTexts();
const shapes = (page) =>
  page.locator(".ws tbody tr").evaluateAll((rows) => rows.map((r) => r.querySelector(".ws-name").innerText));
const titles = (page) =>
  page
    .locator(".w-finds .li-name")
    .evaluateAll((all) => all.map((x) => [...x.childNodes].find((n) => n.nodeType === 3 && n.data.trim()).data.trim()));
const choose = (page, key) => page.getByLabel("Program to run").selectOption(key);

/** Puts another program into the editor. */
async function write(page, text) {
  await page.locator(".w-editor .cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

/** Runs the program that is chosen to its end. */
async function run(page) {
  await page.getByRole("button", { name: "Run and record" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.getByRole("button", { name: "Run and record" }).waitFor();
}

deep("without a script the page shows a recording with its findings, its shapes and the programs", async () => {
  const page = await visit("", { javaScriptEnabled: false });
  assert.deepEqual(await sums(page), ["273", "14,592", "216", "0"]);
  await becomes(() => page.locator(".w-finds li").count(), 3);
  await becomes(() => page.locator(".ws tbody tr").count(), 5);
  assert.match(await page.locator(".w-open").innerText(), /Table scan[\s\S]*14,400[\s\S]*tried on a copy/);
  await becomes(() => page.locator("watch-page noscript details, watch-page details.w-listing").count(), 3);
  await page.context().close();
});

deep("what was changed in a program is there again when it is chosen again, and Start over takes it back", async () => {
  const page = await visit("?program=mended");
  const first = () => page.locator(".w-editor .cm-line").first().innerText();
  const begins = await first();
  await write(page, "// mine");
  await choose(page, "slow");
  await becomes(first, /^(?!.*mine)/);
  await choose(page, "mended");
  await becomes(first, "// mine");
  await page.getByRole("button", { name: "Start over" }).click();
  await becomes(first, begins);
  await page.getByRole("button", { name: "Start over" }).waitFor({ state: "detached" });
  await clean(page);
  await page.context().close();
});

deep("the slow shop runs in the tab and shows what it was built with; mended, it has no finding", async () => {
  const page = await visit("", { permissions: ["clipboard-read", "clipboard-write"] });
  assert.deepEqual(await violations(page), []);
  const baked = [(await sums(page)).slice(0, 4), await shapes(page), await titles(page)];
  await run(page);
  await becomes(
    async () => JSON.stringify([(await sums(page)).slice(0, 4), await shapes(page)]),
    JSON.stringify(baked.slice(0, 2)),
  );
  assert.equal((await titles(page))[0], baked[2][0]);
  await page.locator(".w-open key-line").waitFor();
  await becomes(() => page.locator(".w-open .w-kl").innerText(), /read 600/);
  await page.getByRole("button", { name: "Keep as" }).click();
  await choose(page, "mended");
  await run(page);
  await becomes(async () => (await sums(page)).slice(0, 3).join(), "57,120,120");
  assert.deepEqual(await titles(page), []);
  await page.getByRole("radio", { name: "Compare" }).check();
  await becomes(
    () => page.locator(".wc tbody tr").first().innerText(),
    /Email = \?[\s\S]*CustomersByEmail[\s\S]*−14,376/,
  );
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByText("Copied as Markdown").waitFor();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^### Tables: `The same shop, fixed`\n\nbefore: /,
  );
  clean(page);
  await page.context().close();
});

deep("shapes are sorted, filtered and opened with keys, and become a script", async () => {
  const page = await visit();
  await page.getByLabel("Filter the shapes").fill("customers rowkey");
  await becomes(() => shapes(page).then(String), "Customers get PartitionKey = ? and RowKey = ?");
  await page.getByLabel("Filter the shapes").fill("");
  await page.getByRole("button", { name: "calls" }).press("Enter");
  await becomes(async () => (await shapes(page))[0], "Carts insert");
  await run(page);
  await page.getByRole("button", { name: /Customers query/ }).press("Enter");
  await page.getByRole("button", { name: "Open as script" }).press("Enter");
  const link = page.getByRole("link", { name: "Open it in the playground" });
  assert.match(await link.getAttribute("href"), /play\/#v1=/);
  await page.keyboard.press("Escape");
  await page.locator(".w-open").waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Data" }).check();
  await becomes(() => page.locator(".w-data .dp-count").innerText(), /144 entities|600 entities|96 entities/);
  clean(page);
  await page.context().close();
});

deep("shapes of a recording become questions of a sheet, with their rates, and the workbench judges them", async () => {
  const page = await visit();
  await run(page);
  const add = page.getByRole("button", { name: "Add to my sheet" });
  const link = page.getByRole("link", { name: "Open it in the workbench" });
  for (const shape of [/Customers query/, /Carts insert/]) {
    await page.getByRole("button", { name: shape }).click();
    await add.click();
    await link.waitFor();
    if (shape.source.startsWith("Customers")) await page.getByRole("button", { name: "Close" }).click();
  }
  await page.goto(await link.getAttribute("href"));
  await page.waitForSelector("design-bench[data-shown]");
  assert.equal(await page.locator("#sheet-asks-0-name").inputValue(), "customers read by email");
  assert.equal(await page.locator("#sheet-does-0-name").inputValue(), "carts insert");
  assert.ok(Number(await page.locator("#sheet-asks-0-n").inputValue()) > 0, "the question has its rate");
  clean(page);
  await page.context().close();
});

deep("two workers lose changes, a program can be changed, and Stop ends one", async () => {
  const page = await visit("?program=race");
  await run(page);
  await becomes(() => titles(page).then(String), "Written without the ETag that was read");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("radio", { name: "Program" }).check();
  await write(page, "for (;;) {}");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("You stopped the program").waitFor();
  await write(page, "throw new Error('<img src=x onerror=alert(1)>');");
  await page.keyboard.press("Control+Enter");
  await page.locator(".pc-lines [data-level=failed]").waitFor();
  assert.match(await page.locator(".w-live").innerText(), /The program ended with an error: <img/);
  await becomes(() => page.locator(".w-finds li").count(), 0);
  clean(page);
  await page.context().close();
});

deep("on a phone one part is shown at a time, and nothing is wider than the page", async () => {
  const page = await visit("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(await wide(), 0);
  assert.deepEqual(await deepViolations(page), []);
  await page.locator(".w-finds button").first().tap();
  await page.locator(".w-open").waitFor();
  assert.equal(await wide(), 0);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Close" }).tap();
  await page.locator(".w-open").waitFor({ state: "detached" });
  clean(page);
  await page.context().close();
});

deep("a log of a live account is read in the tab, and what is none is refused", async () => {
  const page = await visit();
  await page.getByRole("radio", { name: "A file" }).check();
  assert.deepEqual(await violations(page), []);
  const head = "TimeGenerated,OperationName,StatusCode,Uri,UserAgentHeader";
  const line = (i) =>
    `2026-11-28T1${4 + (i % 3 > 0)}:03:02Z,QueryEntities,200,"https://a.table.core.windows.net/Orders()?$filter=Total gt ${i}",<img src=x onerror=alert(1)>`;
  const choose = (name, text) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("notes.txt", "hello\n");
  await page.getByText("this is neither an export of StorageTableLogs").waitFor();
  await choose("<b>log</b>.csv", [head, ...Array.from({ length: 12_000 }, (_, i) => line(i))].join("\n"));
  await becomes(() => shapes(page).then(String), "Orders query Total > ?");
  assert.deepEqual(await titles(page), ["Rows found without their partition"]);
  assert.deepEqual((await sums(page)).slice(0, 3), ["12,000", "0", "8,000"]);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const ends = () =>
    page.locator(".w-sums dd").evaluateAll((all) => Math.max(...all.map((x) => x.getBoundingClientRect().right)));
  await becomes(async () => (await ends()) <= 390, true);
  clean(page);
  await page.context().close();
  const linked = await visit("?log=cases/from-a-log/parcels.csv");
  await becomes(() => titles(linked).then((all) => all.length), 2);
  assert.deepEqual((await sums(linked)).slice(0, 2), ["160", "11"]);
  assert.doesNotMatch(await linked.locator(".w-open").innerText(), /read 0|0 → 0|0 B|calculated/);
  clean(linked);
  await linked.context().close();
});

/** Starts the command on free ports, and returns the addresses that it prints. */
async function serve() {
  const any = "127.0.0.1:0";
  const args = [
    "run",
    "./serve",
    "-site",
    any,
    "-table",
    any,
    "-queue",
    any,
    "-blob",
    any,
    "-auth",
    "trust",
    "-dir",
    dist,
  ];
  const child = spawn("go", args, {
    cwd: new URL("../..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const urls = {};
  for await (const line of createInterface(child.stdout)) {
    const [name, at] = line.split(/\s+/);
    urls[name] = at;
    if (name === "auth") break;
  }
  return { urls, close: () => process.kill(-child.pid) };
}

deep("a program on this machine is watched while it runs, and what comes in wrongly is named", async () => {
  const { urls, close } = await serve();
  try {
    const page = await open(browser, urls.watch);
    await page.getByText("Waiting for the first request").waitFor();
    assert.ok(!page.url().includes("token"), "the address no longer has the token");
    const name = '<img src=x onerror="window.hit=1">';
    await fetch(`${urls.blob}/Tables`, { headers: { "DataServiceVersion": "3.0", "User-Agent": name } });
    await page.getByText("A request to tables came to the port of another service").waitFor();
    await fetch(urls.table.replace("http:", "https:")).catch(() => {});
    await page.getByText("A program uses https").waitFor();
    await becomes(() => page.locator(".we-came code").first().innerText(), name);
    assert.deepEqual(await violations(page), []);
    const json = { "Content-Type": "application/json", "Accept": "application/json", "x-ms-version": "2019-02-02" };
    const post = (path, body) =>
      fetch(urls.table + path, { method: "POST", headers: json, body: JSON.stringify(body) });
    await post("/Tables", { TableName: "Customers" });
    for (let i = 0; i < 120; i++)
      await post("/Customers", { PartitionKey: `p${i}`, RowKey: `c${i}`, Email: `c${i}@example.com` });
    for (let i = 0; i < 12; i++)
      await fetch(`${urls.table}/Customers()?$filter=Email%20eq%20'c${5 * i}@example.com'`, { headers: json });
    await becomes(async () => (await sums(page)).slice(0, 3).join(), "133,1,440,12");
    await page.locator(".w-finds").getByText("Rows found without their partition").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Record" }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("Nothing is recorded: press Record").waitFor();
    assert.equal(await page.evaluate(() => window.hit), undefined);
    clean(page);
    await page.context().close();

    const other = await open(browser, `${urls.site}watch/`);
    await other.getByRole("radio", { name: "This machine" }).check();
    await other.getByRole("heading", { name: "This page does not have the token" }).waitFor();
    // as if its address was opened here
    await other.evaluate((hash) => (location.hash = hash), new URL(urls.watch).hash);
    await other.getByRole("button", { name: /^(Stop|Record)$/ }).waitFor();
    assert.ok(!other.url().includes("token"), "the address no longer has the token");
    await other.context().close();
  } finally {
    close();
  }
});

deep("a finding about what a program did last is named without Stop, once nothing has come for a while", async () => {
  const { urls, close } = await serve();
  try {
    const page = await open(browser, urls.watch);
    await page.getByText("Waiting for the first request").waitFor();
    const json = { "Content-Type": "application/json", "Accept": "application/json", "x-ms-version": "2019-02-02" };
    const traceparent = `00-${"0af7651916cd43dd".repeat(2)}-b7ad6b7169203331-01`; // all of it is one unit of work
    const send = (method, path, body, more = {}) =>
      fetch(urls.table + path, {
        method,
        headers: { ...json, traceparent, ...more },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).then((r) => r.text());
    const row = "/Guests(PartitionKey='a',RowKey='1')";
    await send("POST", "/Tables", { TableName: "Guests" });
    await send("POST", "/Guests", { PartitionKey: "a", RowKey: "1", N: 0 });
    for (let n = 1; n < 6; n++) {
      await send("GET", row);
      await send("PUT", row, { N: n }, { "If-Match": "*" });
    }
    await send("GET", "/Guests()?$filter=1%20eq");
    await send("GET", "/Guests(PartitionKey='a',RowKey='2')");
    await page.getByText("at the latest 10 seconds after the last request").waitFor();
    await becomes(() => page.locator(".w-sums dd").nth(3).innerText(), /400, 404/);
    await page
      .locator(".w-finds")
      .getByText(/Written without the ETag that was read/)
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    clean(page);
    await page.context().close();
  } finally {
    close();
  }
});
