// A table of one's own: a file is read in the tab, and becomes a sheet for the workbench.

import assert from "node:assert/strict";
import { inflateRawSync } from "node:zlib";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
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

const DEVICES = 500;

/** Readings: device and time name a row, a customer has many devices, customer 0 has a third of them. */
function readings(rows) {
  const list = ["customer,device,time,place,celsius"];
  for (let i = 0; i < rows; i++) {
    const device = (i * 7) % DEVICES;
    const customer = device % 3 ? device % 41 : 0;
    const at = new Date(Date.UTC(2026, 10, 1) + 1000 * Math.floor(i / 50)).toISOString().replace(".000", "");
    list.push(`secret-${customer},${device + 1},${at},Hall ${i % 9}${i === 11 ? "/North" : ""},${(i % 400) / 10}`);
  }
  return `${list.join("\n")}\n`;
}

async function own(options) {
  const page = await open(browser, `${site.url}design/table/`, options);
  await page.locator(".own-drop").waitFor();
  return page;
}

const give = (page, text, name = "readings.csv") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const summary = (page) => page.locator("div.own-sum").innerText();
const section = (page, name) => page.getByRole("region", { name });
const column = (page, name) => section(page, "Columns").getByRole("row", { name: new RegExp(`^${name} `) });

async function known(page, text, name) {
  await give(page, text, name);
  await section(page, "Candidate keys").waitFor();
}

/** The sheet that the link to the workbench carries. */
async function linked(page) {
  const link = page.getByRole("link", { name: "Compare keys" });
  await page.waitForFunction(() => document.querySelector(".own-compare")?.href.includes("#d1="));
  const href = await link.getAttribute("href");
  assert.ok(href.startsWith(`${site.url}design/#d1=`), href);
  return JSON.parse(inflateRawSync(Buffer.from(href.split("#d1=")[1], "base64url")).toString());
}

const clean = (page) => assert.equal(page.trouble.join("\n"), "");

deep("100,000 rows of CSV are read while the page stays responsive, and nothing of them is kept or sent", async () => {
  const page = await own();
  const before = page.requests.length;
  await give(page, readings(100_000));
  await page.evaluate(() => {
    globalThis.turns = 0; // that others have meanwhile
    const count = () => {
      globalThis.turns++;
      setTimeout(count);
    };
    count();
  });
  await section(page, "Candidate keys").waitFor();
  assert.match(
    await summary(page),
    /^All 100,000 rows were read in .* s\. device and time together identify each row\./,
  );
  assert.ok((await page.evaluate(() => globalThis.turns)) > 20, "the file is read at a stretch");
  await becomes(
    () => column(page, "device").innerText(),
    /500\s+0\.2 %\s+Padded to 3 digits .* Always comes with the same customer/,
  );
  await becomes(() => column(page, "place").innerText(), /10\s+11\.1 %\s+1 value has .*a key cannot have\. Line 13/);
  const asset = (url) => /\.(js|css|wasm)$/.test(new URL(url).pathname);
  assert.deepEqual(
    page.requests.slice(before).filter((url) => !asset(url)),
    [],
  );
  const stored = await page.evaluate(async () => [
    Object.keys(localStorage).length + Object.keys(sessionStorage).length,
    (await indexedDB.databases()).length,
  ]);
  assert.deepEqual(stored, [0, 0]);
  clean(page);
  await page.context().close();
});

test("the sheet for the workbench has the measured numbers, and no value of the file", async () => {
  const page = await own();
  await known(page, readings(30_000));
  const sheet = await linked(page);
  const [kind] = sheet.entities;
  assert.equal(kind.name, "reading");
  assert.deepEqual([sheet.horizon, kind.arrival], ["9.983min", { n: 4_327_360, per: "day" }]);
  const device = kind.attributes.find((a) => a.name === "device");
  assert.deepEqual([device.type, device.values, device.identity], ["int", 500, true]);
  assert.ok(sheet.designs.length >= 2);
  assert.equal(sheet.designs[0].stores[0].split(" | ").slice(0, 2).join(" | "), "{device:3} | {time}");
  assert.ok(!JSON.stringify(sheet).includes("secret"), "a value of the file is in the sheet");
  const before = await page.locator(".own-compare").getAttribute("href");
  await page.getByRole("combobox", { name: "Type of device" }).selectOption("text");
  await page.waitForFunction((old) => document.querySelector(".own-compare").href !== old, before);
  assert.equal((await linked(page)).entities[0].attributes.find((a) => a.name === "device").type, "text");
  clean(page);
  await page.context().close();
});

