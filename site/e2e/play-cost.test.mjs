// The playground counts what would read less, and one click tries it.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { afterPauses, becomes } from "./becomes.mjs";
import { launch, open, openRoom, startOver } from "./browser.mjs";
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

async function play(text, options) {
  const page = await open(browser, `${site.url}play/`, options);
  await page.waitForSelector("play-ground[state=ready]");
  if (text) await write(page, text);
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });
const runAll = (page) => page.keyboard.press("ControlOrMeta+Shift+Enter");

const SCANS = `### Who is 64 or older?
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and Age ge 64

### One row
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')
`;

deep("Explain says what would read less with its number, and Try it reads so much (row 32)", async () => {
  const page = await play(`### Who?\nGET {{table}}/Employees()?$filter=Email eq 'jonesj@contoso.com'\n`);
  await runAll(page);
  await result(page, 1).getByRole("radio", { name: "Explain" }).check();
  const row = result(page, 1).locator('[data-row="cheaper"]');
  await row.getByRole("row").nth(1).waitFor();
  await becomes(() => row.getByRole("row").first().innerText(), /now\s*Table scan\s*1,004 read/);
  const others = row.locator("details");
  await others.locator("summary").click();
  const way = row.locator("details > div, dd").filter({ hasText: "add it to the filter" }).last();
  const read = Number(/([\d,]+) read/.exec(await way.getByRole("row").last().innerText())[1].replace(",", ""));
  await way.getByRole("button", { name: "Try it", exact: true }).click();
  await result(page, 2).locator(".ro-sum").getByText("200 OK").waitFor();
  await becomes(() => result(page, 2).locator(".ro-sum").innerText(), new RegExp(`read ${read} `));
  assert.deepEqual(page.trouble, []);
});

deep(
  "Try it on a copy makes a table with the new key and reads what was said; nothing is cheaper than a point query (row 32)",
  async () => {
    const page = await play(SCANS);
    await runAll(page);
    await result(page, 1).getByRole("button", { name: "Show" }).click();
    await result(page, 1).getByRole("radio", { name: "Explain" }).check();
    const row = result(page, 1).locator('[data-row="cheaper"]');
    await row.getByRole("button", { name: "Try it on a copy" }).first().waitFor();
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
    }
    await becomes(() => row.getByRole("row").nth(1).innerText(), /then\s*Row range\s*7 read/);
    await row.getByRole("button", { name: "Try it on a copy" }).first().press("Enter");
    await result(page, 3).locator(".ro-sum").getByText("200 OK").waitFor();
    await becomes(() => result(page, 3).locator(".ro-sum").innerText(), /Row range\s*read 7 .*returned 7/s);
    await becomes(() => page.locator(".cm-content").innerText(), /EmployeesByAge\(\)/);
    const tables = page.locator(".dg-bar select option");
    await tables.nth(1).waitFor({ state: "attached" });
    await page.locator('[data-tool="undo"]').click();
    await page.getByText("Undone: Copy into EmployeesByAge").waitFor();
    await tables.nth(1).waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Try it on a copy" }).first().press("Enter");
    await tables.nth(1).waitFor({ state: "attached" });
    await result(page, 3).locator(".ro-sum").getByText("200 OK").waitFor();
    const written = () => document.querySelector("rk-editor").text.split("EmployeesByAge()").length - 1;
    assert.equal(await page.evaluate(written), 1, "the request is written once");
    await result(page, 2).getByRole("radio", { name: "Explain" }).check();
    await result(page, 2).locator("query-plan").waitFor();
    await afterPauses(page);
    // the engine has answered all before
    await page.evaluate(() => document.querySelector("play-ground").control.tables());
    assert.equal(await result(page, 2).locator('[data-row="cheaper"]:not([hidden])').count(), 0);
    assert.deepEqual(page.trouble, []);
  },
);

const THREE = `### One row
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')

### By mail
# @client bob
GET {{table}}/Employees()?$filter=Email eq 'jonesj@contoso.com'

### Hire
POST {{table}}/Employees

{"PartitionKey": "Sales", "RowKey": "000223"}
`;

const rows = (page) => page.locator(".req-log tbody tr:not(.rl-tools)");

