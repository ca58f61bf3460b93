// The laboratories: every order of two clients, every fault of a worker, in the playground and below examples of
// lessons.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { LONG_PATIENCE, launch, open, openRoom } from "./browser.mjs";
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

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" };

async function openLab(sample, room, options) {
  const page = await open(browser, `${site.url}play/?sample=${sample}`, options);
  await page.waitForSelector("play-ground[state=ready]");
  await openRoom(page, room);
  return page;
}

/**
 * Replaces the script, as somebody who types does. It is tried again by itself, unless the last trial took a second:
 * then there is a button, which is pressed when it comes.
 */
function write(page, change) {
  return page.evaluate((how) => {
    const watch = new MutationObserver(() => {
      const button = document.querySelector("lab-panel .lab-stale button");
      if (button || document.querySelector("lab-panel .lab-busy")) watch.disconnect();
      button?.click();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const { pane } = document.querySelector("play-ground");
    pane.rewrite(new Function("text", `return ${how}`)(pane.text));
  }, change);
}

const headline = (page, text) => page.locator("lab-panel .lab-head h2", { hasText: text }).waitFor();
const step = async (page) => (await page.locator(".step-at").innerText()).trim();

/** The step that each part shows. */
const shown = (page) =>
  page.evaluate(() => {
    const text = (x) => /\d+/.exec(document.querySelector(`lab-panel ${x}`)?.textContent ?? "")?.[0];
    return [".lf-step[data-now]", ".lab-now b", ".st-data caption", ".st-table [data-now] .num"].map(text);
  });

async function fine(page) {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.trouble, []);
}

test("two clerks lose an update in 60 of 70 orders, and one of them is stepped through by keyboard (row 25)", async () => {
  const page = await openLab("clerks", "races");
  await headline(page, "60 of 70 orders lose an update");
  await becomes(() => page.locator(".outcomes .ou-bad").count(), 60);
  await becomes(() => page.locator(".outcomes .ou-ok").count(), 10);
  await becomes(() => page.locator(".outs [data-now]").innerText(), /11, not 10/);
  await becomes(() => page.locator(".lab-now").innerText(), /so what step \d wrote is lost/);
  const tables = await page.evaluate(async () => {
    const { control } = document.querySelector("play-ground");
    return (await control.tables()).map((x) => x.name);
  });
  assert.deepEqual(tables, ["Employees"], "the data of the page are as they were");
  await page.locator(".step-bar input").focus();
  await page.keyboard.press("Home");
  assert.equal(await step(page), "1 of 8");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shown(page), ["3", "3", "3", "3"]);
  await fine(page);
  await page.locator(".outs button").last().click();
  await page.getByRole("heading", { name: "One order that keeps the rule" }).waitFor();
  await write(
    page,
    'text.replace("If-Match: *", "If-Match: {{seatsAnn.response.headers.ETag}}").replace("If-Match: *", "If-Match: {{seatsBen.response.headers.ETag}}")',
  );
  await headline(page, /^All \d+ orders keep the rule/);
  await page.context().close();
});

deep(
  "a race becomes a test that fails as long as the race is lost, and its steps run in a script of their own",
  async () => {
    const page = await openLab("clerks", "races");
    await headline(page, "60 of 70");
    await page.getByRole("button", { name: "Make it a test" }).click();
    await page.locator(".doc-tab[aria-current]", { hasText: "clerks-order" }).waitFor();
    await page.locator(".run-strip [data-kind=primary]").first().click();
    await page.locator(".run-strip", { hasText: "1 not as expected" }).waitFor();
    await page.locator(".doc-tab", { hasText: "Two clerks" }).first().click();
    await headline(page, "60 of 70");
    await page.getByRole("button", { name: "Run these 8 steps in a script" }).click();
    await page.locator(".run-strip", { hasText: "12 answered" }).waitFor();
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep("a worker that crashes after step 4 leaves an employee in both tables (row 26)", async () => {
  const page = await openLab("move", "faults");
  await page.locator("lab-panel .lab-head h2", { hasText: /Consistent in \d+ of \d+ runs/ }).waitFor();
  await page.getByRole("heading", { name: "Counterexample: crash after step 4" }).waitFor();
  await fine(page);
  const now = page.locator(".faults [data-now] button");
  await now.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "crash before step 4" }).waitFor();
  await becomes(
    () => page.locator(".faults [data-now] button").getAttribute("aria-label"),
    /crash before step 4: rule holds/,
  );
  await page.context().close();
});

deep("a script without clients, without a rule and with a mistake says what to write", async () => {
  const page = await openLab("classes", "races");
  await page.getByRole("heading", { name: "What if two clients meet?" }).waitFor();
  await fine(page);
  await page.getByRole("button", { name: "Two clerks, ten seats" }).click();
  await headline(page, "60 of 70");
  await write(page, 'text.replace(/^# @invariant.*/, "")');
  await page.locator("lab-panel .lab-line", { hasText: "No rule to check." }).waitFor();
  await headline(page, /70 orders end in \d+ ways/);
  await fine(page);
  await write(page, 'text.replace("GET {{table}}", "GET {{tabel}}")');
  await page.locator("lab-panel [role=alert]").waitFor();
  await fine(page);
  await page.context().close();
});