test("a table is read as people have it: UTF-16, times of a database, a name that is there twice, an empty key", async () => {
  const page = await own();
  const rows = Array.from(
    { length: 60 },
    (_, i) => `p${i % 20},${i || ""},2024-05-${10 + (i % 20)} 10:00:00,"${i},5",Zoë`,
  );
  const text = `PartitionKey,RowKey,when,eur,eur\n${rows.join("\n")}\n`;
  await known(page, Buffer.from(`\ufeff${text}`, "utf16le"), "people.csv");
  assert.match(await summary(page), /^All 60 rows were read/);
  await becomes(() => column(page, "when").getByRole("combobox").inputValue(), /^time$/);
  await becomes(() => column(page, "eur").getByRole("combobox").inputValue(), /^text$/);
  await column(page, "eur").getByRole("combobox").selectOption("double");
  await section(page, "Columns").getByText("Column 5 is also named eur. It is called eur_2 here.").waitFor();
  await becomes(() => column(page, "eur_2").innerText(), /Zoë/);
  await section(page, "Candidate keys").getByText("The keys of your file.").waitFor();
  const printed = { items: [{ PartitionKey: "A", RowKey: "1", n: [5, "Edm.Int64"], etag: "W/1" }], nextMarker: {} };
  await known(page, JSON.stringify(printed, null, 2), "az.json");
  await becomes(() => column(page, "n").getByRole("combobox").inputValue(), /^long$/);
  assert.equal(await column(page, "etag").count(), 0);
  assert.equal(await section(page, "Columns").getByText("from row to row").count(), 0, "one row says nothing of order");
  clean(page);
  await page.context().close();
});

deep(
  "a sheet that is compared is the reader's own: what is written in the workbench is there after a reload",
  async () => {
    const page = await own();
    await known(page, readings(2_000));
    await linked(page);
    await page.getByRole("link", { name: "Compare keys" }).click();
    await page.waitForURL(/\/design\/\?sheet=s-/);
    await page.locator(".bench .dd tbody tr").first().waitFor();
    await page.locator("#sheet-peak").fill("7");
    await page.waitForFunction(() => /saved here/.test(document.querySelector(".bench-bar").innerText));
    await page.reload();
    await page.locator(".bench .dd tbody tr").first().waitFor();
    await becomes(() => page.locator("#sheet-peak").inputValue(), "7");
    clean(page);
    await page.context().close();
  },
);

deep("the sheet is kept if the reader says so, and opens among the others", async () => {
  const page = await own();
  await known(page, readings(2_000));
  await page.getByRole("button", { name: "Keep the sheet in this browser" }).click();
  await page.getByText("The sheet is kept.").waitFor();
  const stored = await page.evaluate(() => Object.entries(localStorage).map(([key, text]) => key + text));
  assert.equal(stored.length, 1);
  assert.ok(stored[0].startsWith("rowkey/draft/design/s-") && !stored[0].includes("secret"), stored[0]);
  await page.getByRole("link", { name: "Open it in the workbench" }).click();
  await page.locator(".bench .dd tbody tr").first().waitFor();
  await becomes(() => page.getByRole("textbox", { name: "reading: how many" }).count(), 1);
  clean(page);
  await page.context().close();
});

deep("at 1440 px no name of a column breaks inside a word", async () => {
  const page = await own({ viewport: { width: 1440, height: 900 } });
  const names = ["PartitionKey", "DeviceSerialNumber", "CustomerAccountName", "measurement_temperature_celsius"];
  const row = (i) => names.map((n, j) => `${n}-${(i * (j + 3)) % (40 + j)}`).join(",");
  await known(page, `${names.join(",")}\n${Array.from({ length: 900 }, (_, i) => row(i)).join("\n")}\n`);
  const broken = (name, what) =>
    section(page, name)
      .locator(what)
      .evaluateAll((list) => list.filter((c) => c.getBoundingClientRect().height > 30).map((c) => c.textContent));
  assert.deepEqual(await broken("Columns", "tbody th code"), []);
  assert.ok((await section(page, "Candidate keys").locator("tbody th code span").count()) >= 4);
  assert.deepEqual(await broken("Candidate keys", "tbody th code span"), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  clean(page);
  await page.context().close();
});

deep("filters become questions with their shares, and others say why not", async () => {
  const page = await own();
  await known(page, readings(5_000));
  await page
    .getByLabel("One filter on each line")
    .fill(
      "device eq 5\nGET /readings()?$filter=device%20eq%206\ncustomer eq 'x'\nplace eq 'a' or place eq 'b'\nsize eq 1",
    );
  const asks = section(page, "Questions");
  await asks.getByText("2 questions:").waitFor();
  assert.deepEqual(
    (await asks.locator("li").allInnerTexts()).map((x) => x.slice(0, 40)),
    [
      "by device, 66.7 %, reading by device",
      "by customer, 33.3 %, reading by customer",
      "line 4: it has or, not or ne, and only cr".slice(0, 40),
      "line 5: it compares a column that the sh".slice(0, 40),
    ],
  );
  assert.equal((await linked(page)).asks.length, 2);
  clean(page);
  await page.context().close();
});

deep("Stop ends the reading, which can go on, or be used as far as it came", async () => {
  const page = await own();
  const text = readings(400_000);
  await give(page, text);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/Stopped after [\d,]+ rows?\./).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: /^Use the [\d,]+ rows so far/ }).click();
  await section(page, "Candidate keys").waitFor();
  const rows = Number((await summary(page)).match(/^The first ([\d,]+) rows were read/)[1].replaceAll(",", ""));
  assert.ok(rows > 0 && rows < 400_000, `${rows} rows`);
  await give(page, readings(3_000), "again.csv");
  await page.getByText("All 3,000 rows were read").waitFor();
  await page.getByRole("button", { name: "Forget it" }).click();
  await page.locator(".own-drop").waitFor();
  await becomes(() => page.locator(".own").count(), 0);
  await known(page, readings(2_000));
  clean(page);
  await page.context().close();
});

