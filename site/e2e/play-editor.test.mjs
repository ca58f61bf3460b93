// The editor of the playground: values and meanings, tidying, a form that writes queries; and answers that are
// arranged.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function play(text, options) {
  const page = await open(browser, `${site.url}play/`, options);
  await atWork(page);
  await page.locator("rk-editor .cm-line, rk-plain textarea").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.locator(".t-verb, pre .t-verb").first().waitFor();
  return page;
}

const textOf = (page) => page.evaluate(() => document.querySelector("rk-editor, rk-plain").text);
const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });
const line = (page, text) => page.locator(".cm-line", { hasText: text });
const runAll = (page) => page.keyboard.press("ControlOrMeta+Shift+Enter");
const said = (page, text) => page.locator("[role=status]", { hasText: text }).first().waitFor({ state: "attached" });

/** Each look has to be without violations. */
async function clean(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
  }
}

const SCRIPT = `@dept   =  Sales

###   Who?
# @name one
get {{table}}/Employees(PartitionKey='{{dept}}',RowKey='000223')
accept: application/json;odata=nometadata

# ?? status == 200



### Namesakes
GET {{table}}/Employees()?$filter=LastName eq '{{one.response.body.LastName}}'&$top=3
`;

const QUERY = "GET {{table}}/Employees()\n    ?$filter=Age lt '64'";

deep(
  "a ### begins its line below a query of several lines; where it does not, and where types differ, it is said",
  async () => {
    const page = await play(QUERY);
    await page.keyboard.press("ControlOrMeta+End");
    for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
    await page.keyboard.type("    ### All");
    assert.equal(await textOf(page), `${QUERY}\n\n### All`);
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(`${QUERY}\n\n    ### All\n    # @name all\n    GET {{table}}/Employees()\n`);
    await page.locator(".cm-lintRange-error", { hasText: "### All" }).waitFor();
    await runAll(page);
    await result(page, 1).getByText("### counts only at the beginning of a line").waitFor();
    await result(page, 1).getByRole("button", { name: "Fix" }).click();
    await becomes(() => textOf(page), `${QUERY}\n\n### All\n    # @name all\n    GET {{table}}/Employees()\n`);
    await result(page, 1).getByText("so this comparison matches every row that has Age. Write 64 instead.").waitFor();
    await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
    await becomes(async () => (await textOf(page)).split("\n")[1], "    ?$filter=Age lt 64");
    await page.context().close();
  },
);

deep("a variable shows its value and a header its meaning, at the pointer and at the cursor (row 7)", async () => {
  const page = await play(SCRIPT);
  const meaning = page.locator(".rk-meaning");
  await page.locator(".t-var", { hasText: "{{dept}}" }).hover();
  await meaning.waitFor();
  await becomes(() => meaning.innerText(), "Sales\n\nA variable, from line 1.");
  await page.mouse.move(0, 0);
  await meaning.waitFor({ state: "detached" });
  await page.locator(".t-head", { hasText: "accept" }).click();
  await page.keyboard.press("ControlOrMeta+i");
  await meaning.getByText("The format of the answer.").waitFor();
  await said(page, "accept: The format of the answer.");
  await page.keyboard.press("Escape");
  await becomes(() => meaning.count(), 0);
  await page.locator(".t-var", { hasText: "{{one" }).click();
  await page.keyboard.press("ControlOrMeta+i");
  await meaning.getByText("has not run").waitFor();
  await page.keyboard.press("Escape");
  await runAll(page);
  await result(page, 2).locator(".ro-sum").getByText("200 OK").waitFor();
  await page.locator(".t-var", { hasText: "{{one" }).click();
  await page.keyboard.press("ControlOrMeta+i");
  await meaning.getByText("From the last answer to “one”").waitFor();
  await becomes(() => meaning.innerText(), /^\w+\n/);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

deep("tidying changes spaces and case, keeps answers with their requests, and is taken back at once", async () => {
  const page = await play(SCRIPT);
  await runAll(page);
  await result(page, 2).locator(".ro-sum").getByText("200 OK").waitFor();
  await line(page, "Who?").click();
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await said(page, "Tidied 5 places.");
  const tidy = SCRIPT.replace("@dept   =  S", "@dept = S")
    .replace("###   W", "### W")
    .replace("get {{", "GET {{")
    .replace("accept:", "Accept:")
    .replace("\n\n\n\n", "\n\n");
  assert.equal((await textOf(page)).trimEnd(), tidy.trimEnd());
  await becomes(() => page.locator("rk-editor run-output").count(), 2);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page), SCRIPT);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Tidy the script" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await textOf(page), SCRIPT);
  assert.deepEqual(page.trouble, []);
});

