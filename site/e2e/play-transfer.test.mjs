// Files into a table and out of it: what is guessed, what does not fit, what is written, and that it comes back the
// same.

import assert from "node:assert/strict";
import { COLOURS, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { LONG_PATIENCE, launch, open, saved } from "./browser.mjs";
import { serveSite } from "./server.mjs";
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

async function play(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

/** Opens a dialog from the menu of the bar of documents. */
async function tool(page, name) {
  await page.locator("[popovertarget=doc-menu]").click();
  await page.getByRole("menuitem", { name }).click();
  return page.getByRole("dialog");
}

async function give(dialog, name, text) {
  await dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

const READINGS = `device,at,celsius,serial,note
d1,2026-11-22T10:04,21.4,4398046511104,window open
d1,2026-11-22T10:05,18,5,
d2,2026-11-22T10:04,20,6,x/y
d2,a/b,20,6,a key that is not allowed
`;

const axeClean = async (page, rules) => assert.deepEqual(await violations(page, rules), []);

async function importReadings(page) {
  const dialog = await tool(page, "Import a file");
  await give(dialog, "readings.csv", READINGS);
  await dialog.getByLabel("Role of device").selectOption("PartitionKey");
  await dialog.getByLabel("Role of at").selectOption("RowKey");
  return dialog;
}

test("a file of the reader becomes a table; a row whose key is there is refused, the others are written; and all is taken back (rows 46, 47)", async () => {
  const page = await play();
  const dialog = await importReadings(page);
  await becomes(() => dialog.getByLabel("Type of celsius").inputValue(), "Double");
  await becomes(() => dialog.getByLabel("Type of serial").inputValue(), "Int64");
  await becomes(
    () => dialog.locator(".checks").innerText(),
    /3 rows become entities.*\n?[\s\S]*1 line with a key that is not allowed: a\/b\s*Line 5/,
  );
  await dialog.getByRole("button", { name: "Import 3 entities" }).click();
  await dialog.getByText("3 of 3 entities were written").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.locator(`[data-panel="data"] select`).first().selectOption("Readings");
  await page.locator(`[data-panel="data"]`).getByText("3 entities").waitFor();
  await becomes(() => page.locator(`[data-panel="data"]`).innerText(), /3 entities · 2 partitions/);

  await importReadings(page);
  await dialog.getByRole("button", { name: "Import 3 entities" }).click();
  await dialog.getByText("0 of 3 entities were written").waitFor();
  await becomes(
    () => dialog.locator(".errs").innerText(),
    /2\s+EntityAlreadyExists The specified entity already exists/,
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("0 entities were imported into Readings.").waitFor();
  await becomes(() => page.getByRole("button", { name: "Undo import" }).count(), 0);

  await page.locator('[data-tool="undo"]').click();
  await page.locator(`[data-panel="data"]`).getByText("Readings").waitFor({ state: "detached" });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

for (const [colorScheme, rules] of [["light"], ["dark", COLOURS]])
  deep(`an import passes axe before and after, ${colorScheme}`, async () => {
    const page = await play({ colorScheme });
    const dialog = await importReadings(page);
    await axeClean(page, rules);
    await dialog.getByRole("button", { name: "Import 3 entities" }).click();
    await dialog.getByText("3 of 3 entities were written").waitFor();
    await axeClean(page, rules);
    await page.context().close();
  });

deep("an export begins with the table that is shown, and says when a script of it is too large", async () => {
  const page = await play();
  const dialog = await importReadings(page);
  await dialog.getByRole("button", { name: "Import 3 entities" }).click();
  await dialog.getByText("were written").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.locator(`[data-panel="data"]`).getByText("3 entities").waitFor();
  const exporting = await tool(page, "Export a table");
  await becomes(() => exporting.getByRole("combobox", { name: "Table" }).inputValue(), "Readings");
  await exporting.getByText("Importing it again").waitFor();
  await exporting.getByRole("radio", { name: ".http" }).check();
  await exporting.getByText("Running it as a script").waitFor();
  await exporting.getByRole("combobox", { name: "Table" }).selectOption("Employees");
  await exporting.getByText(/This script has about \d+ KiB, and a script may have 64 KiB/).waitFor();
  await axeClean(page);
  await page.context().close();
});

deep("an import can be taken back", async () => {
  const page = await play();
  const dialog = await importReadings(page);
  await dialog.getByRole("button", { name: "Import 3 entities" }).click();
  await dialog.getByText("were written").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Undo import" }).click();
  await page.locator(`[data-panel="data"]`).getByText("Readings").waitFor({ state: "detached" });
  await page.context().close();
});

for (const [what, name, text, says] of [
  ["that is not JSON", "x.json", '{"a":1}\n{"a":', /x\.json: line 2: this is not JSON/],
  ["whose quote never ends", "x.csv", 'a\n"b', /x\.csv: line 2: a quote that begins here is never closed/],
  ["that is empty", "x.csv", "", /x\.csv: line 1: the file is empty/],
  [
    "in the code page of a spreadsheet",
    "x.csv",
    Buffer.from("a,b\nZürich,1\n", "latin1"),
    /x\.csv: line 2: this is not UTF-8/,
  ],
  ["with names alone", "x.csv", "a,b\n", /x\.csv: line 1: the file has no rows/],
])
  deep(`a file ${what} is refused with its line, and nothing is written`, async () => {
    const page = await play();
    const dialog = await tool(page, "Import a file");
    await give(dialog, name, text);
    await becomes(() => dialog.getByRole("alert").innerText(), says);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  });

const SHARED = `${JSON.stringify({ rowkey: 1, scripts: [{ name: "Shared shop", text: "GET {{table}}/Tables\n" }] }, null, 1)}\n`;

for (const [what, name, text, title] of [
  ["that was saved in place of a link", "shop.rowkey.json", SHARED, "Shared shop"],
  ["with a script", "Orders of May.http", "GET {{table}}/Tables\n", "Orders of May"],
])
  deep(`a file ${what} is opened as a document by Import and by Open a file`, async () => {
    const page = await play();
    await give(await tool(page, "Import a file"), name, text);
    const here = (text) => page.locator(".doc-tab[aria-current]").filter({ hasText: text }).waitFor();
    await here(title);
    await becomes(() => page.getByRole("dialog").count(), 0);
    await page.reload();
    await page.waitForSelector("play-ground[state=ready]");
    await page.keyboard.press("Control+k");
    await page.locator(".palette input").fill("open");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("option", { name: "Open a file" }).click(),
    ]);
    await chooser.setFiles({ name: `2-${name}`, mimeType: "text/plain", buffer: Buffer.from(text) });
    await here(name.endsWith(".http") ? `2-${title}` : title);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  });

deep("a script that is too large for a run is refused with the formats that are not", async () => {
  const page = await play();
  const dialog = await tool(page, "Import a file");
  await give(dialog, "big.http", "#".repeat(70_000));
  await becomes(() => dialog.getByRole("alert").innerText(), /big\.http: this is a script of 69 KiB/);
  await page.context().close();
});

deep("markup in a file is text", async () => {
  const page = await play();
  const dialog = await tool(page, "Import a file");
  const evil = "<img src=x onerror=document.title=1>";
  await give(dialog, `${evil}.csv`, `PartitionKey,RowKey,"${evil}"\na,1,"${evil}"\n`);
  await dialog.locator(".map").waitFor();
  await becomes(() => dialog.locator("img").count(), 0);
  await becomes(() => dialog.locator(".map").innerText(), /<img src=x/);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

/** A typed table of so many rows. */
function typed(n) {
  const rows = Array.from({ length: n }, (_, i) => {
    const [device, row] = [`dev-${String(i % 100).padStart(4, "0")}`, String(Math.floor(i / 100)).padStart(6, "0")];
    return [
      device,
      row,
      `${(20 + (i % 50) / 10).toFixed(1)},Edm.Double,${i % 100},Edm.Int32,"a ""b"" ${i}",Edm.String\r\n`,
    ];
  });
  rows.sort((a, b) => (a[0] + a[1] < b[0] + b[1] ? -1 : 1));
  return `PartitionKey,RowKey,celsius,celsius@type,humidity,humidity@type,note,note@type\r\n${rows.map((r) => r.join(",")).join("")}`;
}

deep("100,000 rows go in and come out, byte for byte (row 46)", async (t) => {
  const page = await play();
  const text = typed(100_000);
  const dialog = await tool(page, "Import a file");
  await give(dialog, "big.csv", text);
  await dialog.getByRole("button", { name: "Import 100,000 entities" }).click();
  const took = dialog.getByText(/100,000 of 100,000 entities were written/);
  await took.waitFor(LONG_PATIENCE);
  t.diagnostic(await dialog.locator(".progress").innerText());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const exporting = await tool(page, "Export a table");
  await exporting.getByRole("combobox", { name: "Table" }).selectOption("Big");
  const [download] = await Promise.all([
    page.waitForEvent("download", LONG_PATIENCE),
    exporting.getByRole("button", { name: "Save file" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Big.csv");
  assert.equal(String(await saved(download)) === text, true, "the same bytes");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});