deep("the log lists each request with client, class, reads and code; its sums follow the filter (row 17)", async () => {
  const page = await play(THREE);
  await runAll(page);
  await page.locator(".run-strip [role=status]").getByText("refused").waitFor();
  await openRoom(page, "log");
  await rows(page).nth(2).waitFor();
  assert.equal((await page.locator('.req-log .client:has-text("setup")').count()) > 0, false);
  await becomes(() => rows(page).nth(0).innerText(), /POST Employees[\s\S]*EntityAlreadyExists[\s\S]*409/);
  await becomes(() => rows(page).nth(1).innerText(), /bob[\s\S]*Table scan[\s\S]*200[\s\S]*1,004 →/);
  await becomes(() => rows(page).nth(2).innerText(), /Employees Sales 000223[\s\S]*Point/);
  const foot = page.locator("request-log .side-foot");
  await becomes(() => foot.innerText(), /3 of 3 requests\s*read 1,005 → returned 2\s*3 transactions/);
  await page.getByRole("radio", { name: /^Scans/ }).check();
  await becomes(() => foot.innerText(), /1 of 3 requests\s*read 1,004 → returned 1/);
  await page.getByRole("radio", { name: /^All/ }).check();
  await page.getByRole("searchbox", { name: "Filter the log" }).fill("sales point");
  await becomes(() => foot.innerText(), /1 of 3 requests\s*read 1 →/);
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    assert.deepEqual(await violations(page), []);
  }
  assert.deepEqual(page.trouble, []);
});

