// The playground: open, type, run, see the plan, reload, reset.
import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open, startOver } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
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

const SCRIPT = `### Who is sixty?
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and Age ge 60

# ?? plan == rowRange

### One row
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')
`;

const MIXED = `### One
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')

### Two
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales'

### Three
POST {{table}}/Employees
Content-Type: application/json

{ "PartitionKey": "Sales", "RowKey": "000223" }

### Four
GET {{table}}/Employees()
`;

const LOOP = `### Loop
# @loop for 900
PUT {{table}}/Employees(PartitionKey='X',RowKey='{{$index}}')
Content-Type: application/json

{}
`;

async function play(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await atWork(page);
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Opens an empty document of one's own. */
const fresh = (page) => page.getByRole("button", { name: "New document" }).click();

const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });

/** Waits until the script has a text, or the data have a table of this name. */
const inScript = (page, text) => page.locator(".cm-content").filter({ hasText: text }).waitFor();
const inData = (page, table) =>
  page.locator('[data-panel="data"] select').getByText(table).waitFor({ state: "attached" });

const summary = (page) => page.locator(".run-strip [role=status]");
const looks = (page) =>
  page.locator(".run-strip .run-line button").evaluateAll((list) => list.map((b) => b.dataset.run));
/** Waits until the element with a label has the focus, or, without one, the element of a name. */
const focusOn = (page, name) =>
  page.waitForFunction((x) => (document.activeElement?.ariaLabel ?? document.activeElement?.localName) === x, name);

deep("an address that does not fit begins beside its verb, and the rest hangs below it", async () => {
  for (const width of [1024, 390]) {
    const page = await play({ viewport: { width, height: 844 } });
    await page.locator(".cm-line > .t-verb").nth(2).waitFor(); // the text has been read
    const lines = await page.locator(".cm-line:has(> .t-verb)").evaluateAll((all) =>
      all.map((line) => {
        const [verb] = line.querySelector(".t-verb").getClientRects();
        const spans = [...line.querySelectorAll(".t-verb ~ span")].flatMap((span) => [...span.getClientRects()]);
        return { verb, first: spans[0], rest: spans.filter((r) => r.top > verb.bottom) };
      }),
    );
    const wrapped = lines.filter(({ rest }) => rest.length > 0);
    assert.ok(wrapped.length > 2, `${wrapped.length} lines wrap at ${width}`);
    for (const { verb, first, rest } of wrapped) {
      assert.ok(Math.abs(first.top - verb.top) < 4, `the address begins in the line of its verb at ${width}`);
      for (const { left } of rest) assert.ok(left > verb.left, `the rest is indented at ${width}`);
    }
    await page.context().close();
  }
});

deep("a run without end is stopped, and the next one runs", async () => {
  const page = await play();
  await write(page, LOOP);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByRole("button", { name: "Stop", exact: true }).first().click();
  await page.locator('.run-strip button[aria-label="Stop"][aria-disabled="true"]').waitFor({ state: "attached" });
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 2).getByText("Point").waitFor();
  await page.context().close();
});

