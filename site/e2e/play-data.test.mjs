// The data room and time: a grid by keyboard, edits as requests, undo and redo, the past, snapshots, two tabs.
import assert from "node:assert/strict";
import { COLOURS, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { LONG_PATIENCE, launch, open, openRoom, openSnapshots, startOver } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { fill } from "./many-rows.mjs";
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
  await ready(page);
  return page;
}

async function ready(page) {
  await page.waitForSelector("play-ground[state=ready]");
  await grid(page).waitFor();
}

const grid = (page) => page.getByRole("grid");
const row = (page, i) => page.locator(`[data-row="${i}"]`);
const cell = (page, i, name) => row(page, i).locator("td").nth(columnOf(name));
const columnOf = (name) => ["", "PartitionKey", "RowKey", "FirstName", "LastName", "Age", "Email"].indexOf(name);
const undo = (page) => page.locator('[data-tool="undo"]');
const redo = (page) => page.locator('[data-tool="redo"]');

async function keys(page, ...list) {
  for (const key of list) await page.keyboard.press(key);
}

/** Goes to a cell by keyboard alone. */
async function goTo(page, i, name) {
  await grid(page).focus();
  await keys(page, "Control+Home", ...Array(i).fill("ArrowDown"), "Home");
  await keys(page, ...Array(columnOf(name) - 1).fill("ArrowRight"));
}

/** Deletes the row at the cursor: the request is shown first. */
async function deleteHere(page) {
  await keys(page, "Delete");
  await page.getByText("This edit is one request.").waitFor();
  await keys(page, "Enter");
}

const text = (page) => page.evaluate(() => document.querySelector("play-ground").pane.text);

/** A hash of the data as the engine has them, without its clock. */
const data = (page) =>
  page.evaluate(async () => {
    const all = new Uint8Array(await document.querySelector("play-ground").control.snapshot());
    const lines = [...all].flatMap((b, i) => (b === 10 ? [i] : []));
    return [...new Uint8Array(await crypto.subtle.digest("SHA-256", all.slice(lines[1])))].join();
  });