deep("a request that a client cannot send is a mistake with its line, and no counterexample", async () => {
  const page = await openLab("clerks", "races");
  await headline(page, "60 of 70");
  await write(page, 'text.replace("seatsAnn.response.body.Left -1", "seatsAnn.response.body.Rest -1")');
  for (const room of ["races", "faults"]) {
    await page.locator(`.side-tabs input[value=${room}]`).check();
    const mistake = page.locator(`lab-panel[data-kind=${room}] [role=alert]`, { hasText: "Nothing was judged" });
    await mistake.getByText("the answer of `seatsAnn` has no `Rest`").waitFor();
    await mistake.getByRole("button", { name: /^Line \d+$/ }).waitFor();
    assert.equal(await page.locator(`lab-panel[data-kind=${room}] h2`).count(), 0, "nothing is judged");
  }
  await write(page, 'text.replace("seatsAnn.response.body.Rest -1", "seatsAnn.response.body.Left -2")');
  await page.getByRole("heading", { name: "Counterexample: the run without a fault" }).waitFor();
  await fine(page);
  await page.context().close();
});

/** Three clients that count by reading and writing, each with another step: nearly every order ends in a state of its
 * own. */
const COUNTERS = ["Ann", "Ben", "Cem"]
  .flatMap((who, k) =>
    [1, 2, 3].map(
      (i) => `### ${who} reads
# @client ${who}
# @name ${who}${i}
GET {{table}}/Employees(PartitionKey='Sales',RowKey='Department')

### ${who} writes
# @client ${who}
PATCH {{table}}/Employees(PartitionKey='Sales',RowKey='Department')

{ "EmployeeCount": {{$add ${who}${i}.response.body.EmployeeCount ${10 ** (2 * k) * i}}} }
`,
    ),
  )
  .join("\n");

deep("a long trial says how far it is, stops before its end, and goes on", async () => {
  const page = await openLab("clerks", "races");
  await headline(page, "60 of 70");
  await write(page, JSON.stringify(COUNTERS));
  const stop = page.locator("lab-panel .lab-busy button");
  await stop.waitFor();
  await stop.click();
  await page.locator("lab-panel .lab-stale", { hasText: "the result of an earlier version" }).waitFor();
  await fine(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await stop.waitFor();
  await page.context().close();
});

deep("an example of a lesson is tried in every order, on a phone", async () => {
  const page = await open(browser, `${site.url}learn/intra-partition-index/5/`, PHONE);
  const races = page.locator('run-cell .cell-tools button[aria-expanded="false"]').first();
  await races.click();
  await page.locator("lab-panel .lab-head h2").waitFor();
  await becomes(() => page.locator("lab-panel .lab-head h2").innerText(), /orders end in|order/);
  await fine(page);
  await page.locator('run-cell .cell-tools button[aria-expanded="true"]').first().click();
  await page.locator("lab-panel").waitFor({ state: "detached" });
  await page.context().close();
});

deep("a script that sets up finds its data in a laboratory as they are", async () => {
  const page = await openLab("clerks", "races");
  await headline(page, "60 of 70 orders");
  await write(page, "'# @setup fixtures/hr.http\\n\\n' + text");
  await page.waitForFunction(() => document.querySelector("play-ground").pane.text.startsWith("# @setup"));
  await page.locator("lab-panel:not([data-stale])").waitFor();
  await headline(page, "60 of 70 orders");
  await becomes(() => page.locator("lab-panel [role=alert]").count(), 0);
  await fine(page);
  await page.context().close();
});

deep("a worker may crash in a race, if the reader wants", async () => {
  const page = await openLab("move", "races");
  await headline(page, "All 9 orders keep the rule");
  await page.getByRole("checkbox", { name: "A client may crash once" }).check();
  await page.getByText("at most one client crashes and starts again").waitFor();
  await headline(page, "30 of 117 orders break the rule");
  await page.locator(".lf-step").first().waitFor();
  await fine(page);
  await page.getByRole("checkbox", { name: "A client may crash once" }).uncheck();
  await headline(page, "All 9 orders keep the rule");
  await page.context().close();
});

deep("of more orders than can be tried, some are drawn, and the page says so", async () => {
  const page = await openLab("clerks", "races");
  await headline(page, "60 of 70");
  await write(page, JSON.stringify(`# @invariant Employees('Sales','Department').EmployeeCount == 0\n\n${COUNTERS}`));
  await page.getByText("4,000 of 17,153,136 orders were tried.").waitFor(LONG_PATIENCE);
  await headline(page, /^About \d+ % of 4,000 orders break the rule$/);
  await page.locator("lab-panel .lab-head [data-src=measured]", { hasText: "sampled" }).waitFor();
  await becomes(() => page.locator(".outs tbody tr").first().innerText(), /^[\d.]+–[\d.]+\s/);
  await fine(page);
  await page.context().close();
});
