// The playground at first sight: what is there before anything has run, what comes with a script that needs it, and
// rows of one's own in one step.
import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open, openRoom } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

const MOST = 38; // controls before anything has run

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

async function play(path = "play/", options) {
  const page = await open(browser, site.url + path, options);
  await atWork(page);
  return page;
}

/** Names of the links, buttons, fields and tabs in the window that can be seen and pressed, also in shadow trees. */
const controls = (page) =>
  page.evaluate(() => {
    const every = (root) =>
      [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? every(e.shadowRoot) : [])]);
    const shown = (e) => {
      const { top, left, right, bottom, width, height } = e.getBoundingClientRect();
      const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return inside && width > 1 && height > 1 && e.checkVisibility({ visibilityProperty: true });
    };
    return every(document.body)
      .filter((e) => e.matches("a[href], button, input, select, textarea, summary, [contenteditable=true]"))
      .filter((e) => shown(e) && !e.closest(".skip-links, .vh"))
      .map((e) => e.ariaLabel || e.closest("label")?.textContent.trim() || e.textContent.trim() || e.localName);
  });

const tabs = (page) => page.locator(".side-tabs input").evaluateAll((all) => all.map((i) => i.value));

test("before anything has run there is little to choose from; what a script needs comes, and says why once", async () => {
  const page = await play();
  await page.locator("data-room [data-row]").first().waitFor();
  const first = await controls(page);
  assert.ok(first.length <= MOST, `${first.length} controls: ${first.join(" | ")}`);
  assert.deepEqual(await tabs(page), ["data", "log", "time"]);
  assert.doesNotMatch(await page.locator("cost-ledger").innerText(), /engine|seed/);
  for (const menu of ["rooms-menu", "doc-menu"]) {
    await page.locator(`[popovertarget=${menu}]`).click();
    const { top, bottom } = await page.locator(`#${menu}`).evaluate((e) => e.getBoundingClientRect());
    const cut = await page.locator(`#${menu}`).evaluate((e) => e.scrollHeight - e.clientHeight);
    assert.ok(top >= 0 && bottom <= 900 && cut <= 0, `${menu} from ${top} to ${bottom}, ${cut} px out of sight`);
    await page.keyboard.press("Escape");
  }
  await openRoom(page, "limits");
  assert.deepEqual(await tabs(page), ["data", "log", "time", "limits"]);

  const why = page.locator(".side-why");
  await page.evaluate(() =>
    document.querySelector("play-ground").pane.rewrite("### Load\n# @load 300 10\nGET {{table}}/X()"),
  );
  await why.getByText("Map is here because this script has a load.").waitFor();
  assert.deepEqual(await tabs(page), ["data", "log", "time", "map", "limits"]);
  assert.deepEqual(await violations(page), []);
  await openRoom(page, "map");
  await becomes(() => why.count(), 0);
  await openRoom(page, "data");
  await page.goto(`${site.url}play/?sample=clerks`);
  await atWork(page);
  await why.getByText("Races is here because this script has clients.").waitFor();
  assert.deepEqual(await tabs(page), ["data", "log", "time", "races", "faults"]);
  await page.reload();
  await atWork(page);
  await page.locator(".side-tabs input[value=races]").waitFor();
  await becomes(() => why.count(), 0, "it is said once");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test("the ways back come with the first change, Stop with a run, and what the panel says while it loads is true", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const page = await open(browser, site.url);
  await page.route(/engine[^/]*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}play/`);
  await page.locator("data-room").getByText("Loading the data …").waitFor();
  await becomes(() => page.getByText("An empty store.").count(), 0, "the store has not said so");
  release();
  await atWork(page);
  await page.locator("data-room [data-row]").first().waitFor();
  await becomes(() => page.locator(".doc-end .button").count(), 0);
  await page.evaluate(() =>
    document
      .querySelector("play-ground")
      .pane.rewrite("### New\nPUT {{table}}/Employees(PartitionKey='X',RowKey='1')\n\n{}\n"),
  );
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("[data-tool=undo]").waitFor();
  await page.getByRole("button", { name: "Start over" }).waitFor();
  await page.getByRole("button", { name: "Undo change: more" }).click();
  await page.getByRole("menuitem", { name: "To a moment (Time)" }).click();
  await page.getByText("After change 1 of 1").waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

const READINGS = "device,at,celsius\nd1,10:04,21.4\nd1,10:05,18\nd2,10:04,20\nd2,10:05,20.5\n";

/** Drops a file on an element, pastes its text outside of fields, or writes it: pastes it into the script. */
const bring = (page, how, name, text) =>
  page.evaluate(
    ([kind, file, content]) => {
      const data = new DataTransfer();
      if (kind === "drop") data.items.add(new File([content], file));
      else data.setData("text/plain", content);
      const init = { bubbles: true, cancelable: true, composed: true };
      const editor = document.querySelector("rk-editor");
      const field = kind === "write" ? editor.shadowRoot.querySelector(".cm-content") : document.body;
      const target = kind === "drop" ? editor : field;
      target.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { ...init, dataTransfer: data })
          : new ClipboardEvent("paste", { ...init, clipboardData: data }),
      );
    },
    [how, name, text],
  );

test("a file that is dropped anywhere is a table at once, and other keys are one press away", async () => {
  const page = await play();
  const script = await page.evaluate(() => document.querySelector("rk-editor").text);
  await bring(page, "drop", "readings.csv", READINGS);
  await page.getByText("4 entities are in Readings. PartitionKey is device, RowKey is at.").waitFor();
  await becomes(() => page.locator(".dg-bar select").inputValue(), "Readings");
  await becomes(() => page.locator(".dg-bar").innerText(), /4 entities · 2 partitions/);
  assert.equal(await page.evaluate(() => document.querySelector("rk-editor").text), script, "no text of a script");
  await page.evaluate(() => {
    const ground = document.querySelector("play-ground");
    ground.pane.rewrite("GET {{table}}/Readings()?$filter=device eq 'd1'\n");
    return ground.runAll();
  });
  const output = page.locator("run-output");
  await output.getByText("device of the file is PartitionKey in Readings").waitFor();
  await output.getByRole("button", { name: "Replace it and run" }).click();
  await becomes(() => output.locator(".ro-sum").innerText(), /Partition scan\s*read 2/);
  await page.getByRole("button", { name: "Choose other keys" }).click();
  const dialog = page.getByRole("dialog");
  await becomes(() => dialog.getByLabel("Role of device").inputValue(), "PartitionKey");
  await dialog.getByLabel("Role of celsius").selectOption("RowKey");
  await dialog.getByRole("button", { name: "Import 4 entities" }).click();
  await dialog.getByText("4 of 4 entities were written").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await becomes(() => page.locator(".dg-bar option").allInnerTexts(), ["Employees", "Readings"]);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("who looks at other keys and closes the dialog keeps the table", async () => {
  const page = await play();
  await bring(page, "drop", "readings.csv", READINGS);
  await page.getByRole("button", { name: "Choose other keys" }).click();
  await page.getByRole("dialog").getByLabel("Role of device").waitFor();
  await page.keyboard.press("Escape");
  await becomes(() => page.locator(".dg-bar option").allInnerTexts(), ["Employees", "Readings"]);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("rows that are pasted into the script stay there until they are wanted as a table", async () => {
  const page = await play();
  const text = () => page.evaluate(() => document.querySelector("rk-editor").text);
  const before = await text();
  await page.locator("rk-editor .cm-content").click();
  const offer = page.getByText("What you pasted looks like rows, not requests.");
  await bring(page, "write", "", READINGS);
  await offer.waitFor();
  await page.keyboard.press("ControlOrMeta+z");
  await becomes(text, before);
  await becomes(() => offer.count(), 0, "what was pasted is gone");
  await bring(page, "write", "", READINGS);
  await offer.waitFor();
  const pasted = await text();
  assert.ok(pasted.includes("d1,10:04,21.4"));
  await page.getByRole("button", { name: "Import it as a table" }).click();
  await page.getByText("4 entities are in Pasted.").waitFor();
  await becomes(text, before);
  await page.locator("rk-editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+z");
  await becomes(text, pasted);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("rows of a script that were made a table are back with the offer when that is undone", async () => {
  const page = await play();
  const text = () => page.evaluate(() => document.querySelector("rk-editor").text);
  const before = await text();
  await page.locator("rk-editor .cm-content").click();
  await bring(page, "write", "", READINGS);
  const take = page.getByRole("button", { name: "Import it as a table" });
  await take.waitFor();
  const pasted = await text();
  await take.click();
  await page.getByText("4 entities are in Pasted.").waitFor();
  await becomes(text, before);
  await page.locator('[data-tool="undo"]').click();
  await take.waitFor();
  await becomes(text, pasted);
  await take.click();
  await page.getByRole("button", { name: "Choose other keys" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 4 entities" }).click();
  await page.getByRole("dialog").getByText("were written").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await becomes(text, before);
  await page.getByRole("button", { name: "Undo import" }).click();
  await take.waitFor();
  await becomes(text, pasted);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "a file without keys, of text with tabs, or with names that no property has becomes a table, and says how",
  async () => {
    const page = await play();
    await bring(page, "drop", "fruit.csv", "Fruit\napple\npear\n");
    await page
      .getByText("2 entities are in Fruit. PartitionKey is “all” in every row, RowKey is the row number.")
      .waitFor();
    await page.getByRole("button", { name: "Choose other keys" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("The text in every row").fill("basket");
    await dialog.getByLabel("Role of Fruit").selectOption("RowKey");
    await becomes(() => dialog.getByLabel("Role of the row number").inputValue(), "leave out");
    await dialog.getByRole("button", { name: "Import 2 entities" }).click();
    await dialog.getByText("2 of 2 entities were written").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await becomes(() => page.locator('[data-panel="data"]').innerText(), /basket\s+apple/);
    await bring(page, "drop", "tab.txt", READINGS.replaceAll(",", "\t"));
    await page.getByText("4 entities are in Tab. PartitionKey is device, RowKey is at.").waitFor();
    const orders =
      '[{"Order Id":"1","Customer Name":"Ann","tags":["a"]},{"Order Id":"2","Customer Name":"Ann","tags":[]}]';
    await bring(page, "drop", "orders.json", orders);
    await page.getByText("PartitionKey is Customer Name, RowKey is Order Id. tags has objects or lists").waitFor();
    await bring(page, "drop", "sales.csv", "id,city,Paid (ja/nein)\n1,B,ja\n2,B,nein\n");
    await page.getByText("so Paid (ja/nein) becomes Paid_ja_nein.").waitFor();
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep("rows that are pasted are a table with a name of its own; without keys to propose the dialog asks", async () => {
  const page = await play();
  await bring(page, "paste", "", READINGS.replaceAll(",", "\t"));
  await page.getByText("4 entities are in Pasted.").waitFor();
  await bring(page, "paste", "", READINGS);
  await page.getByText("4 entities are in Pasted2.").waitFor();
  await bring(page, "drop", "people.json", '[{"id":1,"name":"Ann"},{"id":2,"name":"Ben"}]');
  await page.getByRole("dialog").getByText("Choose the column that becomes PartitionKey").waitFor();
  await page.keyboard.press("Escape");
  await bring(page, "drop", "hello.http", "### Hello\nGET {{table}}/Tables\n");
  await page.locator(".doc-tab[aria-current]", { hasText: "hello" }).waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});