deep("by keyboard alone a request of the log is chosen, shown in the script and run again (row 17)", async () => {
  const page = await play(THREE);
  await runAll(page);
  await page.locator(".run-strip [role=status]").getByText("refused").waitFor();
  await openRoom(page, "log");
  await rows(page).nth(2).waitFor();
  await page.locator(".rl-what").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await becomes(() => page.locator(".rl-tools").innerText(), /One row/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await rows(page).nth(3).waitFor();
  await becomes(() => rows(page).nth(0).innerText(), /Employees Sales 000223[\s\S]*Point/);
  await page.locator(".rl-tools").getByRole("button", { name: "Copy as" }).press("Enter");
  await becomes(() => page.getByRole("dialog").locator("pre").innerText(), /curl[\s\S]*Employees/);
  await page.keyboard.press("Escape");
  await page.locator(".rl-tools").getByRole("button", { name: "Show in script" }).press("Enter");
  await becomes(() => page.evaluate(() => document.activeElement?.localName), "rk-editor");
  await page.getByLabel("Since when").selectOption("run");
  await becomes(() => page.locator("request-log .side-foot").innerText(), /1 of 1 request/);
  await startOver(page, "reset");
  await page.locator("request-log .blank").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep("a request that is run again from the log is one change, and Undo takes it back alone", async () => {
  const page = await play(`### Raise
PUT {{table}}/Employees(PartitionKey='Sales',RowKey='900001')

{ "Age": 41 }
`);
  await runAll(page);
  await openRoom(page, "log");
  await rows(page).first().waitFor();
  await page.locator(".rl-what").first().click();
  await page.locator(".rl-tools").getByRole("button", { name: "Run again" }).click();
  await rows(page).nth(1).waitFor();
  await page.locator('[data-tool="undo"]').click();
  await page.getByText("Undone: Again: Raise").waitFor();
  await page.locator('[data-tool="undo"]').click();
  await page.getByText("Undone: Raise").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep("many requests are drawn in parts, and all are filtered and summed (row 17)", async () => {
  const page = await play(
    "### Again\n# @loop for 450\nGET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')\n",
  );
  await openRoom(page, "log");
  await runAll(page);
  await page.locator("request-log .side-foot").getByText("450 of 450 requests").waitFor();
  await becomes(() => rows(page).count(), 200);
  await page.locator("request-log .grid-more button").click();
  await becomes(() => rows(page).count(), 400);
  await page.getByRole("searchbox", { name: "Filter the log" }).fill("nothing such");
  await page.locator("request-log .blank").waitFor();
  assert.deepEqual(page.trouble, []);
});

const SALES = `### Sales
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales'
`;

deep(
  "the settings of the sandbox count from the next run on, are kept for the document, and can be taken back (rows 21, 23)",
  async () => {
    const page = await play(SALES);
    await openRoom(page, "sandbox");
    const reads = page.getByRole("textbox", { name: "Entities read for a page" });
    await reads.fill("0");
    await reads.press("Enter");
    await becomes(
      () => page.locator("sand-box").getByRole("alert").innerText(),
      /“0” is not valid\. Enter an integer from 1/,
    );
    await reads.fill("100");
    await reads.press("Enter");
    await becomes(() => page.locator("sand-box .side-foot").innerText(), /1 setting was changed/);
    await page.getByRole("switch", { name: "Several nodes" }).press("Space");
    await page.getByRole("textbox", { name: "Nodes", exact: true }).waitFor();
    // nothing half below the foot
    await page.locator('[data-panel="sandbox"]').evaluate((e) => e.scrollTo(0, e.scrollHeight));
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
    }
    await page.locator(".cm-line").first().click();
    await runAll(page);
    await result(page, 1).getByText("page 1 of ?").waitFor();
    await becomes(() => result(page, 1).locator(".ro-sum").innerText(), /read 100 .*returned 100/s);
    await page.reload();
    await page.waitForSelector("play-ground[state=ready]");
    await page.locator("sand-box .set-tag").first().waitFor();
    await page.locator(".cm-line").first().click();
    await runAll(page);
    await result(page, 1).getByText("page 1 of ?").waitFor();
    await page.getByRole("button", { name: "New document" }).click();
    await page.locator("sand-box .side-foot").getByText("All settings are defaults").waitFor();
    await page.locator(".doc-tab").first().click();
    await page.getByRole("button", { name: "Restore defaults" }).click();
    await page.locator(".cm-line").first().click();
    await runAll(page);
    await result(page, 1).locator(".ro-sum").getByText("201").first().waitFor();
    assert.deepEqual(page.trouble, []);
  },
);

deep("with several nodes @load works on a table of one's own (row 35)", async () => {
  const page = await play(`### Create
POST {{table}}/Tables

{"TableName": "Clicks"}

### Load
# @load 3000 5
POST {{table}}/Clicks

{"PartitionKey": "one", "RowKey": "{{$pad $index 8}}"}
`);
  await openRoom(page, "sandbox");
  await page.getByRole("switch", { name: "Several nodes" }).press("Space");
  await page.locator(".cm-line").first().click();
  await runAll(page);
  await result(page, 2).getByRole("button", { name: "Show" }).click();
  await result(page, 2).locator("load-report").waitFor();
  await becomes(() => result(page, 2).innerText(), /503|refused/);
  assert.deepEqual(page.trouble, []);
});

deep("the room with the limits names what comes nearest to each of them (row 37)", async () => {
  const page = await play(SALES);
  await openRoom(page, "limits");
  await page.locator("limit-list dt").getByText("Largest entity").waitFor();
  await runAll(page);
  await page.locator("limit-list b").getByText("201", { exact: true }).waitFor();
  await becomes(() => page.locator("limit-list").innerText(), /Longest key\s*\d+ B\s+of 1 KiB/);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.trouble, []);
});

const MOVE = `### Copy
# @batch move
POST {{table}}/Employees

{"PartitionKey": "Support", "RowKey": "900001", "FirstName": "Ana"}

###
# @batch move
POST {{table}}/Employees

{"PartitionKey": "Sales", "RowKey": "900001", "FirstName": "Ana"}
`;

deep(
  "a transaction is measured while it is typed; one that would be refused is split, and works (row 41)",
  async () => {
    const page = await play(MOVE);
    const note = page.getByRole("note", { name: "Transaction move before it is sent" });
    await note.waitFor();
    await becomes(
      () => note.innerText(),
      /would be refused[\s\S]*2 partitions, 1 allowed[\s\S]*2 of 100 operations[\s\S]*no longer a single transaction/,
    );
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
    }
    await note.getByRole("button", { name: "Split this for me" }).press("Enter");
    await note.waitFor({ state: "detached" });
    await runAll(page);
    await result(page, 2).locator(".ro-sum").getByText("201 Created").waitFor();
    await result(page, 1).locator(".ro-sum").getByText("201 Created").waitFor();
    await write(page, MOVE.replace("Support", "Sales").replace("900001", "900002"));
    await note.getByText("Ready to send.").waitFor();
    await runAll(page);
    await result(page, 1).locator(".ro-sum").getByText("202 Accepted").waitFor();
    await note.waitFor({ state: "detached" });
    await page.locator(".cm-line", { hasText: "900002" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await page.keyboard.press("Backspace");
    await afterPauses(page); // the text is read again
    assert.equal(await note.count(), 0);
    assert.deepEqual(page.trouble, []);
  },
);

deep("a page with a token offers the next page and all of them (row 21)", async () => {
  const page = await play(`### All\nGET {{table}}/Employees()\n`);
  await runAll(page);
  await result(page, 1).getByRole("button", { name: "Next page" }).click();
  await result(page, 2).locator(".ro-sum").getByText("200 OK").waitFor();
  await becomes(() => result(page, 2).locator(".ro-sum").innerText(), /read 4 .*returned 4/s);
  await result(page, 1).getByRole("button", { name: "Follow all" }).click();
  await result(page, 1).locator(".ro-sum").getByText("1,004").first().waitFor();
  assert.deepEqual(page.trouble, []);
});
