// A shop of one's own, from an empty page to a link that somebody else opens: with the keyboard alone.
import assert from "node:assert/strict";
import { launch, open } from "./browser.mjs";
import { focused, tabTo } from "./focus.mjs";
import { serveSite } from "./server.mjs";
import { after, before, test } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const SHOP = `### A table
POST {{table}}/Tables

{ "TableName": "Orders" }

### An order
POST {{table}}/Orders

{ "PartitionKey": "ann", "RowKey": "0001", "Item": "lamp", "Price": 49.5 }

### What has Ann ordered?
GET {{table}}/Orders()?$filter=PartitionKey eq 'ann'

# ?? count == 1
`;

async function play(url) {
  const page = await open(browser, url);
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

/** Goes to a button by Tab and presses it. */
async function press(page, label, key) {
  await tabTo(page, (f) => f.name === "button" && f.label?.startsWith(label), key);
  await page.keyboard.press("Enter");
}

const atScript = (f) => f.label === "Script";
const cell = (page) => page.locator(".dgrid [data-here]");

/** While one types, completion offers what the store holds: tables, partitions and properties. */
async function completes(page) {
  await tabTo(page, atScript);
  await page.keyboard.press("Control+a");
  const offered = page.locator(".cm-tooltip-autocomplete li");
  for (const [typed, wanted, next] of [
    ["GET {{table}}/Emp", "Employees", "()?$filter="],
    ["PartitionKey eq 'Sa", "Sales", "' and "],
    ["FirstN", "FirstName", " eq 'Jim'"],
  ]) {
    await page.keyboard.type(typed);
    await offered.filter({ hasText: wanted }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type(`${wanted.slice(typed.match(/\w*$/)[0].length)}${next}`);
  }
}

test("by keyboard alone completion offers what the store holds; a shop is written, run, looked at, changed, undone, named, shared, and opened by another reader (rows 1, 3, 5, 44, 51, 55, 82)", async () => {
  const page = await play(`${site.url}play/`);
  await completes(page);
  await press(page, "New document");
  if (!atScript(await focused(page))) await tabTo(page, atScript);
  await page.keyboard.insertText(SHOP);
  await page.keyboard.press("Control+Shift+Enter");
  await page.locator(".run-strip [role=status]", { hasText: "3 answered" }).waitFor();

  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Lamp shop");
  await page.keyboard.press("Enter");
  await page.locator(".doc-tab[aria-current]", { hasText: "Lamp shop" }).waitFor();

  await tabTo(page, (f) => f.label?.startsWith("Entities of"));
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < 10 && (await cell(page).innerText()) !== "lamp"; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("desk");
  await page.keyboard.press("Enter");
  await page.locator(".dgrid td", { hasText: "desk" }).waitFor();
  await page.keyboard.press("Control+Shift+Backspace");
  await page.locator(".dgrid td", { hasText: "lamp" }).waitFor();

  await page.keyboard.press("Control+k");
  await page.locator("dialog.palette input:focus").waitFor();
  await page.keyboard.type("share");
  await page.locator("dialog.palette [aria-selected=true]", { hasText: "Share" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("dialog .link-out", { hasText: "#v1=" }).waitFor();
  const url = await page.locator("dialog .link-out").innerText();
  await page.keyboard.press("Escape");
  assert.deepEqual(page.trouble, []);

  const other = await play(url);
  await press(other, "Run all 3");
  await other.waitForSelector(".opened[data-ran]");
  await press(other, "Keep as my document");
  await other.locator(".doc-tab[aria-current]", { hasText: "Lamp shop" }).waitFor();
  await other.locator(".dgrid td", { hasText: "lamp" }).waitFor();
  assert.deepEqual(other.trouble, []);
});