deep("the plain text field tells values, tidies and steps from request to request as well", async () => {
  const init = [[() => localStorage.setItem("rowkey/settings", JSON.stringify({ plain: true })), null]];
  const page = await play(SCRIPT, { init });
  const field = page.locator("rk-plain textarea");
  await field.evaluate((f) => f.setSelectionRange(2, 2));
  await page.keyboard.press("ControlOrMeta+i");
  await page.locator(".plain-meaning").getByText("dept = Sales. A variable, from line 1.").waitFor();
  await page.keyboard.press("ControlOrMeta+i");
  await page.locator(".plain-meaning").waitFor({ state: "detached" });
  await page.keyboard.press("Alt+ArrowDown");
  const at = () => field.evaluate((f) => f.value.slice(f.selectionStart).split("\n", 1)[0].slice(0, 5));
  assert.equal(await at(), "get {");
  await page.keyboard.press("Alt+ArrowDown");
  assert.equal(await at(), "GET {");
  await page.keyboard.press("Alt+ArrowUp");
  assert.equal(await at(), "get {");
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await said(page, "Tidied 5 places.");
  assert.match(await textOf(page), /^@dept = Sales\n\n### Who\?/);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page), SCRIPT);
  assert.deepEqual(page.trouble, []);
});

const QUERIES = `@dept = Sales

### By name
GET {{table}}/Employees()?$filter=PartitionKey eq '{{dept}}' and RowKey ge '0002' and RowKey lt '0003' and LastName eq 'O''Brien'
Accept: application/json;odata=nometadata

# ?? status == 200

### Either
GET {{table}}/Employees()?$filter=Age eq 3 or Age eq 4
`;

const builder = (page) => page.getByRole("dialog", { name: "Build a query" });
const row = (page, name) => builder(page).getByRole("group", { name, exact: true });

deep(
  "the query builder reads the request at the cursor, says its class before it runs, and writes it back (row 9)",
  async () => {
    const page = await play(QUERIES);
    await line(page, "Accept:").click();
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator("dialog[open] [role=combobox]").fill("build a query");
    await page.getByRole("option", { name: "Build a query" }).first().click();
    const dialog = builder(page);
    await dialog.getByText("Read from “By name”, the request at the cursor.").waitFor();
    await becomes(() => row(page, "PartitionKey").getByRole("textbox").inputValue(), "{{dept}}");
    await becomes(() => row(page, "RowKey").getByRole("combobox").inputValue(), "starts");
    await becomes(() => row(page, "LastName").getByLabel("value").inputValue(), "O'Brien");
    const out = dialog.locator(".qb-out");
    await out.getByText("reads 16 entities").waitFor();
    await becomes(() => out.innerText(), /^Row range/);
    await clean(page);

    await row(page, "RowKey").getByRole("combobox").selectOption("eq");
    await row(page, "RowKey").getByRole("textbox").fill("000223");
    await out.getByText("reads 1 entity").waitFor();
    await becomes(() => out.innerText(), /^Point/);
    await row(page, "LastName")
      .getByRole("button", { name: /LastName/ })
      .press("Enter");
    await dialog.getByRole("button", { name: "Add a condition" }).press("Enter");
    await page.keyboard.insertText("Age");
    await page.keyboard.press("Tab");
    await row(page, "Age").getByText("Int32").first().waitFor({ state: "attached" });
    await out.getByText("Give Age a value.").waitFor();
    await becomes(
      () => dialog.getByRole("button", { name: "Replace the request" }).getAttribute("aria-disabled"),
      "true",
    );
    await row(page, "Age").getByLabel("Type").selectOption("Int64");
    await row(page, "Age").getByLabel("value").fill("30");
    await dialog.getByLabel("LastName").check();
    await dialog.getByLabel("Entities on a page").fill("7");
    await dialog.getByRole("button", { name: "Replace the request" }).press("Enter");
    assert.equal(
      (await textOf(page)).split("\n").slice(2, 10).join("\n"),
      `### By name
GET {{table}}/Employees()
    ?$filter=PartitionKey eq '{{dept}}' and RowKey eq '000223' and Age ge 30L
    &$select=LastName
    &$top=7
Accept: application/json;odata=nometadata

# ?? status == 200`.replace("ge 30L", "eq 30L"),
    );
    await page.keyboard.press("ControlOrMeta+Enter");
    await result(page, 1).locator(".ro-sum").getByText("Point").waitFor();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await textOf(page), QUERIES);
    assert.deepEqual(page.trouble, []);
  },
);

deep("a request that the form cannot hold stays, and the new one is inserted below it, on a phone too", async () => {
  const page = await play(QUERIES, PHONE);
  await line(page, "### Either").click();
  await page.evaluate(() => document.activeElement.blur());
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Build a query" }).click();
  const dialog = builder(page);
  await dialog.getByText("has more than this form can hold").waitFor();
  await dialog.getByText("Table scan").waitFor();
  await becomes(() => dialog.getByRole("button", { name: "Replace the request" }).count(), 0);
  await row(page, "PartitionKey").getByRole("combobox").selectOption("eq");
  await dialog.getByText("Give PartitionKey a value.").waitFor();
  await becomes(() => dialog.locator(".qb-out class-badge").count(), 0);
  await row(page, "PartitionKey").getByRole("textbox").fill("O'Brien & Co");
  await dialog.getByText("Partition scan").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await clean(page);
  await dialog.getByRole("button", { name: "Insert below" }).click();
  assert.equal(
    await textOf(page),
    `${QUERIES}\n### Query of Employees\nGET {{table}}/Employees()\n    ?$filter=PartitionKey eq 'O''Brien %26 Co'\n`,
  );
  assert.deepEqual(page.trouble, []);
});