test("a cell is changed by keyboard; its request is shown, refused or sent or put into the script (row 44)", async () => {
  const page = await play();
  const before = await data(page);
  await goTo(page, 0, "Age");
  await keys(page, "F2");
  await page.keyboard.insertText("many");
  await keys(page, "Enter");
  await page.locator('.edit-req [role="alert"]').waitFor();
  await becomes(() => page.locator('.edit-req [role="alert"]').innerText(), /^400 \w+: /);
  await becomes(() => data(page), before);
  await becomes(() => undo(page).count(), 0);
  await keys(page, "Escape");

  await goTo(page, 1, "FirstName");
  await keys(page, "Enter");
  await page.keyboard.insertText("Ada");
  await page.getByRole("button", { name: "Put into the script" }).click();
  await becomes(() => text(page), /\{"FirstName": "Ada"\}\s*$/);
  await becomes(() => data(page), before);

  await goTo(page, 2, "Age");
  await keys(page, "Enter");
  const age = await page.locator(".dg-edit input").inputValue();
  await page.keyboard.insertText("33");
  await page.getByText("This edit is one request.").waitFor();
  const shown = await page.locator(".edit-req .sample").textContent();
  assert.match(shown, /MERGE \{\{table\}\}\/Employees\(PartitionKey='Engineering',RowKey='000205'\)/);
  assert.match(shown, /If-Match: W\/"datetime'/);
  assert.match(shown, /\{"Age": 33\}/);
  await keys(page, "Enter");
  await page.waitForFunction(() => !document.querySelector(".edit-req"));
  await becomes(() => cell(page, 2, "Age").innerText(), "33");
  assert.notEqual(age, "33");
  await becomes(() => page.evaluate(() => document.activeElement?.getAttribute("role")), "grid");
  const last = await page.evaluate(async () =>
    (await document.querySelector("play-ground").control.ledger()).records.at(-1),
  );
  assert.equal(last.op, "MergeEntity");
  await keys(page, "Enter", "Escape");
  await becomes(() => page.locator(".edit-req").count(), 0);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a value of several lines is changed in a field of several lines", async () => {
  const page = await play();
  await page.evaluate(() =>
    document
      .querySelector("play-ground")
      .fill(
        document.querySelector("play-ground").document,
        "PUT {{table}}/Employees(PartitionKey='Engineering',RowKey='000201')\nContent-Type: application/json\n\n{ \"FirstName\": \"Ana\\nMaria\" }\n",
      ),
  );
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output", { hasText: "204" }).waitFor();
  await cell(page, 0, "FirstName").getByText("Ana Maria").waitFor();
  await goTo(page, 0, "FirstName");
  await keys(page, "Enter");
  await page.locator(".dg-edit textarea").waitFor();
  await keys(page, "Control+End", "X");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/cell-lines.png` });
  await keys(page, "Enter");
  await page.waitForFunction(() => !document.querySelector(".edit-req"));
  await goTo(page, 0, "FirstName");
  await keys(page, "Enter");
  await becomes(() => page.locator(".dg-edit textarea").inputValue(), "Ana\nMariaX");
  assert.deepEqual(page.trouble, []);
});

deep(
  "a selection is deleted in transactions of one partition, and one Undo brings all back (rows 44, 51)",
  async () => {
    const page = await play();
    const before = await data(page);
    await grid(page).focus();
    await keys(page, "Control+Home", ...Array(120).fill("Shift+ArrowDown"));
    await page.getByText("121 selected").waitFor();
    await page.getByText("2 transactions of up to 100").waitFor();
    await keys(page, "Delete");
    await page.getByText("This edit is 2 requests.").waitFor();
    await keys(page, "Enter");
    await page.getByText("883 entities").waitFor();
    const after = await data(page);
    assert.notEqual(after, before);
    await page.keyboard.press("u");
    await page.getByText("Undone: Delete 121 entities").waitFor();
    await becomes(() => data(page), before);
    await page.keyboard.press("Shift+U");
    await page.getByText("Redone: Delete 121 entities").waitFor();
    await becomes(() => data(page), after);
  },
);

deep("a new key is one transaction in its partition, and two requests across partitions that say so", async () => {
  const page = await play();
  await goTo(page, 0, "RowKey");
  await keys(page, "Enter");
  const [partition, key] = [page.locator(".edit-fields input").first(), page.locator(".edit-fields input").nth(1)];
  await key.fill("000000");
  await page.getByText("the old one deleted, in one transaction").waitFor();
  assert.equal((await page.locator(".edit-req .sample").textContent()).match(/@batch/g).length, 2);
  await partition.fill("Sales");
  await page.getByText("Between them both rows exist").waitFor();
  await partition.fill("Engineering");
  await keys(page, "Enter");
  await page.waitForFunction(() => document.querySelector('[data-row="0"] .rk')?.textContent === "000000");
  await page.getByText("1,004 entities").waitFor();
});

deep("a key that another row has is refused, and the change stays open with what the service said", async () => {
  const page = await play();
  await goTo(page, 0, "RowKey");
  await keys(page, "Enter");
  await page.locator(".edit-fields input").nth(1).fill("000203");
  await keys(page, "Enter");
  await page.getByText("409 EntityAlreadyExists").waitFor();
  await page.locator(".edit-fields input").nth(1).fill("9/10");
  await keys(page, "Enter");
  await page.getByText(/OutOfRangeInput: A key can't contain \//).waitFor();
  await page.locator(".edit-fields input").nth(1).fill("000203");
  await becomes(() => page.locator(".edit-fields input").nth(1).inputValue(), "000203");
  await becomes(() => page.locator('[data-row="0"] .rk').textContent(), "000201");
});

deep("a row is duplicated, gets a property, loses one, and its history tells it all (rows 45, 51)", async () => {
  const page = await play();
  await goTo(page, 0, "FirstName");
  await keys(page, "Space");
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.locator(".edit-fields input").nth(1).fill("000000");
  await keys(page, "Enter");
  await page.getByText("1,005 entities").waitFor();
  await goTo(page, 0, "FirstName");
  const more = async (name) => {
    await keys(page, "Space");
    await page.getByRole("button", { name: "More for this row" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await more("Add a property");
  await page.locator(".edit-fields input").first().fill("Desk");
  await page.locator(".edit-fields input").nth(1).fill("12");
  await page.locator(".edit-fields select").selectOption("Int64");
  await keys(page, "Tab");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction(() => !document.querySelector(".edit-req"));
  await more("Remove a property");
  await page.locator(".edit-fields select").selectOption("Email");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction(() => !document.querySelector(".edit-req"));
  await more("History");
  const history = page.locator(".tm-hist table");
  await history.waitFor();
  const told = await history.innerText();
  assert.match(told, /created/);
  assert.match(told, /Desk\s+"?12/);
  assert.match(told, /Email/);
  await becomes(() => page.locator(".tm-list tbody tr").count(), 4);
  assert.deepEqual(page.trouble, []);
});

deep("a filter says its class and what it reads before it runs, and is written as a query (row 43)", async () => {
  const page = await play();
  const add = async (name, op, value) => {
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.locator(".dg-add select").first().selectOption(name);
    await page.locator(".dg-add select").nth(1).selectOption(op);
    await page.locator(".dg-add input").fill(value);
    await keys(page, "Enter");
  };
  await add("Age", "gt", "50.000,5");
  await page.locator(".dg-out").getByText("Age: Write a value of type Int32 like this: 35.").waitFor();
  await page.getByRole("button", { name: "Remove the condition on Age" }).click();
  await add("PartitionKey", "eq", "Sales");
  await page.locator(".dg-out").getByText("201").waitFor();
  await add("Age", "ge", "64");
  await becomes(() => page.locator(".dg-out").innerText(), /Partition scan\s+reads\s+201/);
  await becomes(() => grid(page).getAttribute("aria-rowcount"), "1005");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByText("7 rows").waitFor();
  assert.equal(
    await page.evaluate(async () => (await document.querySelector("play-ground").control.ledger()).records.at(-1).read),
    201,
  );
  await page.getByRole("button", { name: "LastName" }).click();
  await page.getByText("Sorted here by LastName").waitFor();
  await page.getByRole("button", { name: "Write as a query" }).click();
  assert.match(await text(page), /\$filter=PartitionKey eq 'Sales' and Age ge 64\s*$/);
  await page.getByRole("button", { name: "Remove the condition on Age" }).click();
  await page.getByRole("button", { name: "Remove the condition on PartitionKey" }).click();
  await page.waitForFunction(() => document.querySelector('[role="grid"]').getAttribute("aria-rowcount") === "1005");
});

deep("any moment can be looked at and gone back to; a run from there begins another history (row 51)", async () => {
  const page = await play();
  await page.evaluate(() => {
    const put = (n) => `### Put ${n}\nPUT {{table}}/Employees(PartitionKey='Z',RowKey='${n}')\n\n{"N": ${n}}\n`;
    document.querySelector("play-ground").pane.load([1, 2, 3].map(put).join("\n"));
  });
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByText("1,007 entities").waitFor();
  const end = await data(page);
  await page.getByRole("radio", { name: "Time" }).check();
  await page.getByText("After change 3 of 3").waitFor();
  await page.locator(".tm-track input").focus();
  await keys(page, "ArrowLeft", "ArrowLeft");
  await page.getByText("After change 1 of 3").waitFor();
  await page.getByText("You are looking at").waitFor();
  await page.getByRole("button", { name: "Run from here" }).waitFor();
  const past = await data(page);
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("After change 3 of 3").waitFor();
  await becomes(() => data(page), end);
  await page.locator(".tm-list").getByRole("button", { name: "Put 1" }).click();
  await page.getByText("After change 1 of 3").waitFor();
  await page.getByRole("button", { name: "Go back to here" }).click();
  await page.getByText("Redo restores the later changes.").waitFor();
  await becomes(() => page.locator(".past").count(), 0);
  await becomes(() => data(page), past);
  await keptData(page);
  await redo(page).click();
  await page.getByText("After change 2 of 3").waitFor();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("After change 3 of 3").waitFor();
  await becomes(() => redo(page).isDisabled(), true);
  await startOver(page, "reset");
  await page.getByText("Nothing has changed yet.").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep("undone data stay undone after a reload, and a setup that was taken back runs again", async () => {
  const page = await play();
  const before = await data(page);
  await goTo(page, 0, "Age");
  await keys(page, "Enter");
  await page.keyboard.insertText("77");
  await keys(page, "Enter");
  await page.waitForFunction(() => !document.querySelector(".edit-req"));
  await page.keyboard.press("ControlOrMeta+Shift+Backspace");
  await page.getByText("Undone: Age of 000201").waitFor();
  await keptData(page);
  await page.reload();
  await ready(page);
  await becomes(() => data(page), before);
  await becomes(() => undo(page).count(), 0);
});

deep("snapshots have names, and come back with Undo (row 50)", async () => {
  const page = await play();
  const menu = () => openSnapshots(page);
  const before = await data(page);
  await menu();
  await page.getByLabel("Name").fill("<b>first</b>");
  await page.getByRole("button", { name: "Save a snapshot" }).click();
  await page.getByText("<b>first</b> was saved.").waitFor();
  await keys(page, "Escape");
  await openRoom(page, "data");
  await goTo(page, 0, "FirstName");
  await deleteHere(page);
  await page.getByText("1,003 entities").waitFor();
  const after = await data(page);
  await page.reload();
  await ready(page);
  await menu();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByText("The data is again that of the snapshot").waitFor();
  await openRoom(page, "data");
  await becomes(() => data(page), before);
  await page.locator(".play-note").getByRole("button", { name: "Undo" }).click();
  await page.getByText("1,003 entities").waitFor();
  await becomes(() => data(page), after);
  await menu();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no snapshots yet.").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep("with a document that is closed for good its snapshots go", async () => {
  const page = await play();
  const names = () =>
    page.evaluate(async () => {
      const { result } = await new Promise((done) => {
        const opening = indexedDB.open("keyval-store");
        opening.onsuccess = () => done(opening);
      });
      const asking = result.transaction("keyval").objectStore("keyval").getAllKeys();
      await new Promise((done) => (asking.onsuccess = done));
      result.close();
      return asking.result.filter((key) => key.startsWith("rowkey/snapshots/"));
    });
  await page.getByRole("button", { name: "New document" }).click();
  await openSnapshots(page);
  await page.getByLabel("Name").fill("first");
  await page.getByRole("button", { name: "Save a snapshot" }).click();
  await page.getByText("first was saved.").waitFor();
  assert.equal((await names()).length, 1);
  await page.evaluate(() => {
    const { documents, document: here } = document.querySelector("play-ground");
    documents.close(here.id);
    for (let n = 0; n < 5; n++) documents.close(documents.add("other").id);
  });
  await becomes(names, []);
});

deep("a document that is opened while the data of the one before are still on their way has its own", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const page = await open(browser, site.url);
  await page.route(/engine[^/]*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}play/`);
  await page.locator("data-room").getByText("Loading the data …").waitFor();
  await page.getByRole("button", { name: "New document" }).click();
  release();
  await page.locator("data-room").getByText("An empty store.").waitFor();
  const tables = await page.evaluate(() => document.querySelector("play-ground").control.tables());
  assert.deepEqual(tables, []);
  await page.getByRole("link", { name: "Five ways to ask" }).click();
  await row(page, 0).waitFor();
  await page.context().close();
});

test("of two tabs one keeps the data: the other works on a copy, takes over, or makes it a document (row 54)", async () => {
  const page = await play();
  const two = await page.context().newPage();
  await two.goto(`${site.url}play/`);
  await ready(two);
  await two.getByText("Another tab holds the data of this document.").waitFor();
  const remove = async (p) => {
    await goTo(p, 0, "FirstName");
    await deleteHere(p);
    await p.getByText("1,003 entities").waitFor();
  };
  await remove(page);
  await keptData(page);
  const first = await data(page);
  await goTo(two, 5, "FirstName");
  await deleteHere(two);
  await two.getByText("1,003 entities").waitFor();
  assert.notEqual(await data(two), first);
  await two.getByRole("button", { name: "Make the copy a document" }).click();
  await two.getByRole("link", { name: /, copy$/ }).waitFor();
  await two.getByText("1,003 entities").waitFor();
  await becomes(() => two.locator(".notice").count(), 0);
  await page.goto("about:blank");
  await page.goto(`${site.url}play/?sample=classes`);
  await ready(page);
  await becomes(() => data(page), first, "the copy has overwritten nothing");
  await two.getByRole("link", { name: "Five ways to ask", exact: true }).click();
  await two.getByRole("button", { name: "Use the data here" }).click();
  await two.waitForFunction(() => !document.querySelector(".notice"));
  await becomes(() => data(two), first);
  await page.getByText("Another tab holds the data of this document.").waitFor();
});

deep("of 100,000 rows only those in view exist, and all can be reached (row 43)", async () => {
  const page = await play();
  await fill(page, 100);
  await page.locator(".dg-bar select").selectOption("Aaa");
  await page.getByText("100,000 entities").waitFor(LONG_PATIENCE);
  await page.evaluate(() => (document.querySelector(".dg-wrap").scrollTop += 50_000));
  await page.waitForFunction(() => !document.querySelector('[data-row="0"]'));
  assert.ok((await page.locator("[data-row]").count()) < 80);
  const map = page.locator(".dg-track input");
  await map.focus();
  await keys(page, "End");
  await page.waitForFunction(() => document.querySelector('[data-row="99999"] .rk')?.textContent === "000999");
  await becomes(() => map.getAttribute("aria-valuetext"), /of 100,000, p99$/);
  await grid(page).focus();
  await keys(page, "Control+End");
  await becomes(() => grid(page).getAttribute("aria-activedescendant"), "dg-99999-1");
  await undo(page).click();
  await page.getByText("An empty store.").or(page.getByText("1,004 entities")).first().waitFor();
  await redo(page).click();
  await page.locator(".dg-bar select").selectOption("Aaa");
  await page.getByText("100,000 entities").waitFor(LONG_PATIENCE);
});

for (const [colorScheme, rules] of [["light"], ["dark", COLOURS]]) {
  deep(`grid, edit, time and the past have no findings of axe, ${colorScheme}`, async () => {
    const page = await play({ colorScheme });
    const check = async (state) => assert.deepEqual(await violations(page, rules), [], state);
    await check("rows");
    await goTo(page, 1, "Age");
    await keys(page, "Space", "Enter");
    await check("edit");
    await page.keyboard.insertText("44");
    await keys(page, "Enter");
    await page.waitForFunction(() => !document.querySelector(".edit-req"));
    await page.getByRole("button", { name: "Add a condition" }).click();
    await check("filter");
    await keys(page, "Escape");
    await page.getByRole("radio", { name: "Time" }).check();
    await page.locator(".tm-list").getByRole("button", { name: "Fresh data" }).click();
    await page.getByText("You are looking at").waitFor();
    await check("past");
  });
}
