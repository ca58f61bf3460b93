// Names and values that people choose are data, whatever they mean elsewhere: everywhere from the editor to the panel.

import assert from "node:assert/strict";
import { becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

const NAMES = ["toString", "constructor", "__proto__", "valueOf", "hasOwnProperty"];
const URL = "{{table}}/Odd(PartitionKey='p',RowKey=";
const JSON_TYPE = "Content-Type: application/json";
const FILL = `### Create\nPOST {{table}}/Tables\n${JSON_TYPE}\n\n{ "TableName": "Odd" }\n\n`;
const WRITES = [
  `### With them\nPUT ${URL}'1')\n${JSON_TYPE}\n\n{ ${NAMES.map((name, i) => `"${name}": ${i % 2 ? `"v${i}"` : i}`).join(", ")} }\n`,
  `### Without them\nPUT ${URL}'2')\n${JSON_TYPE}\n\n{ "Plain": 1 }\n`,
  `### They come\nMERGE ${URL}'2')\n${JSON_TYPE}\n\n{ "toString": "new", "__proto__": 9 }\n`,
  `### They go\nPUT ${URL}'1')\n${JSON_TYPE}\n\n{ "Plain": 2 }\n`,
].join("\n");
const READS = [
  "### All\nGET {{table}}/Odd()\n\n# ?? status == 200\n# ?? count == 2\n",
  "### By one\nGET {{table}}/Odd()?$filter=toString eq 'new'\n\n# ?? count == 1\n",
  "### Chosen\nGET {{table}}/Odd()?$select=RowKey,constructor,__proto__\n",
  `### One\n# @name one\nGET ${URL}'2')\n\n# ?? body __proto__ == 9\n`,
  `### As a type\n# @type Odd toString:String constructor:String __proto__:Int32\n# @as Odd\nGET ${URL}'2')\n`,
].join("\n");

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
}

const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });
const cells = (table) => table.evaluate((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent.trim())));

/** Answers fold after a run of everything: opens them all. */
async function showAll(page) {
  const folded = page.locator("run-output").getByRole("button", { name: "Show", exact: true }).first();
  while (await folded.count()) await folded.click();
}

// D13
deep("properties with names that objects inherit are drawn, compared and explained like any other", async () => {
  const page = await open(browser, `${site.url}play/?sample=`);
  await page.waitForSelector("play-ground[state=ready]");
  await write(page, `${FILL}${WRITES}`);
  await result(page, 5).locator(".status").waitFor();

  const changes = async (n) =>
    (await cells(result(page, n).locator("table.changes"))).slice(1).map((row) => row.slice(1));
  await showAll(page);
  for (const n of [2, 3, 4, 5]) await result(page, n).getByRole("radio", { name: "Changes" }).check();
  assert.deepEqual((await changes(2)).slice(0, -1), [
    ["__proto__", "", "2"],
    ["constructor", "", '"v1"'],
    ["hasOwnProperty", "", "4"],
    ["toString", "", "0"],
    ["valueOf", "", '"v3"'],
  ]);
  assert.deepEqual((await changes(3)).slice(0, -1), [["Plain", "", "1"]]);
  assert.deepEqual((await changes(4)).slice(0, -1), [
    ["__proto__", "", "9"],
    ["toString", "", '"new"'],
  ]);
  assert.deepEqual((await changes(5)).slice(0, -1), [
    ["__proto__", "2", ""],
    ["constructor", '"v1"', ""],
    ["hasOwnProperty", "4", ""],
    ["toString", "0", ""],
    ["valueOf", '"v3"', ""],
    ["Plain", "", "2"],
  ]);

  await write(page, READS);
  await result(page, 5).locator(".status").waitFor();
  await showAll(page);
  assert.deepEqual(await cells(result(page, 1).locator("table.grid")), [
    ["PartitionKey", "RowKey", "Plain", "__proto__", "toString"],
    ["p", "1", "2", "", ""],
    ["p", "2", "1", "9", "new"],
  ]);
  assert.deepEqual(await cells(result(page, 2).locator("table.grid")), [
    ["PartitionKey", "RowKey", "Plain", "__proto__", "toString"],
    ["p", "2", "1", "9", "new"],
  ]);
  assert.deepEqual(await cells(result(page, 4).locator("table.grid")), [
    ["PartitionKey", "RowKey", "Plain", "__proto__", "toString"],
    ["p", "2", "1", "9", "new"],
  ]);
  await result(page, 2).getByRole("radio", { name: "Explain" }).check();
  await becomes(() => result(page, 2).locator("query-plan").innerText(), /toString eq 'new'/);
  await becomes(() => page.locator('.cm-line[data-mark="fail"]').count(), 0);
  await becomes(() => page.locator('.cm-line[data-mark="pass"]').count(), 4);
  assert.match(
    await result(page, 5)
      .locator(".ty-field")
      .allInnerTexts()
      .then((x) => x.join(" ")),
    /toString new String.*__proto__ 9 Int32/,
  );

  await page.getByRole("radio", { name: "Partitions" }).check({ force: true });
  const panel = page.locator("data-panel table");
  await panel.locator("tbody tr:nth-child(3)").waitFor();
  assert.deepEqual(
    (await cells(panel)).map((row) => row.slice(0, -1)),
    [["RowKey", "Plain", "__proto__", "toString"], [], ["1", "2", "", ""], ["2", "1", "9", "new"]],
  );
  assert.deepEqual(page.trouble, []);
});

