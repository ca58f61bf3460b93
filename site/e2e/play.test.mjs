// The playground: open, type, run, see the plan, reload, reset.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { serveSite } from "./server.mjs";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const SCRIPT = `### Who is sixty?
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and Age ge 60

# ?? plan == rowRange

### One row
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')
`;

async function play(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });

test("a script that is typed runs, and its plan is seen", async () => {
  const page = await play();
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  assert.match(
    await result(page, 1).locator(".ro-sum").innerText(),
    /200 OK\s*Partition scan\s*read 201 →\s*,?\s*returned/,
  );
  assert.match(
    await result(page, 1).locator(".finding").innerText(),
    /line 4\s*expected plan rowRange, got partitionScan/,
  );
  assert.equal(await page.locator('.cm-line[data-mark="fail"]').innerText(), "# ?? plan == rowRange");
  await result(page, 1).getByRole("radio", { name: "Explain" }).check();
  assert.match(await result(page, 1).locator("query-plan").innerText(), /PartitionKey eq 'Sales' fixes the partition/);
  assert.equal(await result(page, 1).locator("query-plan key-line .kl-read").count(), 1);
  assert.match(await page.locator("cost-ledger").innerText(), /2 transactions/);
  assert.deepEqual(page.trouble, []);
});

test("the request at the cursor runs alone, and Escape leads to its result and back", async () => {
  const page = await play();
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 2).getByText("Point").waitFor();
  assert.equal(await page.locator("run-output").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.localName), "run-output");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.localName), "rk-editor");
  assert.deepEqual(page.trouble, []);
});

test("text and data survive a reload, and a reset empties the store", async () => {
  const page = await play();
  await page.getByLabel("Script").first().selectOption({ label: "Your script" });
  await write(page, '### Create\nPOST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Mine" }\n');
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator("data-panel select").getByText("Mine").waitFor({ state: "attached" });
  await page.getByText(/saved here/).waitFor();
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  assert.match(await page.locator(".cm-content").innerText(), /"TableName": "Mine"/);
  await page.locator("data-panel select").getByText("Mine").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Reset data" }).click();
  await page.getByText("An empty store.").waitFor();
  await page.getByText("The data were reset").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("the first table is one click away, and the starters work in their order", async () => {
  const page = await play();
  await page.getByLabel("Script").first().selectOption({ label: "Your script" });
  for (const name of ["Create a table", "Insert an entity", "Ask for a partition"])
    await page.getByRole("button", { name, exact: true }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByText("All 3 requests answered as expected").waitFor();
  assert.match(await result(page, 3).innerText(), /Lamp/);
  assert.equal(await page.getByRole("button", { name: "Create a table", exact: true }).count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("a second run says what is in its way, and Reset and run runs as for the first time", async () => {
  const page = await play();
  await page.getByLabel("Script").first().selectOption({ label: "Your script" });
  await page.getByRole("button", { name: "Create a table", exact: true }).click();
  await page.getByRole("button", { name: "Ask for a partition", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByText("All 2 requests answered as expected").waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByText("0 of 2 answered as expected.").waitFor();
  assert.match(await result(page, 1).locator(".finding").innerText(), /If the script ran before/);
  await page.getByRole("button", { name: "1 refused, 1 not sent: line 2" }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.localName), "rk-editor");
  await page.keyboard.press("Alt+Shift+Enter");
  await page.getByText("All 2 requests answered as expected").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a reset clears results and data, and can be undone once", async () => {
  const page = await play();
  await page.getByLabel("Script").first().selectOption({ label: "Your script" });
  await page.getByRole("button", { name: "Create a table", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator("data-panel select").getByText("Orders").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Reset data" }).click();
  await page.getByText("The data were reset").waitFor();
  assert.equal(await page.locator("run-output").count(), 0);
  await page.getByText("An empty store.").waitFor();
  await page.getByRole("button", { name: "Undo reset" }).click();
  await page.locator("data-panel select").getByText("Orders").waitFor({ state: "attached" });
  assert.equal(await page.getByRole("button", { name: "Undo reset" }).count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("a pattern card opens its example with its data, and the reader's own script stays", async () => {
  const page = await play();
  await page.getByLabel("Script").first().selectOption({ label: "Your script" });
  await page.getByRole("button", { name: "Create a table", exact: true }).click();
  await page.getByText(/saved here/).waitFor();
  await page.goto(`${site.url}patterns/log-tail/`);
  const title = await page.locator("h1").innerText();
  await page.getByRole("link", { name: "Open the playground" }).click();
  await page.waitForSelector("play-ground[state=ready]");
  assert.equal(await page.locator(".doc-select option:checked").innerText(), title);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output .status").first().waitFor();
  assert.equal(await page.getByText("answered as expected.").count(), 0);
  await page.goto(`${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  assert.match(await page.locator(".cm-content").innerText(), /"TableName": "Orders"/);
  assert.deepEqual(page.trouble, []);
});

