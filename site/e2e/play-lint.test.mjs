// The linter above the log: findings with their costs from a run on a copy, the change, dismissal, and marks before a
// run.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open, startOver } from "./browser.mjs";
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
  await atWork(page);
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  return page;
}

const ran = (page) => page.locator(".run-strip [role=status]").getByText("answered").waitFor();
const openLog = (page) => page.locator(".side-tabs").getByRole("radio", { name: /^Log/ }).check();

/** Runs everything, and waits for the end of that run. */
async function runAll(page) {
  await page.evaluate(() => (globalThis.lastRun = document.querySelector("play-ground").last));
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.waitForFunction(() => {
    const { last } = document.querySelector("play-ground");
    return last && last !== globalThis.lastRun;
  });
  await ran(page);
}

const finding = (page, name) => page.locator(".lint").filter({ has: page.locator(".li-name", { hasText: name }) });

const HIRES = `### Hires
# @loop for 12
POST {{table}}/Employees

{ "PartitionKey": "Sales", "RowKey": "9{{$pad $index 5}}" }

### Look
# @loop for 6
GET {{table}}/Employees(PartitionKey='Sales',RowKey='9{{$pad $index 5}}')
`;

deep(
  "findings stand above the log with what they save; opened they show evidence and both costs, and the store stays (row 36)",
  async () => {
    const page = await play(HIRES);
    await runAll(page);
    await openLog(page);
    await page.getByRole("heading", { name: "2 findings in 18 requests" }).waitFor();
    const writes = finding(page, "Single writes to one partition");
    await becomes(() => writes.locator("summary").first().innerText(), /12 ×[\s\S]*line 3[\s\S]*12 requests → 1/);
    await writes.locator("summary").first().press("Enter");
    const costs = writes.locator(".li-costs tbody tr");
    await becomes(() => costs.first().innerText(), /requests\s*12\s*1/);
    await becomes(() => writes.locator(".ev tbody tr").count(), 3);
    await writes.locator(".ev tbody button").first().click();
    await becomes(() => page.locator(":focus").innerText(), /POST Employees/);
    await becomes(() => page.locator(".side-tabs .count").innerText(), "2");
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
    }
    await page.locator(".side-tabs").getByRole("radio", { name: /^Data/ }).check();
    await page.locator(".dg-bar").getByText("1,016 entities").waitFor();
    assert.deepEqual(page.trouble, []);
  },
);

