// Tables that are made here: the data sets, and the generator.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { becomes } from "./becomes.mjs";
import { atWork, LONG_PATIENCE, launch, open, saved, startOver } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

async function play(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await atWork(page);
  return page;
}

async function tool(page, name) {
  await page.locator("[popovertarget=doc-menu]").click();
  await page.getByRole("menuitem", { name }).click();
  return page.getByRole("dialog");
}

const making = (page) => page.locator(".notice", { hasText: "Making" });
const tables = (page) => page.evaluate(() => document.querySelector("play-ground").control.tables());
const entities = async (page) => (await tables(page)).map((t) => `${t.name} ${t.entities}`);
const made = (page) => making(page).waitFor({ state: "detached", ...LONG_PATIENCE });

async function openSet(page, name) {
  const dialog = await tool(page, "Data sets");
  await dialog.getByRole("button", { name }).press("Enter");
  await page.locator(".doc-tab[aria-current]", { hasText: name }).waitFor();
}

async function clean(page) {
  await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector("dialog") ?? document));
    assert.deepEqual(
      violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`),
      [],
    );
  }
}

deep("where the store is empty the data sets are listed, and one opens from there", async () => {
  const page = await play();
  await page.getByRole("button", { name: "New document" }).click();
  const sets = page.locator("data-room .sets");
  await sets.getByRole("row").nth(8).waitFor();
  await clean(page);
  await sets.getByRole("button", { name: "Staff" }).press("Enter");
  await page.locator(".doc-tab[aria-current]", { hasText: "Staff" }).waitFor();
  await page.locator("data-room .dgrid").waitFor();
  assert.deepEqual(await entities(page), ["Staff 200"]);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "a data set opens with its table and three questions, is one change and one line of the log, and comes again with a reset (row 48)",
  async () => {
    const page = await play();
    await (await tool(page, "Data sets")).getByRole("row").nth(8).waitFor();
    await becomes(() => page.locator(".sets tbody tr").count(), 8);
    await clean(page);
    await page.keyboard.press("Escape");
    await openSet(page, "Orders");
    await page.waitForFunction(() => document.querySelector("play-ground").store.journal.list.length === 1);
    await made(page);
    await page
      .getByRole("button", { name: /^Run all/ })
      .first()
      .click();
    const results = page.locator("run-output .ro-sum");
    await results.nth(2).waitFor();
    await becomes(() => results.nth(2).innerText(), /Table scan\s*read 20,000 .*returned 389/s);
    await page.locator(".side-tabs").getByRole("radio", { name: "Log" }).check();
    const lines = page.locator(".req-log tbody tr");
    await lines.nth(3).waitFor();
    await becomes(() => lines.count(), 4);
    await becomes(() => lines.nth(3).innerText(), /Fill Orders/);
    await page.locator('[data-tool="undo"]').click();
    await page.getByText("Undone: Make Orders").waitFor();
    assert.deepEqual(await entities(page), []);
    await startOver(page, "reset");
    await page.getByText("The data was reset").waitFor();
    assert.deepEqual(await entities(page), ["Orders 20000"]);
    await page.reload();
    await page.waitForSelector("play-ground[state=ready]");
    assert.deepEqual(await entities(page), ["Orders 20000"]);
    await page.locator(".doc-tab", { hasText: "Five ways" }).click();
    await page.waitForFunction(() => document.querySelector("play-ground").document.id === "classes");
    await page.waitForFunction(() => document.querySelector("play-ground").store.journal.start.label !== "");
    assert.deepEqual(await entities(page), ["Employees 1004"], "the other document has its own data");
    assert.deepEqual(page.trouble, []);
  },
);

deep("a data set that was changed is there again after a reload, also a large one", async () => {
  const page = await play();
  await openSet(page, "Device telemetry");
  await page.waitForFunction(
    () => document.querySelector("play-ground").store.journal.list.length === 1,
    null,
    LONG_PATIENCE,
  );
  await made(page);
  await page.evaluate(async () => {
    const desk = document.querySelector("play-ground");
    const url = "http://127.0.0.1:10002/devstoreaccount1/Tables";
    const headers = { "Content-Type": "application/json", "Accept": "application/json" };
    await desk.engine.fetch(url, { method: "POST", headers, body: '{"TableName":"Mine"}' });
    await desk.changed();
  });
  const before = await entities(page);
  assert.deepEqual(before, ["Mine 0", "Readings 100000"]);
  const bytes = await page.evaluate(
    async () => (await document.querySelector("play-ground").control.snapshot()).byteLength,
  );
  assert.ok(bytes > 5e6, `${bytes} bytes`);
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  assert.deepEqual(await entities(page), before);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "100,000 entities can be stopped half way, or left: what is there stays, and nothing goes elsewhere (row 48)",
  async () => {
    const page = await play();
    await openSet(page, "Device telemetry");
    await making(page).getByRole("progressbar").waitFor();
    await page.waitForFunction(() => document.querySelector(".notice progress")?.value > 0);
    await making(page).getByRole("button", { name: "Stop" }).click();
    await made(page);
    const [{ entities: some }] = await tables(page);
    assert.ok(some > 0 && some < 100_000, `${some} entities`);
    await startOver(page, "reset");
    await making(page).waitFor();
    await page.locator(".doc-tab", { hasText: "Five ways" }).click();
    await made(page);
    await page.waitForFunction(() => document.querySelector("play-ground").store.journal.start.label !== "");
    assert.deepEqual(await entities(page), ["Employees 1004"]);
    assert.deepEqual(page.trouble, []);
  },
);

deep(
  "the generator shows its rows before it writes, takes no name that is there, and one Undo takes all back (row 49)",
  async () => {
    const page = await play();
    const dialog = await tool(page, "Generate a table");
    const rows = dialog.locator(".make-rows tbody tr");
    await rows.nth(7).waitFor();
    await becomes(() => rows.nth(0).innerText(), /dev-\d{4}\s+2026-11-01T/);
    await clean(page);
    const go = dialog.getByRole("button", { name: /^Generate / });
    await dialog.getByRole("textbox", { name: "Table" }).fill("Employees");
    await dialog.getByRole("alert").getByText("Choose another name, such as Employees2").waitFor();
    await becomes(() => go.getAttribute("aria-disabled"), "true");
    await dialog.getByRole("textbox", { name: "Table" }).fill("Devices");
    await dialog.getByLabel("PartitionKey").fill("{town}");
    await dialog.getByRole("alert").getByText('an entity has no "town"').waitFor();
    await dialog.getByLabel("PartitionKey").fill("dev-{device:4}");
    await dialog.getByLabel("RowKey").fill("{State}");
    await dialog.getByText("have the keys of earlier ones").waitFor();
    await dialog.getByLabel("How State is made").selectOption("1, 2, 3 …");
    await dialog.getByText("have the keys of earlier ones").waitFor({ state: "detached" });
    await dialog.getByLabel("How many").fill("3000");
    await dialog.getByRole("button", { name: "Generate 3,000 entities" }).press("Enter");
    await dialog.getByText("3,000 of 3,000 entities were written").waitFor();
    await clean(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    assert.deepEqual(await entities(page), ["Devices 3000", "Employees 1004"]);
    await page.locator(".play-note").getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone: Generate Devices").waitFor();
    assert.deepEqual(await entities(page), ["Employees 1004"]);
    assert.deepEqual(page.trouble, []);
  },
);

/** All rows of the table Devices, without what the store adds. */
const devices = (page) =>
  page.evaluate(async () => {
    const { engine } = document.querySelector("play-ground");
    const url = "http://127.0.0.1:10002/devstoreaccount1/Devices()";
    const answer = await engine.fetch(url, { headers: { Accept: "application/json;odata=minimalmetadata" } });
    const { value } = await answer.json();
    return value.map(({ Timestamp, "odata.etag": etag, ...rest }) => rest);
  });

deep("what the generator would make can be saved as a script, which inserts the same entities (row 49)", async () => {
  const page = await play();
  const dialog = await tool(page, "Generate a table");
  await dialog.getByRole("textbox", { name: "Table" }).fill("Devices");
  const take = dialog.getByRole("button", { name: "Save as a script" });
  await dialog.locator(".make-rows tbody tr").nth(7).waitFor();
  await take.press("Enter");
  await dialog.getByRole("alert").getByText("A script holds at most 64 kB").waitFor();
  await clean(page);
  await dialog.getByLabel("How many").fill("200");
  await dialog.getByRole("alert").waitFor({ state: "detached" });
  const go = dialog.getByRole("button", { name: "Generate 200 entities" });
  const [download] = await Promise.all([page.waitForEvent("download"), take.press("Enter")]);
  assert.equal(download.suggestedFilename(), "Devices.http");
  assert.deepEqual(await entities(page), ["Employees 1004"], "nothing was written here");
  const text = String(await saved(download));
  await page.evaluate(async (text) => {
    const { control } = document.querySelector("play-ground");
    const { id } = await control.start({ name: "Devices.http", text });
    while (!(await control.next(id, 50)).done);
  }, text);
  const inserted = await devices(page);
  assert.equal(inserted.length, 200);
  await page.evaluate(async () => {
    const { engine } = document.querySelector("play-ground");
    await engine.fetch("http://127.0.0.1:10002/devstoreaccount1/Tables('Devices')", { method: "DELETE" });
  });
  await go.press("Enter");
  await dialog.getByText("200 of 200 entities were written").waitFor();
  assert.deepEqual(await devices(page), inserted);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("on a phone both dialogs fit, and markup in a name is text (row 48, row 49)", async () => {
  const page = await play({ viewport: { width: 390, height: 844 } });
  const wide = () => page.evaluate(() => document.querySelector("dialog .dlg-body").scrollWidth - innerWidth);
  await (await tool(page, "Data sets")).getByRole("row").nth(8).waitFor();
  assert.ok((await wide()) <= 0);
  await page.keyboard.press("Escape");
  const dialog = await tool(page, "Generate a table");
  await dialog.locator(".make-rows tbody tr").first().waitFor();
  assert.ok((await wide()) <= 0);
  await dialog.getByRole("button", { name: "Save as a script" }).press("Enter");
  await page.waitForFunction(() => {
    const box = document.querySelector("dialog [role=alert]")?.getBoundingClientRect();
    return box && box.bottom <= document.querySelector("dialog .dlg-body").getBoundingClientRect().bottom + 1;
  });
  await dialog.getByLabel("one of, State").fill("<img src=x onerror=alert(1)>");
  await dialog.locator(".make-rows td", { hasText: "<img" }).first().waitFor();
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

deep("a link to a data set carries its name, and only the rows that were changed (rows 48, 55)", async () => {
  const page = await play();
  await openSet(page, "Staff");
  await page.waitForFunction(() => document.querySelector("play-ground").store.asMade);
  await page.locator('[data-tool="share"]').click();
  const link = page.getByRole("dialog").locator(".link-out");
  await link.waitFor();
  const plain = (await link.innerText()).length;
  await page.keyboard.press("Escape");
  await page.evaluate(async () => {
    const { engine } = document.querySelector("play-ground");
    const body = JSON.stringify({ PartitionKey: "Sales", RowKey: "900001", Email: "new@contoso.com" });
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    await engine.fetch("http://127.0.0.1:10002/devstoreaccount1/Staff", { method: "POST", headers, body });
    await document.querySelector("play-ground").changed();
  });
  await page.locator('[data-tool="share"]').click();
  await page.getByRole("dialog").getByText("1 row").first().waitFor();
  const url = await link.innerText();
  assert.ok(url.length < plain + 400, `${url.length} characters with one row, ${plain} without`);
  const other = await open(browser, url.trim());
  await other.getByRole("button", { name: "Run all 3" }).click();
  await other.locator("run-output .ro-sum").nth(2).waitFor();
  assert.deepEqual(await entities(other), ["Staff 201"]);
  assert.deepEqual([...page.trouble, ...other.trouble], []);
});