test("a script with a setup goes on with the data it has, also after a reload", async () => {
  const page = await play();
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await page.getByRole("button", { name: "Run all" }).click();
  await result(page, 2).getByText("Point").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("mistakes are underlined, and the fix is one click away", async () => {
  const page = await play();
  await write(page, "### A\nGET {{table}}/Employees()\n\n# ?? status = 200\n");
  await page.locator(".cm-lintRange-error").waitFor();
  await page.keyboard.press("F8");
  await page.locator(".cm-diagnosticAction").first().click();
  assert.match(await page.locator(".cm-content").innerText(), /\?\? status == 200/);
  assert.deepEqual(page.trouble, []);
});

test("a run that has no end is stopped, and the store is there again", async () => {
  const page = await play();
  await write(
    page,
    "### Loop\n# @loop for 900\nPUT {{table}}/Employees(PartitionKey='X',RowKey='{{$index}}')\nContent-Type: application/json\n\n{}\n",
  );
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByRole("button", { name: "Stop", exact: true }).first().click();
  await page.locator('.tool-bar button[aria-label="Stop"][aria-disabled="true"]').waitFor();
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 2).getByText("Point").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a crash leaves the text and offers a restart", async () => {
  const page = await open(browser, "about:blank");
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${site.url}play/`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByText("The engine stopped.").waitFor();
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Restart and re-run setup" }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output .status").first().waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /GET/);
});

test("the plain editor does the same with a native text field", async () => {
  const page = await open(browser, `${site.url}help/`);
  await page.evaluate(() => localStorage.setItem("rowkey/settings", '{"plain":true}'));
  await page.goto(`${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await page.locator("code-editor textarea").fill(SCRIPT);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  assert.equal(await page.locator("code-editor .ln[data-mark=fail]").count(), 1);
  assert.deepEqual(page.trouble, []);
});

test("a table that is misspelt is corrected with one click", async () => {
  const page = await play();
  await write(page, "### One row\nGET {{table}}/Employes(PartitionKey='Sales',RowKey='000223')\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("Did you mean Employees?").waitFor();
  await result(page, 1).getByRole("button", { name: "Fix" }).click();
  await result(page, 1).getByText("200 OK").waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /\/Employees\(/);
  assert.deepEqual(page.trouble, []);
});

test("an empty page shows where the next begins, and can be followed to the end", async () => {
  const page = await open(browser, "about:blank");
  await page.route("**/play/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('"options":{}', '"options":{"partitionBoundary":true}'),
    });
  });
  await page.goto(`${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await write(page, "### Read\nGET {{table}}/Employees()?$filter=DepartmentName eq 'Support'\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("No match on this page, and the service has more to read.").waitFor();
  assert.equal(await result(page, 1).locator("empty-page .kl-cut").count(), 1);
  await result(page, 1).getByRole("button", { name: "Follow all pages" }).click();
  await result(page, 1).getByText("4 round trips").waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /### Read\n+# @follow\n+GET/);
  assert.match(await result(page, 1).locator(".ro-sum").innerText(), /read 1,004/);
});

test("ENG-M4: the prices are the reader's, and what a month costs follows from them", async () => {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await page
    .getByRole("button", { name: /^Run all/ })
    .first()
    .click();
  await page.locator("cost-ledger .cl-sum b").first().waitFor();
  await page.getByRole("button", { name: "Prices" }).click();
  const sum = page.locator("dialog [role=status] dd").last();
  await page.getByLabel("10,000 transactions cost").fill("2");
  await page.getByLabel("1 GB, stored for a month, costs").fill("0");
  await page.getByLabel("times a month").fill("10000");
  await page.getByLabel("times a month").press("Tab");
  const transactions = Number((await page.locator("cost-ledger .cl-sum").innerText()).match(/(\d+)\s+transaction/)[1]);
  assert.equal(await sum.innerText(), String(2 * transactions));
  assert.deepEqual(page.trouble, []);
});