deep("a lesson draws such properties too", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`);
  await page.locator("lesson-try").hover();
  await page.waitForSelector("lesson-try[state=ready]");
  await write(page, `${FILL}${WRITES}\n${READS}`);
  // of the last request; the editor draws what is near the window
  await page.locator("run-output .ty-field").first().waitFor({ state: "attached" });
  assert.deepEqual((await cells(result(page, 6).locator("table.grid")))[2], ["p", "2", "1", "9", "new"]);
  await page.locator(".try-data summary").click();
  await page.locator("data-panel option").getByText("Odd").waitFor({ state: "attached" });
  assert.deepEqual(page.trouble, []);
});

// B3
deep("stepping through the answers of a loop keeps the picture of each", async () => {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await write(page, "### Loop\n# @loop for 3\nGET {{table}}/Employees()?$top={{$add $index 1}}\n");
  const one = result(page, 1);
  await one.getByText("3 of 3").waitFor();
  await one.getByRole("radio", { name: "Explain" }).check();
  await one.locator("query-plan key-line").waitFor();
  for (const [button, at] of [
    ["Previous", "2 of 3"],
    ["Previous", "1 of 3"],
    ["Next", "2 of 3"],
    ["Next", "3 of 3"],
  ]) {
    await one.getByRole("button", { name: new RegExp(button) }).click();
    await one.getByText(at).waitFor();
    await becomes(() => one.locator("query-plan key-line").count(), 1, at);
  }
  assert.deepEqual(page.trouble, []);
});

// B4
deep("a body that is cut says how much is missing, and promises nothing else", async () => {
  const page = await open(browser, `${site.url}learn/wide-entities/1/`);
  const samples = await page.locator("run-output .sample").allTextContents();
  for (const text of samples) assert.ok(!text.includes("Copy"), text.slice(-80));
  const play = await open(browser, `${site.url}play/`);
  await play.waitForSelector("play-ground[state=ready]");
  await write(play, "### All\nGET {{table}}/Employees()\n");
  await result(play, 1).getByRole("radio", { name: "Wire" }).check();
  await becomes(
    () => result(play, 1).locator(".ro-lens[data-lens=wire]").innerText(),
    /… [\d,]+ more characters are not shown/,
  );
});

// B7
deep("choosing another script ends a run, and each script keeps its own data", async () => {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  const choose = (name) => page.getByRole("navigation", { name: "Documents" }).getByRole("link", { name }).click();
  const first = await page.locator(".doc-tab[aria-current]").innerText();
  await write(
    page,
    "### Loop\n# @loop for 900\nPUT {{table}}/Employees(PartitionKey='X',RowKey='{{$index}}')\nContent-Type: application/json\n\n{}\n",
  );
  await page.locator('.run-strip button[aria-label="Stop"]:not([aria-disabled="true"])').waitFor();
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByText("An empty store.").waitFor();
  await page.locator('.run-strip button[aria-label="Stop"][aria-disabled="true"]').waitFor({ state: "attached" });
  await write(page, FILL);
  await result(page, 1).getByText("201 Created").waitFor();
  await page.locator(`[data-panel="data"] select`).getByText("Odd").waitFor({ state: "attached" });
  await choose(first);
  await page.locator(`[data-panel="data"] select`).getByText("Employees").waitFor({ state: "attached" });
  await becomes(() => page.locator(`[data-panel="data"] option`).getByText("Odd").count(), 0);
  await choose("Untitled");
  await page.locator(`[data-panel="data"] select`).getByText("Odd").waitFor({ state: "attached" });
  await becomes(() => page.locator(`[data-panel="data"] option`).count(), 1);
  assert.deepEqual(page.trouble, []);
});