test("a script is typed and runs: its plan is seen, parts of it run alone, mistakes are mended (rows 1, 3, 6, 19, 22, 28, 29, 30)", async () => {
  const page = await play();
  await write(page, SCRIPT);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  await becomes(
    () => result(page, 1).locator(".ro-sum").innerText(),
    /200 OK\s*Partition scan\s*read 201 →\s*,?\s*returned/,
  );
  await becomes(
    () => result(page, 1).locator(".finding").innerText(),
    /line 4\s*expected plan rowRange, got partitionScan/,
  );
  await becomes(() => page.locator('.cm-line[data-mark="fail"]').innerText(), "# ?? plan == rowRange");
  await result(page, 1).getByRole("radio", { name: "Explain" }).check();
  await becomes(() => result(page, 1).locator("query-plan").innerText(), /PartitionKey eq 'Sales' fixes the partition/);
  await becomes(() => result(page, 1).locator("query-plan key-line .kl-read").count(), 1);
  await becomes(() => page.locator("cost-ledger").innerText(), /2 transactions/);

  // at the cursor, selected, from the cursor on
  await write(page, MIXED.replace(/### Three[^#]*/, ""));
  await page.locator("run-output").first().waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 3).getByText("Table scan").waitFor();
  await becomes(() => page.locator("run-output").count(), 1);
  await page.keyboard.press("Escape");
  await focusOn(page, "Result of request 3");
  await page.keyboard.press("Enter");
  await focusOn(page, "rk-editor");
  await page.keyboard.press("ControlOrMeta+Home");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 2).getByText("Partition scan").waitFor();
  await becomes(() => looks(page), ["read", "read", "none"]);
  await page.keyboard.press("ControlOrMeta+End");
  await page.getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitem", { name: "Run from here on" }).click();
  await result(page, 3).getByText("Table scan").waitFor();
  await becomes(() => looks(page), ["read", "read", "read"]);

  // mistakes
  await write(page, "### A\nGET {{table}}/Employees()\n\n# ?? status = 200\n");
  await page.locator(".cm-lintRange-error").waitFor();
  await page.keyboard.press("F8");
  await page.locator(".cm-diagnosticAction").first().click();
  await inScript(page, "?? status == 200");
  await focusOn(page, "rk-editor");
  await page.keyboard.insertText("!"); // after what was corrected
  await inScript(page, "?? status ==! 200");
  await write(page, "### One row\nGET {{table}}/Employes(PartitionKey='Sales',RowKey='000223')\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("Did you mean Employees?").waitFor();
  await result(page, 1).getByRole("button", { name: "Fix" }).click();
  await result(page, 1).getByText("200 OK").waitFor();
  await inScript(page, "/Employees(");
  await write(page, "GET {{table}}/Orders()\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByRole("button", { name: "Create it" }).click();
  await result(page, 2).getByText("No entity matches.").waitFor();
  await becomes(() => result(page, 1).innerText(), /201 Created/);
  await write(page, "GET {{table}}/Employees()?$filter=PartitionKey = 'Sales' and Agee > '64'\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await inScript(page, "PartitionKey eq 'Sales' and Agee gt '64'");
  await result(page, 1).getByText("No row of Employees has a property Agee.").waitFor();
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await result(page, 1).getByText("Age is of type Int32 here").waitFor();
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await inScript(page, "?$filter=PartitionKey eq 'Sales' and Age gt 64");
  await becomes(() => result(page, 1).locator(".ro-sum").innerText(), /read\s+201.*returned\s+[1-9]/s);
  await write(page, "GET {{table}}/Employees()?filter=PartitionKey eq 'Sales'&$orderby=Age\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("$orderby: This order has no counterpart.").waitFor();
  await write(page, "GET {{table}}/Employees()?filter=PartitionKey eq 'Sales'\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await inScript(page, "()?$filter=PartitionKey eq");
  await result(page, 1).getByText("200 OK").waitFor(); // a press during a run begins none
  await write(page, "GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and contains(LastName,'Jo')\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("501 Not Implemented").waitFor();
  await result(page, 1).getByText("No range has all strings that contain a text").waitFor();
  await write(page, "GET {{table}}/Employees()?$filter=PartitionKey = 'Sales' && Age > 60\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("& ends the filter").waitFor();
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await inScript(page, "()?$filter=PartitionKey eq 'Sales' and Age gt 60");
  await result(page, 1).getByText("200 OK").waitFor();
  await write(page, "GET {{table}}/Employees()\nWHERE PartitionKey = 'Sales'\nLIMIT 5\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await result(page, 1).getByText("How many rows you want is the option $top.").waitFor();
  await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
  await inScript(page, "()?$filter=PartitionKey eq 'Sales'&$top=5");
  await write(page, "DELETE {{table}}/Employees(PartitionKey='Sales',RowKey='000223')");
  await page.locator(".cm-lintRange-warning").waitFor();
  await page.keyboard.press("F8");
  await page.locator(".cm-diagnosticAction").first().click(); // of what is missing at the end of a line
  await inScript(page, "If-Match: *");
  await focusOn(page, "rk-editor");
  for (const [search, status] of [
    ["startswith(LastName,'Jo')", "501 Not Implemented"],
    ["LastName like 'Jo%'", "400 Bad Request"],
  ]) {
    await write(page, `GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and ${search}\n`);
    await page.keyboard.press("ControlOrMeta+Enter");
    await result(page, 1).getByText(status).waitFor();
    await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
    await result(page, 1).getByText("Partition scan").waitFor();
    await inScript(page, "PartitionKey eq 'Sales' and LastName ge 'Jo' and LastName lt 'Jp'");
  }
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test("a new document: its first table is one click away, text and data survive a reload, a reset can be undone once (rows 52, 53)", async () => {
  const page = await play();
  await fresh(page);
  await page.waitForFunction(() => document.querySelector("rk-editor")?.shadowRoot.activeElement);
  await page.keyboard.type("GET ");
  await inScript(page, "GET ");
  await page.locator(".data-empty").waitFor();
  await becomes(() => page.getByRole("radio", { name: "Partitions" }).isVisible(), false);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Use these two requests" }).click();
  await page.locator(".start").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Ask for a partition", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("3 answered").waitFor();
  await becomes(() => result(page, 3).innerText(), /Lamp/);
  await becomes(() => page.locator(".start-next").count(), 0);
  await inData(page, "Orders");
  await page.getByText(/saved here/).waitFor();
  await keptData(page);

  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await inScript(page, '"TableName": "Orders"');
  await inData(page, "Orders");
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output").first().waitFor();
  await startOver(page, "reset");
  await page.getByText("The data was reset").waitFor();
  await page.getByText("An empty store.").waitFor();
  await becomes(() => page.locator("run-output").count(), 0);
  await page.getByRole("button", { name: "Undo reset" }).click();
  await inData(page, "Orders");
  await page.getByRole("button", { name: "Undo reset" }).waitFor({ state: "detached" });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a second run says what is in its way, leads there, and runs from fresh data as for the first time", async () => {
  const page = await play();
  await fresh(page);
  await page.getByRole("button", { name: "Use these two requests" }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("2 answered").waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("1 refused").waitFor();
  await becomes(() => summary(page).innerText(), "1 refused, 1 not run");
  await becomes(() => looks(page), ["refused", "none"]);
  const verdict = page.getByRole("group", { name: "What went wrong" });
  await becomes(
    () => verdict.innerText(),
    /Request 1 was refused: 409 TableAlreadyExists\. Your own run at \d\d:\d\d created this table\. 1 request did not run\./,
  );
  await verdict.getByRole("button", { name: "Go to it" }).click();
  await focusOn(page, "Result of request 1");
  await page.locator(".dg-bar").getByRole("button", { name: "New" }).click();
  await page.locator(".edit-req").getByLabel("PartitionKey").fill("Bo");
  await page.locator(".edit-req").getByLabel("RowKey").fill("1");
  await page.keyboard.press("Enter");
  await page.locator(".dg-bar").getByText("2 entities").waitFor();
  await verdict.getByRole("button", { name: "Reset data and run all" }).waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await verdict.getByText(/created this table\. Leave this request out: a reset would also remove rows/).waitFor();
  await becomes(() => verdict.getByRole("button", { name: "Reset data and run all" }).count(), 0);
  await page.keyboard.press("ControlOrMeta+Shift+r");
  await summary(page).getByText("2 answered").waitFor();
  await becomes(() => verdict.count(), 0);
  await page.getByText("The data was reset before this run.").waitFor();
  await page.locator(".dg-bar").getByText("1 entity").waitFor();
  for (const said of ["Undone", "Undone", "The data from before the reset is back."]) {
    await page.locator('[data-tool="undo"]').click();
    await page.locator(".play-note", { hasText: said }).waitFor();
  }
  await page.locator(".dg-bar").getByText("2 entities").waitFor();
  await page.locator('[data-tool="redo"]').click();
  await page.getByText("An empty store.").waitFor();
  await page.locator('[data-tool="undo"]').click();
  await page.locator(".dg-bar").getByText("2 entities").waitFor();
  await page.getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Run all begins with fresh data" }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("2 answered").waitFor();
  await becomes(() => looks(page), ["write", "write"]);
  await page.getByText(/saved here/).waitFor();
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.getByLabel("from fresh data").isChecked(), true);
  await page.getByRole("button", { name: "Run all" }).click();
  await summary(page).getByText("2 answered").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep("a run that begins together with a reset runs on the new data", async () => {
  const page = await play();
  await fresh(page);
  await page.getByRole("button", { name: "Use these two requests" }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("2 answered").waitFor();
  const pressed = await page.evaluate(() => {
    document.querySelector("[data-tool=reset]").click();
    document.querySelector(".run-split > button").click();
    return Date.now();
  });
  await page.waitForFunction((at) => {
    const { last, store } = document.querySelector("play-ground");
    return store.began >= at && last?.at >= at;
  }, pressed);
  await summary(page).getByText("2 answered").waitFor(); // on data of before, the table would be there already
  await becomes(() => page.locator(".run-verdict").count(), 0);
  await inData(page, "Orders");
  assert.deepEqual(page.trouble, []);
});

deep("a document that is opened while another is reset keeps its data", async () => {
  const page = await play();
  await fresh(page);
  await page.getByRole("button", { name: "Use these two requests" }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("2 answered").waitFor();
  await keptData(page);
  await page.locator(".doc-tab").first().click();
  await page.getByRole("button", { name: "Run all" }).click();
  await summary(page).getByText("answered").waitFor();
  await page.locator("[data-tool=reset]").waitFor({ state: "attached" });
  await page.evaluate(() => {
    document.querySelector("[data-tool=reset]").click();
    document.querySelector(".doc-tab:not([aria-current])").click();
  });
  await inData(page, "Orders");
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await inData(page, "Orders");
  assert.deepEqual(page.trouble, []);
});

deep("a pattern card opens its example with its data, and the reader's own script stays", async () => {
  const page = await play();
  await fresh(page);
  await page.getByRole("button", { name: "Use these two requests" }).click();
  await page.getByText(/saved here/).waitFor();
  await page.goto(`${site.url}patterns/log-tail/`);
  const title = await page.locator("h1").innerText();
  await page.getByRole("link", { name: "Open the playground" }).click();
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.locator(".doc-tab[aria-current]").innerText(), title);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output .status").first().waitFor();
  await summary(page).getByText("answered").waitFor();
  await becomes(() => page.locator(".run-verdict").count(), 0);
  await page.goto(`${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.locator(".cm-content").innerText(), /"TableName": "Orders"/);
  assert.deepEqual(page.trouble, []);
});

deep("an answer stays below its request when another is typed at its end or above it, and goes with it", async () => {
  const page = await play({ viewport: { width: 1440, height: 2400 } }); // all lines are drawn
  await write(
    page,
    "### One\nGET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')\n\n### Two\nGET {{table}}/Employes(PartitionKey='Sales',RowKey='000166')",
  );
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("404 Not Found").waitFor();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n\n###\nGET {{table}}/Other", { delay: 30 });
  const there = () =>
    page.evaluate(() => {
      const list = [...document.querySelector("rk-editor").shadowRoot.querySelectorAll(".cm-line, .rk-below")];
      return list.map((e) => (e.matches(".rk-below") ? "answer" : e.textContent)).filter((s) => /answer|GET/.test(s));
    });
  const one = "GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')";
  const two = "GET {{table}}/Employees(PartitionKey='Sales',RowKey='000166')";
  await page.getByRole("button", { name: /Run request 3/ }).waitFor();
  await becomes(there, [one, "answer", two.replace("ees(", "es("), "answer", "GET {{table}}/Other"]);

  // Fix, which runs the second request, leaves the third without an answer
  await result(page, 2).getByRole("button", { name: "Fix" }).click();
  await result(page, 2).getByText("200 OK").waitFor();
  await becomes(there, [one, "answer", two, "answer", "GET {{table}}/Other"]);

  // above the first, without a line that parts them
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("GET {{table}}/Above");
  await page.locator(".cm-lintRange-error", { hasText: one }).waitFor(); // the text is read before its line has an end
  await page.keyboard.type("\n\n");
  await becomes(there, ["GET {{table}}/Above", one, "answer", two, "answer", "GET {{table}}/Other"]);
  await page.getByRole("button", { name: /Run request 4/ }).waitFor();
  await becomes(() => page.getByRole("group", { name: /^Result of request/ }).count(), 2);
  await result(page, 2).getByText("200 OK").waitFor();

  // a request whose line is gone takes its answer along
  await page.locator(".cm-line", { hasText: one }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Delete");
  await becomes(there, ["GET {{table}}/Above", two, "answer", "GET {{table}}/Other"]);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a script with a setup goes on with the data it has, also after a reload", async () => {
  const page = await play();
  await write(page, `# @setup fixtures/hr.http\n\n${SCRIPT}`);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await page.getByRole("button", { name: "Run all" }).click();
  await result(page, 2).getByText("Point").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("an engine that cannot be loaded is said where the reader looks, the text stays, and Try again tries again", async () => {
  const page = await open(browser, "about:blank");
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${site.url}play/`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Run all" }).click();
  const said = page.getByText("The engine could not be loaded.");
  await said.waitFor();
  await becomes(() => said.evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight), true);
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output .status").first().waitFor();
  await becomes(() => page.locator(".cm-content").innerText(), /GET/);
});

deep("the plain editor does the same with a native text field", async () => {
  const page = await open(browser, `${site.url}help/`);
  await page.evaluate(() => localStorage.setItem("rowkey/settings", '{"plain":true}'));
  await page.goto(`${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await page.locator("code-editor textarea").fill(SCRIPT);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 2).getByText("Point").waitFor();
  await becomes(() => page.locator("code-editor .ln[data-mark=fail]").count(), 1);
  assert.deepEqual(page.trouble, []);
});

deep("a write that came too late shows both versions, and the entity is read again", async () => {
  const row = "{{table}}/Employees(PartitionKey='Sales',RowKey='000223')";
  const json = "Content-Type: application/json\n\n";
  const page = await play();
  await write(
    page,
    `### Read\n# @name read\nGET ${row}\n\n### Another\nMERGE ${row}\nIf-Match: *\n${json}{ "Age": 50 }\n\n### Too late\nMERGE ${row}\nIf-Match: {{read.response.headers.ETag}}\n${json}{ "Age": 60 }\n`,
  );
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await result(page, 3).getByRole("button", { name: "Show both versions" }).click();
  const age = result(page, 3).getByRole("row", { name: /^Age/ });
  await age.waitFor();
  await becomes(() => age.locator("td").allInnerTexts(), ["41", "50"]);
  await result(page, 3).getByRole("button", { name: "Read again" }).click();
  await result(page, 3).getByText("200 OK").waitFor();
  await becomes(() => result(page, 4).innerText(), /412/);
  await becomes(() => page.locator(".cm-content").innerText(), /# @name again\s+GET/);
  assert.deepEqual(page.trouble, []);
});

deep("an empty page shows where the next begins, and can be followed to the end (row 20)", async () => {
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
  await becomes(() => result(page, 1).locator("empty-page .kl-cut").count(), 1);
  await result(page, 1).getByRole("button", { name: "Follow all pages" }).click();
  await result(page, 1).getByText("4 round trips").waitFor();
  await becomes(() => page.locator(".cm-content").innerText(), /### Read\n+# @follow\n+GET/);
  await becomes(() => result(page, 1).locator(".ro-sum").innerText(), /read 1,004/);
});

deep("ENG-M4: the prices are the reader's, and what a month costs follows from them (row 31)", async () => {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await page
    .getByRole("button", { name: /^Run all/ })
    .first()
    .click();
  await page.locator("cost-ledger .cl-sum b").first().waitFor();
  await page.getByRole("button", { name: "Prices" }).click();
  const sum = page.locator("dialog [role=status] dd").last();
  await becomes(() => page.getByLabel("Price of 10,000 transactions").inputValue(), "");
  await becomes(() => sum.innerText(), "–");
  await page.getByLabel("Price of 10,000 transactions").fill("2");
  await page.getByLabel("Price of 1 GiB for a month").fill("0");
  await page.getByLabel("Runs like this in a month").fill("10000");
  await page.getByLabel("Runs like this in a month").press("Tab");
  const transactions = Number((await page.locator("cost-ledger .cl-sum").innerText()).match(/(\d+)\s+transaction/)[1]);
  await becomes(() => sum.innerText(), String(2 * transactions));
  assert.deepEqual(page.trouble, []);
});

deep("after a run of everything answers fold, the refused one is open, and F8 goes round the problems", async () => {
  const page = await play();
  await write(page, MIXED);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await summary(page).getByText("1 refused").waitFor();
  await becomes(() => summary(page).innerText(), "1 refused, 2 answered, 1 not run");
  await becomes(() => looks(page), ["read", "read", "refused", "none"]);
  await becomes(
    () => page.locator(".run-verdict").innerText(),
    /The row is part of the data that this document begins with/,
  );
  const open = () => page.locator("run-output").evaluateAll((list) => list.map((o) => !o.hasAttribute("data-folded")));
  assert.deepEqual(await open(), [true, false, true]);
  await result(page, 2).getByRole("button", { name: "Show" }).click();
  assert.deepEqual(await open(), [true, true, true]);
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("F8"); // far below, where the editor has drawn nothing yet
  await focusOn(page, "Result of request 3");
  await page.keyboard.press("/"); // in an answer it is no shortcut
  await focusOn(page, "Result of request 3");
  assert.deepEqual(page.trouble, []);
});

deep("Run stands in the gutter and covers no text", async () => {
  for (const width of [1440, 1024, 390]) {
    const page = await play({ viewport: { width, height: 800 } });
    await page.locator("rk-editor .run-at").nth(4).waitFor({ state: "attached" });
    const covers = await page.evaluate(() => {
      const editor = document.querySelector("rk-editor");
      const runs = [...editor.querySelectorAll(".run-at")].map((b) => b.getBoundingClientRect());
      const range = document.createRange();
      const texts = [...editor.shadowRoot.querySelectorAll(".cm-line")].flatMap((line) => {
        range.selectNodeContents(line);
        return [...range.getClientRects()].filter((r) => r.width > 1);
      });
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return [runs.length, runs.filter((r) => texts.some((x) => meets(r, x))).length];
    });
    assert.deepEqual(covers, [5, 0], `${width} px`);
    await page.context().close();
  }
});

deep("the panes share the width by keys and buttons, for each class of window, and remember it", async () => {
  const page = await play();
  const handle = page.getByRole("separator");
  const share = () => handle.getAttribute("aria-valuenow");
  assert.equal(await share(), "56");
  await handle.focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await share(), "51");
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.waitForFunction(() => document.querySelector("[role=separator]").ariaValueNow === "50");
  const [script, panel] = await Promise.all(
    [".pane-script", ".pane-side"].map((s) => page.locator(s).evaluate((e) => e.clientWidth)),
  );
  assert.ok(Math.abs(script - panel) < 20, `${script} and ${panel}`);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("]");
  await becomes(() => page.getByRole("radio", { name: "Script only" }).isChecked(), true);
  await becomes(() => page.locator(`[data-panel="data"]`).isVisible(), false);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.getByRole("radio", { name: "Script only" }).isChecked(), true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("[");
  assert.equal(await share(), "51");
  assert.deepEqual(page.trouble, []);
});

deep("documents are tabs: new, named, closed, brought back, and there again after a reload (row 11)", async () => {
  const page = await play();
  const tabs = () => page.locator(".doc-tab").allInnerTexts();
  const first = (await tabs())[0];
  await fresh(page);
  await write(page, "### Mine\nGET {{table}}/Tables\n");
  await page.getByText(/saved here/).waitFor();
  await page.keyboard.press("F2");
  await page.getByLabel("Name of the document").fill("Shop");
  await page.keyboard.press("Enter");
  assert.deepEqual(await tabs(), [first, "Shop"]);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  assert.deepEqual(await tabs(), [first, "Shop"]);
  await becomes(() => page.locator(".cm-content").innerText(), /### Mine/);
  await page.getByRole("button", { name: "Close Shop" }).click();
  await page.getByText("Shop is closed.").waitFor();
  assert.deepEqual(await tabs(), [first]);
  await page.getByRole("button", { name: "Open it again" }).click();
  await page.locator(".cm-content").getByText("### Mine").waitFor();
  await startOver(page, "begin");
  await page.locator(".start").waitFor();
  await startOver(page, "earlier");
  await page.getByRole("button", { name: "Bring it back" }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /### Mine/);
  assert.deepEqual(page.trouble, []);
});

deep("SQL is answered with the request that does the same", async () => {
  const page = await play();
  await fresh(page);
  await page.locator(".cm-line").first().click();
  await page.keyboard.insertText("CREATE TABLE Orders (customer TEXT, id TEXT, PRIMARY KEY (customer, id));");
  const hint = page.getByRole("note", { name: "Line 1 is SQL" });
  await hint.getByRole("button", { name: "Replace it" }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /^# CREATE TABLE.*\s+POST \{\{table\}\}\/Tables/);
  await hint.waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+z");
  await becomes(() => page.locator(".cm-content").innerText(), /^CREATE TABLE/);

  // what was said of it goes with it, and what is said of the next statement stays below that one
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("CREATE TABLE Shops (id TEXT PRIMARY KEY);\n\nINSERT INTO shops (ID) VALUES (7);");
  const insert = page.getByRole("note", { name: "Line 3 is SQL" });
  await insert.getByText('"PartitionKey": "", "RowKey": "7"').waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator(".run-verdict").waitFor();
  await hint.getByRole("button", { name: "Replace it" }).click();
  const moved = page.getByRole("note", { name: "Line 7 is SQL" });
  await moved.getByText('"PartitionKey": "", "RowKey": "7"').waitFor();
  await becomes(() => moved.evaluate((e) => document.querySelector("rk-editor").lineOf(e)), 7);
  await page.locator(".run-verdict").waitFor({ state: "detached" });
  await becomes(() => page.locator("run-output").count(), 0);

  // a hint that is older than the text writes what the text says now
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("SELECT * FROM T WHERE a = 'Eve' AND bcd = 1234");
  await hint.getByText("a eq 'Eve' and bcd eq 1234").waitFor();
  const stale = async (keys, text) => {
    await page.evaluate(
      ([keys, text]) => {
        const editor = document.querySelector("rk-editor");
        const at = editor.text.length;
        if (keys < 0) editor.replace(at + keys, at, "");
        else editor.replace(at, at, text);
        document.querySelector(".sql-hint .actions button").click();
      },
      [keys, text],
    );
    return page.evaluate(() => document.querySelector("rk-editor").text);
  };
  assert.match(await stale(0, " AND e > 10"), /^GET .*\n +\?\$filter=a eq 'Eve' and bcd eq 1234 and e gt 10\n$/);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("SELECT * FROM T WHERE a = 'Eve' AND bcd = 1234");
  await hint.getByText("a eq 'Eve' and bcd eq 1234").waitFor();
  assert.match(await stale(-15, ""), /^GET .*\n +\?\$filter=a eq 'Eve'\n$/);

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("GET {{table}}/Orders()\n    ?$top=3\n\nSELECT total FROM Orders ORDER BY total");
  await page.keyboard.press("ControlOrMeta+Enter"); // does not run the request above it
  const below = page.getByRole("note", { name: "Line 4 is SQL" });
  await below.getByText("The nearest request").waitFor();
  await becomes(() => page.locator("run-output").count(), 0);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator("run-output .finding", { hasText: /^line 4 this is SQL/ }).waitFor();
  await below.getByRole("button", { name: "Replace it" }).click();
  await becomes(
    () => page.evaluate(() => document.querySelector("rk-editor").text),
    /=3\n\n###\nGET .*\n +\?\$select=total\n$/,
  );
  assert.deepEqual(page.trouble, []);
});

deep("on a phone one part is seen at a time, and a line of the script leads to its result", async () => {
  const page = await play({ viewport: { width: 390, height: 844 } });
  await write(page, SCRIPT);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator(".answer-line").nth(1).waitFor();
  await becomes(() => result(page, 2).isVisible(), false);
  await page.locator(".answer-line").nth(1).click();
  await becomes(() => page.getByRole("radio", { name: "Results" }).isChecked(), true);
  await focusOn(page, "Result of request 2");
  await becomes(() => page.locator("rk-editor").isVisible(), false);
  await page.getByRole("radio", { name: "Data" }).check({ force: true });
  await page.locator(`[data-panel="data"] select`).first().waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  const menu = page.getByRole("menu");
  await becomes(() => menu.innerText(), /Script\s+Build a query[\s\S]*Show\s+Time\s+Map[\s\S]*Share and save\s+Share/);
  await menu.getByRole("menuitem", { name: "Map" }).click();
  await page.getByText("A map shows which keys").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(page.trouble, []);
});

deep("the link to the script leads into the editor, and F6 goes round the parts", async () => {
  const page = await play();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await focusOn(page, "rk-editor");
  await page.keyboard.press("F6");
  await becomes(() => page.evaluate(() => document.activeElement.value), "data");
  await page.keyboard.press("F6");
  await becomes(() => page.evaluate(() => document.activeElement.className), /doc-tab/);
  await page.keyboard.press("Shift+F6");
  await page.keyboard.press("Shift+F6");
  await focusOn(page, "rk-editor");
});

const STATES = {
  "a refusal": async (page) => {
    await write(page, MIXED);
    await page.getByRole("button", { name: "Run all" }).click();
    await page.locator(".run-verdict").waitFor();
  },
  "an empty document": fresh,
  "SQL": async (page) => {
    await fresh(page);
    await page.locator(".cm-line").first().click();
    await page.keyboard.insertText("SELECT * FROM Orders ORDER BY price");
    await page.locator(".sql-hint").waitFor();
  },
  "a menu": async (page) => {
    await page.keyboard.press("ControlOrMeta+Shift+Enter");
    await page.getByRole("button", { name: "More ways to run" }).click();
  },
  "a menu with groups": (page) => page.getByRole("button", { name: "More", exact: true }).click(),
  "a name that is changed": (page) => page.keyboard.press("F2"),
  "the script alone": (page) => page.getByRole("radio", { name: "Script only" }).check({ force: true }),
  "the panel alone": (page) => page.getByRole("radio", { name: "Panel only" }).check({ force: true }),
};
for (const colorScheme of ["light", "dark"]) {
  deep(`every state passes axe, ${colorScheme}`, async () => {
    for (const [what, reach] of Object.entries(STATES)) {
      const page = await play({ colorScheme });
      await reach(page);
      assert.deepEqual(await violations(page), [], what);
      await page.context().close();
    }
    const phone = await play({ colorScheme, viewport: { width: 390, height: 844 } });
    await STATES["a refusal"](phone);
    assert.deepEqual(await violations(phone), [], "a phone");
    await phone.getByRole("radio", { name: "Results" }).check({ force: true });
    assert.deepEqual(await violations(phone), [], "results on a phone");
  });
}