const PAGE = `### Sales
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales'&$top=25
`;

deep("the rows of an answer are sorted, filtered and shortened on the page, by keyboard, and it says so", async () => {
  const page = await play(PAGE);
  await page.keyboard.press("ControlOrMeta+Enter");
  const output = result(page, 1);
  const cells = (n) => output.locator(`tbody td:nth-child(${n})`).allInnerTexts();
  await output.getByText("Sort, filter, columns").press("Enter");
  await output.getByRole("button", { name: "Age", exact: true }).press("Enter");
  const ages = (await cells(5)).map(Number);
  assert.equal(ages.length, 25);
  assert.deepEqual(
    ages,
    [...ages].sort((a, b) => a - b),
  );
  await becomes(() => output.locator("th[aria-sort=ascending]").innerText(), "Age");
  await output.getByRole("button", { name: "Age", exact: true }).press("Enter");
  assert.deepEqual((await cells(5)).map(Number), ages.reverse());
  await output.getByText("Sorting and filters apply to the 25 rows of this answer, not to the whole table.").waitFor();
  await output.getByRole("searchbox", { name: "Filter" }).fill("JONES");
  assert.equal(
    (await cells(4)).every((name) => name === "Jones"),
    true,
  );
  await output.getByText(/^\d of 25 rows/).waitFor();
  await output.getByRole("checkbox", { name: "Email" }).press("Space");
  await becomes(() => output.getByRole("columnheader", { name: "Email" }).count(), 0);
  await clean(page);
  await output.getByRole("button", { name: "Original order" }).press("Enter");
  assert.equal((await cells(5)).length, 25);
  await becomes(() => output.getByRole("columnheader", { name: "Email" }).count(), 1);
  assert.deepEqual(page.trouble, []);
});

deep("on a phone rows are sorted in words", async () => {
  const page = await play(PAGE, PHONE);
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.evaluate(() => document.activeElement.blur());
  await page.getByRole("radio", { name: "Results" }).check({ force: true });
  const output = page.locator("run-output");
  await output.getByText("Sort, filter, columns").click();
  await output.getByLabel("Sort by").selectOption("Age");
  await output.getByRole("button", { name: "ascending" }).click();
  const ages = (await output.locator("tbody td[data-label=Age]").allInnerTexts()).map((x) => Number(/\d+/.exec(x)[0]));
  assert.deepEqual(
    ages,
    [...ages].sort((a, b) => b - a),
  );
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

const WIDE = `### Table
POST {{table}}/Tables

{ "TableName": "Posts" }

### Fill
# @loop for 20
POST {{table}}/Posts

{ "PartitionKey": "a", "RowKey": "{{$pad $index 3}}", "Title": "T{{$index}}", "Text": "${"x".repeat(400)}" }

### All of it
GET {{table}}/Posts()
Accept: application/json;odata=nometadata
`;

deep("Explain says what an answer weighs without its heaviest property, and Try it sends so much", async () => {
  const page = await play(WIDE);
  await runAll(page);
  await result(page, 3).getByRole("radio", { name: "Explain" }).check();
  const cheaper = result(page, 3).locator('[data-row="cheaper"]');
  await cheaper.getByText(/% of the bytes of this answer are in Text/).waitFor();
  const then = /\$select: ([\d.]+ kB) are sent instead of [\d.]+ kB/.exec(await cheaper.innerText())?.[1];
  await clean(page);
  await cheaper.getByRole("button", { name: "Try it" }).press("Enter");
  await result(page, 4).getByRole("radio", { name: "Explain" }).check();
  await result(page, 4).locator('[data-row="cost"]').getByText(`${then} moved`).waitFor();
  assert.match(
    await textOf(page),
    /&?\$select=PartitionKey,RowKey,Timestamp,Title\nAccept: application\/json;odata=nometadata/,
  );
  await becomes(() => result(page, 4).locator('[data-row="cheaper"]:not([hidden])').count(), 0);
  assert.deepEqual(page.trouble, []);
});

deep(
  "requests that are selected run, the cursor steps from request to request, and the list of keys has all of it",
  async () => {
    const page = await play(QUERIES);
    await line(page, "@dept").click();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("ControlOrMeta+Enter");
    await result(page, 2).locator(".ro-sum").getByText("200 OK").waitFor();
    await becomes(() => result(page, 1).count(), 0);
    await page.locator(".cm-content").blur();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog");
    await help.getByRole("heading").first().waitFor();
    for (const words of [
      "run the request at the cursor, or what is selected",
      "previous, next request",
      "next, previous problem or refused request",
      "the value or the meaning of the word at the cursor",
      "tidy the script",
    ])
      await becomes(() => help.getByText(words).count(), 1, words);
    assert.deepEqual(page.trouble, []);
  },
);