deep("the change is shown as lines, put into the script, and can be undone", async () => {
  const page = await play(HIRES);
  await runAll(page);
  await openLog(page);
  const reads = finding(page, "Reads one after the other");
  await reads.locator("summary").first().click();
  await reads.getByText("Show the change").click();
  await becomes(() => reads.locator(".li-change pre").innerText(), /\+ # @parallel reads/);
  await reads.getByRole("button", { name: "Put it into the script" }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /# @loop for 6\n# @parallel reads\nGET/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.doesNotMatch(await page.locator(".cm-content").innerText(), /@parallel/);
  assert.deepEqual(page.trouble, []);
});

deep("a finding is dismissed with a reason, stays listed, and can be brought back; so after a reload", async () => {
  const page = await play(HIRES);
  await runAll(page);
  await openLog(page);
  const writes = finding(page, "Single writes to one partition");
  await writes.locator("summary").first().click();
  await writes.getByRole("button", { name: "Dismiss" }).click();
  await becomes(() => writes.count(), 1);
  await writes.getByLabel("Not here, because").fill("each person saves alone");
  await writes.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("heading", { name: "1 finding in 18 requests" }).waitFor();
  await becomes(() => page.locator(".li-gone").innerText(), /Single writes[\s\S]*each person saves alone/);
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await startOver(page, "reset");
  await page.getByText("The data was reset").waitFor();
  await runAll(page);
  await page.locator(".li-gone").getByText("each person saves alone").waitFor();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("heading", { name: "2 findings in 18 requests" }).waitFor();
  assert.deepEqual(page.trouble, []);
});

const SCAN = `### Everybody over 40 with a name
# @loop for 4
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and (RowKey eq '000104' or RowKey eq '000223')
`;

deep(
  "what can be known before a script is sent is marked in the editor, and @deliberately switches it off",
  async () => {
    const page = await play(SCAN);
    const mark = page.locator(".cm-lintRange-warning");
    await mark.first().waitFor();
    await becomes(() => mark.first().innerText(), /GET/);
    await becomes(() => page.locator(".run-line li").count(), 0);
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(
      SCAN.replace("# @loop", "# @deliberately or-of-keys a report, once a month\n# @loop"),
    );
    await mark.first().waitFor({ state: "detached" });
    await runAll(page);
    await openLog(page);
    await page.locator(".li-gone").getByText("a report, once a month").waitFor();
    await becomes(() => page.locator(".li-gone").innerText(), /set in the script/);
    assert.deepEqual(page.trouble, []);
  },
);

deep("Try it sends the cheaper form as requests of its own", async () => {
  const page = await play(SCAN);
  await runAll(page);
  await openLog(page);
  const or = finding(page, "One query with");
  await or.locator("summary").first().click();
  await or.getByRole("button", { name: "Try it" }).click();
  await page.locator(".run-line li").nth(2).waitFor();
  await becomes(() => page.locator(".cm-content").innerText(), /# @parallel branches/);
  assert.deepEqual(page.trouble, []);
});

deep("the change of an or, put into the script, leaves nothing to find; a rule without a change says why", async () => {
  const page = await play(SCAN);
  await runAll(page);
  await openLog(page);
  const or = finding(page, "One query with");
  await or.locator("summary").first().click();
  await or.getByText("Show the change").click();
  await or.getByRole("button", { name: "Put it into the script" }).click();
  await becomes(
    () => page.locator(".cm-content").innerText(),
    /# @parallel branches\nGET[\s\S]*# @parallel branches\nGET/,
  );
  await startOver(page, "reset");
  await page.getByText("The data was reset").waitFor();
  await runAll(page);
  await page.locator(".cost-ledger, cost-ledger").first().waitFor();
  await finding(page, "One query with").waitFor({ state: "detached" });
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(`### Ages
# @loop for 20
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and Age eq 3{{$mod $index 10}}
`);
  await runAll(page);
  const scan = finding(page, "Scan for a value that could be a key");
  await scan.locator("summary").first().click();
  await scan.getByText("The question needs a copy under other keys first").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.trouble, []);
});

deep("on a phone the findings fit, and their buttons are large enough", async () => {
  const page = await play(HIRES, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await runAll(page);
  // the row of keys is in its place
  await page.evaluate(() => document.querySelector('.bottom-bar input[value="log"]').click());
  await page.locator(".lint").first().waitFor();
  await page.locator(".lint > summary").first().click();
  await page.locator(".li-body").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lint-phone.png` });
  const box = await page.locator(".li-body").getByRole("button", { name: "Dismiss" }).boundingBox();
  assert.ok(box.height >= 44, `${box.height} px`);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.trouble, []);
});

const AGES = `### Who is that old?
# @loop for 6
GET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and Age eq {{$add 40 $index}}
`;

deep("a copy that a finding proposes is made in a table of its own, and read as it says", async () => {
  const page = await play(AGES);
  await runAll(page);
  await openLog(page);
  const scan = finding(page, "Scan for a value that could be a key");
  await becomes(() => scan.locator("summary").first().innerText(), /6 ×[\s\S]*reads → /);
  await scan.locator("summary").first().click();
  await becomes(() => scan.locator(".li-body").innerText(), /Age is not in a key[\s\S]*extra entities stored/);
  await scan.getByRole("button", { name: "Try it on a copy" }).click();
  await page.locator(".run-line li").nth(1).waitFor();
  await becomes(() => page.locator(".cm-content").innerText(), /EmployeesByAge\(\)/);
  assert.deepEqual(page.trouble, []);
});
