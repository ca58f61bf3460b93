// The workbench: a sheet is written, its designs are compared, and both are taken elsewhere.

import assert from "node:assert/strict";
import { deepViolations, violations } from "./axe.mjs";
import { afterPauses, becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

let site;
let browser;

before(async () => {
  site = await serveSite();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function openBench(query, options) {
  const page = await open(browser, `${site.url}design/${query}`, options);
  if (query) await page.waitForSelector("design-bench[data-shown]");
  return page;
}

const compared = (page) => page.locator(".bench .dd:not([data-stale] *) tbody tr").first().waitFor();

/** The row of a question, as text of one line each cell. */
const rowOf = (page, name) =>
  page
    .locator(".bench .dd tbody tr", { has: page.getByRole("rowheader", { name }) })
    .locator("td")
    .evaluateAll((cells) => cells.map((c) => c.innerText.replaceAll(/\s+/g, " ").replaceAll(" , ", " ").trim()));

/** Writes a text in place of the one in an editor. */
async function rewrite(page, editor, text) {
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const shot = async (page, name) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/design-${name}.png` }));

async function fine(page) {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
  assert.deepEqual(await deepViolations(page), []);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
}

deep("without scripts the page lists the workloads and says what can be written", async () => {
  const page = await openBench("", { javaScriptEnabled: false });
  await becomes(() => page.locator(".archetypes tbody tr").count(), 6);
  await becomes(() => page.locator("#words + *, .start-text").first().innerText(), /one thing on each line/);
  await becomes(() => page.locator(".start-two").isVisible(), false);
  const row = page.locator(".start-example .dd tr", { has: page.getByRole("rowheader", { name: "last hour" }) });
  assert.match((await row.innerText()).replaceAll(/\s+/g, " "), /Row range Within read 104/);
  await page.context().close();
});

test("before the first touch little is loaded; a workload opens with its designs compared, others are proposed, and a link opens it in another profile", async () => {
  const page = await openBench("", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.waitForSelector("a[data-open=sensor-readings]");
  assert.equal(page.requests.filter((r) => r.endsWith(".wasm")).length, 0);
  await page.getByRole("link", { name: "Sensor readings" }).click();
  await compared(page);
  await becomes(async () => (await rowOf(page, "last hour"))[0], /Row range Within read 104 → returned 104/);
  await becomes(async () => (await rowOf(page, "latest"))[0], /read 1 → returned 1/);
  await shot(page, "readings");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/design\/#d1=[\w-]+$/);

  // proposals
  const part = page.locator(".proposals");
  await part.getByRole("button", { name: "Propose designs" }).focus();
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await part.getByText(/\d+ designs tried\./).waitFor();
  const first = part.getByRole("listitem").first();
  const readings = await first.locator(".dd-keys").innerText();
  assert.match(readings.replaceAll(/\s+/g, " "), /Readings\{at:day\} \{device\} \{at:-\}/);
  await becomes(() => first.getByRole("heading").innerText(), /log tail/i);
  await becomes(() => first.getByRole("link", { name: "log tail" }).getAttribute("href"), /patterns\/log-tail\/$/);
  assert.ok((await part.locator(".pr-list > li").count()) <= 5);
  const last = await part.locator(".pr-list > li").count();
  const add = part.locator(".pr-list > li").last().locator(".pr-do").getByRole("button");
  await becomes(() => add.innerText(), "Compare as C");
  await add.focus();
  await page.keyboard.press("Enter");
  await part.getByText(`Proposal ${last} is now design C`).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.textContent), /This is design C/);
  await page.waitForFunction(() => document.querySelectorAll(".bench .dd:not([data-stale] *) > thead th").length === 3);
  await page.getByRole("textbox", { name: "Question 1: how often" }).fill("41");
  await part.getByText(/belong to an earlier version of the sheet/).waitFor();
  await shot(page, "proposals");
  await page.goBack();
  await becomes(() => page.locator(".archetypes").isVisible(), true);
  await fine(page);

  // the link
  const other = await openBench(link.slice(link.indexOf("#")));
  await other.getByText("The designs of this link have not been compared yet").waitFor();
  await becomes(() => other.locator(".bench .dd").count(), 0);
  await other
    .locator(".bench-bar")
    .getByRole("button", { name: /Compare/ })
    .click();
  await compared(other);
  await becomes(async () => (await rowOf(other, "last hour"))[0], /read 104/);
  await other.getByRole("button", { name: "Keep as my sheet" }).click();
  await other.waitForURL(/\?sheet=s-/);
  await compared(other);
  await other.goto(`${site.url}design/`);
  await other.getByRole("link", { name: "sensor readings", exact: true }).waitFor();
  await fine(other);
});

deep("the page of a case opens its own sheet", async () => {
  const page = await open(browser, `${site.url}cases/sensor-readings/`);
  await page.getByRole("link", { name: "sheet of this page" }).click();
  await compared(page);
  await becomes(async () => (await rowOf(page, "last hour"))[0], /Row range Within read 60 → returned 60 2 requests/);
  await becomes(async () => (await rowOf(page, "last hour"))[2], /61 requests/);
  await becomes(() => page.getByRole("textbox", { name: "device: how many" }).inputValue(), "35,000");
  await fine(page);
});

test("by keyboard alone, a question about sensors is written on an empty sheet and its budget is judged", async () => {
  const page = await openBench("");
  const type = async (...words) => {
    for (const word of words) {
      if (word) await page.keyboard.insertText(word);
      await page.keyboard.press("Tab");
    }
  };
  const press = async (name) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await page.getByRole("link", { name: "Begin with an empty sheet" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("design-bench[data-shown]");
  await press("Kind of entity");
  await type("device", "20,000");
  await press("Kind of entity");
  await type("reading", "50 million", "", "", "device", "", "90d");
  await page.getByRole("combobox", { name: "reading: how many, in which time" }).selectOption("day");
  await page.locator(".sh-entity").nth(1).getByRole("button", { name: "Attribute" }).focus();
  await page.keyboard.press("Enter");
  await type("at", "time", ""); // past the examples of types
  await page.keyboard.press("Space");
  await press("Question");
  await type(
    "last hour",
    "3,456,000",
    "",
    "",
    "device",
    "", // past the examples
    "at last 1h, asked evenly",
    "",
    "read <= 150, roundtrips <= 1",
  );
  await page.getByRole("combobox", { name: "Question 1: in which time" }).selectOption("day");
  await press("Design A");
  await page.getByRole("textbox", { name: "Store 2: RowKey" }).fill("{at:-}");
  await page.keyboard.press("ControlOrMeta+Enter");
  await compared(page);
  await page.waitForFunction(() => document.querySelector(".bench .dd")?.innerText.includes("104"));
  await becomes(async () => (await rowOf(page, "last hour"))[0], /Row range Within read 104 → returned 104/);
  await becomes(() => page.locator(".sh-eq").first().innerText(), /= 40 a second, 120 at peak/);
  await shot(page, "written");
  await fine(page);
});

deep("types, spread, order and budget are chosen, and each choice writes an example into its field", async () => {
  const page = await openBench("?sheet=new");
  const choose = (field, example) =>
    page.getByRole("combobox", { name: `${field}: choose an example` }).selectOption(example);
  const value = (field) => page.getByRole("textbox", { name: field, exact: true }).inputValue();
  const add = (name) => page.getByRole("button", { name, exact: true }).click();
  await add("Kind of entity");
  await page.keyboard.insertText("page");
  await page.getByRole("textbox", { name: "page: how many" }).fill("100 thousand");
  await add("Attribute");
  await page.keyboard.insertText("id");
  await choose("page.id: type", "text 12");
  const selected = () =>
    page.evaluate(({ activeElement: f } = document) => f.value.slice(f.selectionStart, f.selectionEnd));
  assert.equal(await selected(), "12", "what is changed next is selected");
  await page.keyboard.insertText("20");
  assert.equal(await value("page.id: type"), "text 20");
  await page.getByRole("checkbox", { name: "page.id: identity" }).check();
  const example = page.getByRole("combobox", { name: "page.id: values: choose an example" });
  await becomes(() => example.getByRole("option", { name: /^(?:largest|zipf|500)/ }).count(), 0);
  await page.getByRole("textbox", { name: "page.id: values" }).fill("100000 values, zipf 1");
  await page.getByRole("textbox", { name: "page: how many" }).focus();
  await page.locator(".sh-bad").getByText("“zipf 1” has no effect here").waitFor();
  await page.getByRole("button", { name: "Write unique" }).click();
  await becomes(() => page.locator(".sh-bad").count(), 0);
  await choose("page.id: values", "unique");
  assert.equal(await value("page.id: values"), "unique");
  await add("Question");
  await page.keyboard.insertText("show it");
  await choose("Question 1: budget", "read <= 2 x answer");
  await choose("Question 1: budget", "requests <= 1");
  await choose("Question 1: budget", "read <= 100");
  assert.equal(await value("Question 1: budget"), "requests <= 1, read <= 100");
  await choose("limits of the whole", "month <= 100");
  assert.equal(await value("limits of the whole"), "month <= 100");
  await fine(page);
});

deep("a button that leaves a field with a mistake stays below the pointer, so that the press is not lost", async () => {
  const page = await openBench("?sheet=new");
  await page.getByRole("button", { name: "Kind of entity" }).click();
  await page.keyboard.type("user");
  await page.getByRole("textbox", { name: "user: how many" }).fill("many");
  const add = page.getByRole("button", { name: "Attribute", exact: true });
  await becomes(() => page.locator("#bench-designs").getByRole("button", { name: "Design A" }).isVisible(), true);
  await page.getByText("Assumed: id, text 12").waitFor(); // the answer to what was typed
  const { x, y, width, height } = await add.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForTimeout(500); // longer than a mistake waits for the field to be left
  assert.equal((await add.boundingBox()).y, y);
  await page.mouse.up();
  await becomes(() => page.evaluate(() => document.activeElement.id), "sheet-entities-0-attributes-0-name");
  await page.locator("#sheet-peak").focus();
  await page.locator(".sh-bad").getByText("“many” is not a number.").waitFor();
  await page.getByRole("button", { name: "id, which was assumed, as the identity" }).click();
  await becomes(() => page.locator("#sheet-entities-0-attributes-0-name").inputValue(), "id");
  await becomes(() => page.locator("#sheet-entities-0-attributes-0-identity").isChecked(), true);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("every example that a field of a question or write offers means something to the engine", async () => {
  const page = await openBench("?sheet=shop-orders");
  await compared(page);
  const said = [];
  for (const field of [
    "Question 1: by known values",
    "Question 1: range and order",
    "Write 1: changes and conditions",
  ]) {
    const choices = page.getByRole("combobox", { name: `${field}: choose an example` });
    const entry = page.locator(".sh-choices", { has: choices }).locator("input");
    const before = await entry.inputValue();
    const examples = await choices.locator("option").evaluateAll((list) => list.map((o) => o.value).filter(Boolean));
    for (const example of examples) {
      await choices.selectOption(example);
      await page.keyboard.press("Tab");
      await afterPauses(page);
      const bad = await page.locator(".sh-bad").allInnerTexts();
      said.push(
        ...bad.filter((text) => /means nothing|cannot|goes with/.test(text)).map((text) => `${example}: ${text}`),
      );
      await entry.fill(before);
    }
    assert.ok(examples.length > 0, field);
  }
  assert.deepEqual(said, []);
  await fine(page);
});

deep("the lines of the page are typed as they are, with or without what makes them comments", async () => {
  const page = await openBench("?sheet=new");
  await page.getByRole("radio", { name: "Text" }).check();
  const text = page.getByRole("textbox", { name: "The sheet as text" });
  await text.waitFor();
  const lines = [
    "entity reading, 50 million/day, kept 90d",
    "@attribute reading.at, datetime, identity",
    "ask one, 1/s, reading",
  ];
  await rewrite(page, text, `${lines.join("\n")}\n`);
  await page.getByRole("radio", { name: "Form" }).check();
  await becomes(() => page.locator(".sh-errors").count(), 0);
  await becomes(() => page.getByRole("textbox", { name: "reading.at: type" }).inputValue(), "datetime");
  await becomes(() => page.getByRole("textbox", { name: "Name of the sheet" }).inputValue(), "my sheet");
  await fine(page);
});

deep("what is wrong is said on top and at its field, after the field is left, and the numbers wait", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  const topOf = () =>
    page
      .locator(".sh-title")
      .first()
      .evaluate((title) => title.offsetTop);
  const before = await topOf();
  await page.getByRole("combobox", { name: "Question 2: by known values", exact: true }).fill("devise");
  await afterPauses(page);
  assert.equal(await page.locator(".sh-errors").count(), 0, "nothing is said while the field is typed");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "Question 1: budget" }).fill("read < 1");
  await page.keyboard.press("Tab");
  const alert = page.locator('[role="alert"] .sh-errors');
  await alert.getByText("2 mistakes to correct").waitFor();
  assert.equal(await topOf(), before, "what is typed moved");
  const bad = page
    .locator(".sh-q", { has: page.getByRole("textbox", { name: "Question 2: name" }) })
    .locator(".sh-bad");
  await becomes(() => bad.innerText(), /reading has no attribute devise. Did you mean device\?/);
  const field = page.getByRole("combobox", { name: "Question 2: by known values", exact: true });
  await becomes(() => field.getAttribute("aria-invalid"), "true");
  await becomes(() => page.locator(".stale-note").innerText(), /numbers are from \d/);
  await shot(page, "error");
  const budget = page.getByRole("textbox", { name: "Question 1: budget" });
  await alert.getByRole("link").click();
  assert.equal(await budget.evaluate((f) => f === document.activeElement), true, "the first mistake");
  await field.fill("device");
  await budget.fill("read <= 1000");
  await page.waitForFunction(() => !document.querySelector(".sh-errors, .stale-note"));
  await fine(page);
});

deep("a month, a year, ten times the users and a move cost money, at prices that say where they are from", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  const money = page.getByRole("region", { name: "What it costs" });
  const row = (name) =>
    money
      .getByRole("row", { name: new RegExp(`^${name}`) })
      .getByRole("cell")
      .allInnerTexts();
  for (const name of ["a month", "a year", "a month with 10 times the users"])
    await becomes(async () => (await row(name)).every((x) => /^[\d.,]+( \w+)? USD$/.test(x)), true);
  const box = await money.boundingBox();
  assert.ok(box.y + box.height < 900, "the first screen has it");
  await money.getByText("Example prices of 2026").waitFor();
  await becomes(() => money.getByRole("link", { name: "Price list" }).getAttribute("href"), /^https:\/\/azure/);
  await money.getByRole("combobox", { name: "You have now" }).selectOption({ index: 1 });
  await becomes(
    async () => (await row("moving")).join("|"),
    /^you have it\|[\d.,]+.* USD.*entities, .* transactions, .* h/s,
  );
  await money.getByRole("textbox", { name: "currency" }).fill("EUR");
  await becomes(async () => (await row("a month")).join("|"), /EUR\|.*EUR/);
  await money.getByText("Your prices.").waitFor();
  await fine(page);
});

deep("a decimal comma is read as a point, and a price that is not a number says so", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  const rate = page.locator("#sheet-asks-0-n");
  await rate.fill("2,5");
  await page.locator("#sheet-transactions").fill("0,036");
  await page.locator("#sheet-storage").fill("cheap");
  await page.locator("#sheet-asks-1-name").focus();
  await page.locator(".sh-bad").getByText("“cheap” is not a price").waitFor();
  for (const field of [rate, page.locator("#sheet-transactions"), page.locator("#sheet-storage")])
    await becomes(() => field.getAttribute("aria-invalid"), "true");
  await becomes(() => page.locator("#sheet-asks-0-n-bad").innerText(), /“2,5” is read as 2\.5/);
  await becomes(() => page.locator("#sheet-transactions").inputValue(), "0,036");
  await page.locator("#sheet-storage").fill("0,05");
  await page.locator("#sheet-currency").fill("EUR");
  await page.waitForFunction(() => /\d EUR/.test(document.querySelector(".bench .dd").innerText));
  await fine(page);
});

deep("a condition of SQL goes to the field of known values at one press", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  const by = page.getByRole("combobox", { name: "Question 1: by known values", exact: true });
  const how = page.getByRole("textbox", { name: "Question 1: range and order", exact: true });
  await by.fill("");
  await how.fill("WHERE device = 5, at last 1h");
  await page.getByRole("textbox", { name: "Question 2: name" }).focus();
  await page.getByText("if every call has this one").waitFor();
  await page.getByRole("button", { name: "Write device", exact: true }).click();
  await becomes(() => by.inputValue(), "device");
  await becomes(() => how.inputValue(), "at last 1h");
  await page.waitForFunction(() => !document.querySelector(".sh-errors, .stale-note"));
  await fine(page);
});

deep("a name with signs and a rate with its time are read as they are meant", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  await page.getByRole("textbox", { name: "Question 1: name" }).fill("the last hour, newest; first");
  const rate = page.getByRole("textbox", { name: "Question 1: how often" });
  await page.getByRole("combobox", { name: "Question 1: in which time" }).selectOption("day");
  await rate.fill("41/s");
  await page.getByRole("textbox", { name: "Question 2: name" }).focus();
  await page.getByText("is read as “the last hour newest first”").waitFor();
  await becomes(async () => (await rowOf(page, "the last hour newest first"))[0], /Within read 104/);
  await becomes(() => rate.inputValue(), "41");
  await becomes(() => page.getByRole("combobox", { name: "Question 1: in which time" }).inputValue(), "s");
  await becomes(() => page.locator(".sh-errors").count(), 0);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sheet-asks-1-n", "not Remove");
  await fine(page);
});

deep("proposals of two searches are compared under names of their own, each with the price of a month", async () => {
  const page = await openBench("?sheet=new");
  await page.getByRole("radio", { name: "Text" }).check();
  const text = page.getByRole("textbox", { name: "The sheet as text" });
  await text.waitFor();
  await rewrite(
    page,
    text,
    "entity link, 1 million\nattribute link.code, text 8, identity\nask one, 9/s, link by code\n",
  );
  await page.getByRole("radio", { name: "Form" }).check();
  const part = page.locator(".proposals");
  const search = async (name) => {
    await part.getByRole("button", { name }).click();
    await part.getByText(/\d+ designs? tried\./).waitFor();
  };
  await search(/Propose designs/);
  const first = part.locator(".pr-list > li").first();
  await becomes(() => first.locator(".pr-nums").innerText(), /Budgets\s+\d of \d\s+A month\s+[\d.]+ USD/);
  await first.getByText("No writes are entered").waitFor();
  await becomes(() => part.getByText(/every write is one transaction/).count(), 0);
  await first.getByRole("button", { name: "Compare as A" }).click();
  await page.getByRole("button", { name: "Kind of entity" }).click();
  await page.keyboard.insertText("owner");
  await page.getByRole("textbox", { name: "owner: how many" }).fill("1000");
  await page.getByRole("textbox", { name: "Question 1: budget" }).focus();
  await search(/Search again/);
  await first.getByRole("button", { name: "Compare as B" }).click();
  await compared(page);
  const heads = () => page.locator(".bench .dd thead .dd-name").allInnerTexts();
  await becomes(async () => (await heads()).join(), "Proposal 1,Proposal 1 version 2");
  await becomes(() => page.locator(".sh-errors").count(), 0);

  // two designs that a reader gives one name
  await page.getByRole("button", { name: "Edit the keys of design B" }).click();
  await page.getByRole("textbox", { name: "Design B: name" }).fill("Proposal 1");
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator(".sh-errors").getByRole("link", { name: "Two designs are called Proposal 1" }).click();
  await becomes(() => page.evaluate(() => document.activeElement.id), "sheet-designs-1-name");
  await fine(page);
});

deep(
  "what arrives and is not inserted is said, and counted at one press; a near miss is mended at one press",
  async () => {
    const page = await openBench("?sheet=sensor-readings");
    await compared(page);
    const account = page.locator(".bench .dd-fact", { hasText: "The whole account" }).locator("td").first();
    const load = async (text) => {
      await page.locator(".duel:not([data-stale])").waitFor();
      await account.getByText(text).waitFor();
    };
    await load("2,185 of 20,000 a second");
    await page.getByRole("button", { name: "Remove record" }).click();
    await page.getByText("Nothing on the sheet inserts reading").waitFor();
    await load(/^449/);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Count the inserts of reading" }).click();
    await load("2,185 of 20,000 a second");
    await page.getByRole("combobox", { name: "Question 2: by known values", exact: true }).fill("devise");
    await page.getByRole("textbox", { name: "Question 1: name" }).focus();
    await page.getByRole("button", { name: "Write device" }).click();
    await page.waitForFunction(() => !document.querySelector(".sh-errors"));
    await fine(page);
  },
);

deep("form and text are the same sheet, and it is kept", async () => {
  const page = await openBench("?sheet=audit-log");
  await compared(page);
  await page.getByRole("radio", { name: "Text" }).check();
  const text = page.getByRole("textbox", { name: "The sheet as text" });
  await text.waitFor();
  const before = await page.evaluate(() => document.querySelector("sheet-text").text);
  await rewrite(page, text, before.replace("@entity tenant, 2000", "@entity tennant, 3000"));
  await page.locator("sheet-text .cm-lintRange-error").first().waitFor();
  const alert = page.locator('[role="alert"] .sh-errors');
  await alert.getByRole("link").first().click();
  await becomes(() => page.evaluate(() => document.activeElement.tagName), "RK-EDITOR");
  assert.deepEqual(await violations(page), []);
  await shot(page, "text");
  await rewrite(page, text, before.replace("@entity tenant, 2000", "@entity tenant, 3000"));
  await page.waitForFunction(() => !document.querySelector(".sh-errors"));
  await page.getByRole("radio", { name: "Form" }).check();
  const count = page.getByRole("textbox", { name: "tenant: how many" });
  await becomes(() => count.inputValue(), "3000");
  await page.waitForFunction(() => /saved here/.test(document.querySelector(".bench-bar").innerText));
  await page.reload();
  await compared(page);
  await becomes(() => count.inputValue(), "3000");
  await page.getByRole("button", { name: "Start over" }).click();
  await becomes(() => count.inputValue(), "2000");
  await fine(page);
});

deep("keys are edited, a third design is added, and a question shows what is behind it", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  await page.getByRole("button", { name: "Design C" }).click();
  await page.getByRole("textbox", { name: "Store 1: PartitionKey" }).fill("{device}");
  await page.getByRole("textbox", { name: "Store 1: RowKey" }).fill("{at:tick}");
  await page.waitForFunction(
    () =>
      document.querySelectorAll(".bench .dd > thead th").length === 3 && !document.querySelector("[data-stale] .dd"),
  );
  await becomes(async () => (await rowOf(page, "latest"))[2], /read 225,000 → returned 1.*|Over/);
  await page.getByRole("button", { name: "latest", exact: true }).click();
  await page.locator(".dd-behind").getByText("{device} | {at:tick}").first().waitFor();
  const behind = page.locator(".dd-behind td").nth(1);
  await behind.getByText(/Checked: 40 calls on a sample/).waitFor();
  await becomes(() => behind.locator("pre").innerText(), /Readings/);
  await page.getByRole("textbox", { name: "Question 1: how often" }).fill("41");
  await page.waitForFunction(() => {
    const meta = document.querySelector(".bench .dd:not([data-stale] *) .dd-meta");
    return meta?.textContent.startsWith("41");
  });
  await behind.getByText(/Checked: 40 calls on a sample/).waitFor();
  await shot(page, "three");
  await fine(page);
});

deep("a number opens the requests behind it, which run in the playground on the sample", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  await page
    .getByRole("button", { name: /^read 104/ })
    .first()
    .click();
  const behind = page.locator(".dd-behind td").nth(1);
  await behind.getByText(/Checked: 40 calls on a sample/).waitFor();
  assert.deepEqual(await violations(page), []);
  await behind.getByRole("button", { name: "Run these requests in the playground" }).click();
  await page.waitForURL(/\/play\//);
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await page.waitForFunction(() => /read\s+10[3-5]\b/.test(document.querySelector("cost-ledger")?.innerText ?? ""));
  await shot(page, "behind-play");
  await page.context().close();
});

deep("a write shows its steps, and its requests run in the playground", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  await page.getByRole("button", { name: "move", exact: true }).click();
  const behind = page.locator(".dd-behind td").nth(1);
  await becomes(() => behind.innerText(), /Devices/);
  await shot(page, "behind-write");
  await behind.getByRole("button", { name: "Run these requests in the playground" }).click();
  await page.waitForURL(/\/play\//);
  await page.context().close();
});

deep("Compare says what an empty sheet lacks, and leads there", async () => {
  const page = await openBench("?sheet=new");
  const compare = page.locator(".bench-bar").getByRole("button", { name: /Compare/ });
  const before = await compare.boundingBox();
  await compare.click();
  await page.getByText("Begin with what you store").waitFor();
  await page.keyboard.press("Enter"); // on "Kind of entity"
  await page.keyboard.type("user");
  await page.locator(".bench-bar .saved", { hasText: "saved here" }).waitFor();
  await becomes(() => page.getByText("Begin with what you store").count(), 0);
  assert.deepEqual(await compare.boundingBox(), before);
  await compare.click();
  await page.getByText("Add a question that you ask").waitFor();
  await fine(page);
});

deep("an edit of a sheet from a link keeps it, and Back opens the link again", async () => {
  const page = await openBench("?sheet=sensor-readings", { permissions: ["clipboard-read", "clipboard-write"] });
  await compared(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  const said = await page.getByText(/The link is copied/).innerText();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(Number(said.replaceAll(/\D/g, "")), link.length);
  await page.context().close();
  const other = await openBench(link.slice(link.indexOf("#")));
  const rate = other.getByRole("textbox", { name: "Question 1: how often" });
  await rate.click();
  await other.keyboard.press("End");
  await other.keyboard.type("12");
  await other.waitForURL(/\?sheet=s-[^#]*$/);
  await becomes(() => rate.inputValue(), "4012");
  await other.getByText("this browser keeps your version").waitFor();
  await other.waitForFunction(() => /saved here/.test(document.querySelector(".bench-bar").innerText));
  await other.reload();
  await other.waitForSelector("design-bench[data-shown]");
  await becomes(() => rate.inputValue(), "4012");
  await other.goBack();
  await other.getByText("This sheet came with a link").waitFor();
  await becomes(() => rate.inputValue(), "40");
  await fine(other);
});

deep("while a linked sheet is on its way, the page says so in place of its start", async () => {
  const page = await openBench("?sheet=sensor-readings", { permissions: ["clipboard-read", "clipboard-write"] });
  await compared(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  let come;
  const held = new Promise((resolve) => {
    come = resolve;
  });
  await page.route(/\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("Opening the sheet").waitFor();
  await becomes(() => page.locator(".archetypes").isVisible(), false);
  come();
  await page.getByText("This sheet came with a link").waitFor();
  await becomes(() => page.getByText("Opening the sheet").count(), 0);
  await page.context().close();
});

deep("what is taken off a sheet comes back with Undo, where it was", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  const texts = () => page.evaluate(() => document.querySelector("design-bench").text);
  const before = await texts();
  const undo = page.getByRole("button", { name: "Undo" });
  for (const name of ["device", "latest", "move", "device.model"]) {
    await page.getByRole("button", { name: `Remove ${name}`, exact: true }).click();
    await page.getByText(`${name.split(".").at(-1)} is removed.`).waitFor();
    assert.ok(await undo.evaluate((b) => b.getBoundingClientRect().top > 0), "Undo is in sight");
    assert.notEqual(await texts(), before);
    await undo.click();
    assert.equal(await texts(), before);
    await becomes(() => page.evaluate(() => document.activeElement.id), /-name$/);
  }
  await page.getByRole("button", { name: /Edit the keys of design A/ }).click();
  await page.getByRole("button", { name: "Remove this design" }).click();
  await page.getByRole("button", { name: "Remove last hour", exact: true }).focus();
  assert.notEqual(await texts(), before);
  assert.deepEqual(await violations(page), []);
  await undo.click();
  assert.equal(await texts(), before);
  await compared(page);
  await fine(page);
});

deep("what one tab changes, another tab on the same sheet has, and no edit is lost", async () => {
  const one = await openBench("?sheet=sensor-readings");
  await compared(one);
  const two = await one.context().newPage();
  await two.goto(one.url());
  await two.waitForSelector("design-bench[data-shown]");
  await compared(two);
  const rate = (page, n) => page.getByRole("textbox", { name: `Question ${n}: how often` });
  await rate(two, 1).fill("41");
  await two.waitForFunction(() => /saved here/.test(document.querySelector(".bench-bar").innerText));
  await one.waitForFunction(() => document.getElementById("sheet-asks-0-n").value === "41");
  await rate(one, 2).fill("101");
  await one.waitForFunction(() => /saved here/.test(document.querySelector(".bench-bar").innerText));
  await two.waitForFunction(() => document.getElementById("sheet-asks-1-n").value === "101");
  await two.reload();
  await two.waitForSelector("design-bench[data-shown]");
  assert.deepEqual([await rate(two, 1).inputValue(), await rate(two, 2).inputValue()], ["41", "101"]);

  await rate(one, 1).evaluate((field) => {
    field.value = "42";
    // while this waits to be kept, the other tab's text comes
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const key = Object.keys(localStorage).find((k) => k.endsWith("design/sensor-readings"));
    const kept = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...kept, text: kept.text.replace("41/s", "43/s") }));
    dispatchEvent(new StorageEvent("storage", { key }));
  });
  await one.getByText("changed in another tab").waitFor();
  await rate(one, 2).fill("102");
  await afterPauses(one);
  assert.match(await one.evaluate(() => JSON.stringify({ ...localStorage })), /43\/s/);
  await one.getByRole("button", { name: "keep mine" }).click();
  await two.waitForFunction(() => document.getElementById("sheet-asks-0-n").value === "42");
  await becomes(() => rate(two, 2).inputValue(), "102");
  await fine(one);
});

deep("a damaged link says so, and opens nothing", async () => {
  const page = await openBench("#d1=AAAA");
  await page.getByText("This link is damaged or incomplete").waitFor();
  await fine(page);
});

deep("a design review holds the questions, the keys and the verdicts", async () => {
  const page = await openBench("?sheet=sensor-readings", { permissions: ["clipboard-read", "clipboard-write"] });
  await compared(page);
  await page.locator(".take").getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied.").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const part of [
    "# sensor readings",
    "`{device} | {at:-} | Readings{at:day} | of reading`",
    "| last hour | Row range, read 104",
    "  - id: text 8, identity",
    "largest 97 %",
    "update device",
    "budgets met",
  ]) {
    assert.ok(text.includes(part), `${part} is not in\n${text}`);
  }
  await fine(page);
});

deep("on a phone one part is shown at a time", async () => {
  const page = await openBench("?sheet=sensor-readings", PHONE);
  await becomes(() => page.locator(".sheet").isVisible(), true);
  await page.locator(".bottom-bar").getByRole("link", { name: "Designs" }).click();
  await compared(page);
  await becomes(() => page.locator(".sheet").isVisible(), false);
  await becomes(() => page.locator(".duel").isVisible(), true);
  await shot(page, "phone");
  await fine(page);
});

deep("on paper a comparison has the sheet and the designs, and nothing to press", async () => {
  const page = await openBench("?sheet=sensor-readings");
  await compared(page);
  await page.emulateMedia({ media: "print" });
  for (const name of [".bench .button", ".bottom-bar", ".bench-sum", ".proposals", ".take", ".top-bar"])
    await becomes(() => page.locator(name).first().isVisible(), false, name);
  for (const name of [".sheet", ".duel", ".bench .dd thead", ".bench h1"])
    await becomes(() => page.locator(name).first().isVisible(), true, name);
  const whole = await page.evaluate(() => {
    const sheet = document.querySelector(".sheet");
    return sheet.scrollHeight <= sheet.clientHeight + 1;
  });
  assert.ok(whole, "a part of the sheet is cut off");
  await page.setViewportSize({ width: 720, height: 1000 });
  await becomes(() => page.locator(".duel").isVisible(), true, "the designs are not on narrow paper");
  await shot(page, "paper");
  await fine(page);
});

deep("at 320 px nothing of the bars is cut off", async () => {
  const page = await openBench("?sheet=sensor-readings", { viewport: { width: 320, height: 640 }, hasTouch: true });
  await page.waitForSelector(".bench .dd", { state: "attached" });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll(".top-bar a, .top-bar button, .bottom-bar a, .bench-bar :is(a, button, input)")]
      .filter((e) => e.checkVisibility())
      .map((e) => [e.textContent.trim() || e.ariaLabel, e.getBoundingClientRect()])
      .filter(([, r]) => r.left < 0 || r.right > innerWidth + 0.5)
      .map(([name, r]) => `${name}: ${r.left} to ${r.right}`),
  );
  assert.deepEqual(cut, []);
  const nav = await page.locator(".top-bar nav").evaluate((n) => n.scrollWidth - n.clientWidth);
  assert.equal(nav, 0, "places of the top bar are hidden");
  await shot(page, "320");
  await fine(page);
});

deep("a search stops at once with the best so far, on a phone as well", async () => {
  const page = await openBench("?sheet=shop-orders", PHONE);
  await page.waitForSelector(".bench .dd", { state: "attached" });
  await page.locator(".bottom-bar").getByRole("link", { name: "Proposals" }).click();
  const part = page.locator(".proposals");
  await becomes(() => page.locator(".duel").isVisible(), false);
  await part.getByRole("button", { name: "Propose designs" }).click();
  await part.getByText(/[1-9][\d,]* designs tried, /).waitFor();
  await part.getByRole("button", { name: "Stop", exact: true }).click();
  await part.getByText(/Stopped after [\d,]+ designs\. These are the best so far/).waitFor();
  assert.ok((await part.locator(".pr-list > li").count()) > 0);
  await shot(page, "proposals-phone");
  await fine(page);
});

for (const colorScheme of ["light", "dark"]) {
  deep(`nothing stands in the way of anybody, ${colorScheme}`, async () => {
    for (const [query, options] of [
      ["", {}],
      ["", PHONE],
      ["?sheet=shop-orders", {}],
      ["?sheet=new", PHONE],
      ["?sheet=chat", PHONE],
    ]) {
      const page = await openBench(query, { colorScheme, ...options });
      if (query && !query.endsWith("new")) await page.waitForSelector(".bench .dd", { state: "attached" });
      await fine(page);
    }
  });
}