deep("files that cannot be read are told with line and reason, and hostile values stay text", async () => {
  const page = await own();
  for (const [text, said] of [
    ['a,b\n1,"x\n', "a quote that begins in line 2 is never closed"],
    ["a,b\n1,2,3\n", "cells in line 2: 3, in the first line: 2"],
    [Buffer.from([97, 10, 0xe9, 10]), "line 2 is not UTF-8"],
    ["", "the file has no rows"],
    ['{"a":{"b":1}}', "a is an object or a list"],
    [`a\n${"x".repeat(3 << 20)}`, "line 2 begins a row of more than 1 MiB"],
  ]) {
    await give(page, text);
    await page.getByRole("alert").getByText(said).waitFor();
  }
  assert.deepEqual(await violations(page), []);
  const evil = "<img src=x onerror=alert(1)>";
  const names = Array.from({ length: 300 }, (_, i) => (i ? `c${i}` : `"${evil}"`));
  const row = (i) => names.map((_, j) => (j ? i % (j + 1) : `${evil}${i % 20}`)).join(",");
  await known(page, `${names.join(",")}\n${Array.from({ length: 60 }, (_, i) => row(i)).join("\n")}\n`, `${evil}.csv`);
  await becomes(() => page.locator("own-table img").count(), 0);
  await page.getByText("45 more columns were left out").waitFor();
  assert.ok((await linked(page)).entities[0].attributes.length <= 24);
  clean(page);
  await page.context().close();
});

deep("everything works with the keyboard alone", async () => {
  const page = await own();
  await known(page, readings(5_000));
  const reach = async (locator) => {
    for (let i = 0; i < 120; i++) {
      if (await locator.evaluate((e) => e === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail("the focus does not get there");
  };
  const type = page.getByRole("combobox", { name: "Type of celsius" });
  await reach(type);
  await page.keyboard.press("ArrowDown");
  await becomes(() => type.inputValue(), "text");
  const pick = page.getByLabel("PartitionKey to try");
  await reach(pick);
  await page.keyboard.press("Home");
  await page.getByText("41 partitions, and the largest holds").waitFor();
  const shows = section(page, "Candidate keys").getByRole("button", { name: /^Show/ });
  await reach(shows.first());
  await page.keyboard.press("Enter");
  await page.getByText("500 partitions, and the largest holds").waitFor();
  await becomes(() => shows.first().getAttribute("aria-pressed"), "true");
  const box = section(page, "Candidate keys").getByRole("checkbox").first();
  await box.focus();
  await page.keyboard.press("Space");
  await becomes(() => box.isChecked(), false);
  clean(page);
  await page.context().close();
});

for (const [name, viewport] of [
  ["a wide screen", { width: 1440, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
])
  deep(`on ${name} nothing is wider than the page, and axe finds nothing`, async () => {
    const page = await own({ viewport });
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize(viewport);
    await known(page, readings(5_000));
    await page.getByText("The sheet", { exact: true }).click();
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page), []);
      await page.setViewportSize(viewport);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    clean(page);
    await page.context().close();
  });

deep("without JavaScript the page says what it does and what it needs", async () => {
  const page = await open(browser, `${site.url}design/table/`, { javaScriptEnabled: false });
  await becomes(() => page.locator("noscript").innerText(), /Reading your file needs JavaScript and WebAssembly/);
  await page.getByRole("heading", { name: "Where your file goes" }).waitFor();
  await becomes(() => page.locator(".own-drop").isVisible(), false);
  await page.context().close();
});
