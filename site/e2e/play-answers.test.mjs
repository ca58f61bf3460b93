// What a run shows of each request: table and wire, what changed, what was read, and what became of a transaction.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const JSON_TYPE = "Content-Type: application/json\n\n";
const part = (method, row) =>
  `--c\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n${method} {{table}}/Employees HTTP/1.1\nAccept: application/json\n${JSON_TYPE}{ "PartitionKey": "Raw", "RowKey": "${row}" }\n`;
const SCRIPT = `### By both keys
# @name jones
GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')

### With the ETag of the answer
PUT {{table}}/Employees(PartitionKey='Sales',RowKey='000223')
If-Match: {{jones.response.headers.ETag}}
${JSON_TYPE}{ "Age": 77 }

### Two, the second is there already
# @batch both
POST {{table}}/Employees
${JSON_TYPE}{ "PartitionKey": "Sales", "RowKey": "new" }

###
# @batch both
POST {{table}}/Employees
${JSON_TYPE}{ "PartitionKey": "Sales", "RowKey": "000223" }

# ?? error == EntityAlreadyExists

### A transaction as text
POST {{table}}/$batch
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/mixed; boundary=c

${part("POST", "1")}${part("POST", "2")}--c--
--b--
`;

const result = (page, n) => page.getByRole("group", { name: `Result of request ${n}` });
const lens = (page, n, name) => result(page, n).getByRole("radio", { name, exact: true }).check();

async function play(rest, options) {
  const page = await open(browser, `${site.url}play/${rest}`, options);
  await atWork(page);
  return page;
}

async function run(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
}

deep(
  "each answer is shown below its request, as a table and on the wire, with what it read and changed (rows 15, 16, 18, 27, 33, 38, 39, 40)",
  async () => {
    const page = await play("");
    await run(page, SCRIPT);
    await result(page, 4).locator(".status").first().waitFor();
    const folded = page.locator("run-output").getByRole("button", { name: "Show", exact: true }).first();
    while (await folded.count()) await folded.click();

    await becomes(() => result(page, 1).innerText(), /200 OK[\s\S]*Point[\s\S]*000223/);
    await lens(page, 1, "Wire");
    await becomes(
      () => result(page, 1).innerText(),
      /GET http:\/\/127.0.0.1:10002\/devstoreaccount1\/Employees[\s\S]*HTTP\/1\.1 200 OK[\s\S]*ETag: W\//i,
    );
    await lens(page, 1, "Explain");
    await becomes(() => result(page, 1).locator("key-line .kl-hit").count(), 1);

    await becomes(() => result(page, 2).locator(".status").first().innerText(), /204/);
    await lens(page, 2, "Changes");
    await becomes(() => result(page, 2).locator("table.changes").innerText(), /Age\s+\d+\s+77/);
    await lens(page, 2, "Wire");
    await becomes(() => result(page, 2).innerText(), /If-Match: W\//, "the ETag of the first answer");

    const states = await result(page, 3)
      .locator("batch-xray li[data-state]")
      .evaluateAll((list) => list.map((li) => li.dataset.state));
    assert.deepEqual(states, ["undone", "failed"]);
    await lens(page, 3, "Wire");
    await becomes(() => result(page, 3).innerText(), /multipart\/mixed; boundary=/);

    await becomes(() => result(page, 4).innerText(), /202 Accepted/);
    await page.getByText("1,006 entities").waitFor();
    assert.deepEqual(page.trouble, []);
  },
);

deep("an address says what is seen first, and runs nothing by itself (row 57)", async () => {
  const shared = { scripts: [{ name: "Shop", text: "### One\nGET {{table}}/Employees()\n" }], opens: "script" };
  const hash = `#v1=${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  for (const [view, data] of [
    ["script", false],
    ["data", true],
  ]) {
    const page = await play(`?view=${view}&autorun=1${hash}`, phone);
    await page.locator(data ? '[data-panel="data"]' : ".cm-content").waitFor();
    await becomes(() => page.locator('[data-panel="data"]').isVisible(), data);
    await becomes(() => page.locator("run-output").count(), 0);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  }
});

deep(
  "SQL in an address, and conditions that the service ignores, are answered with the address as it should be",
  async () => {
    const page = await play("");
    const text = () => page.evaluate(() => document.querySelector("rk-editor").text);
    for (const [written, said, meant] of [
      [
        "/Employees WHERE PartitionKey = 'Sales' LIMIT 2",
        /“WHERE” is SQL/,
        "/Employees()?$filter=PartitionKey eq 'Sales'&$top=2",
      ],
      [
        "/Employees()?$filter=PartitionKey eq 'Sales' limit 2",
        /“limit” is SQL/,
        "/Employees()?$filter=PartitionKey eq 'Sales'&$top=2",
      ],
      [
        "/Employees()?PartitionKey='Sales'&$top=2",
        /“PartitionKey='Sales'” is ignored/,
        "/Employees()?$filter=PartitionKey eq 'Sales'&$top=2",
      ],
      [
        "/Employees()?$filter=PartitionKey eq 'Sales', Age > 60",
        /`and` or `or`, not by a comma/,
        "/Employees()?$filter=PartitionKey eq 'Sales' and Age gt 60",
      ],
      ["/Employees()?limit=2", /“limit” is ignored/, "/Employees()?$top=2"],
      ["/Employees/Sales/000223", /each key has its name/, "/Employees(PartitionKey='Sales',RowKey='000223')"],
      [
        "/Employees()?$filter=PartitionKey eq 'Sales' and LastName like '[I-K]%'",
        /cannot search inside strings/,
        "/Employees()?$filter=PartitionKey eq 'Sales' and LastName ge 'I' and LastName lt 'L'",
      ],
    ]) {
      await run(page, `### One\nGET {{table}}${written}\n`);
      await becomes(() => result(page, 1).innerText(), said);
      await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
      await becomes(text, `### One\nGET {{table}}${meant}\n`);
      await becomes(() => result(page, 1).locator(".status").first().innerText(), /200/);
    }
    await run(page, "### One\nGET {{table}}/Employees()?orderby=Age\n");
    await becomes(() => result(page, 1).innerText(), /“orderby” is ignored\. This order has no counterpart/);
    await run(page, "### One\nUPDATE {{table}}/Employees(PartitionKey='Sales',RowKey='000223')\n{ \"Age\": 5 }\n");
    const output = page.locator("run-output");
    await becomes(() => output.innerText(), /unknown method "UPDATE"\. To change a row, send PATCH/);
    await output.getByRole("button", { name: "Replace it and run" }).click();
    await output.getByRole("button", { name: "Insert line" }).click();
    await becomes(
      text,
      "### One\nPATCH {{table}}/Employees(PartitionKey='Sales',RowKey='000223')\nIf-Match: *\n\n{ \"Age\": 5 }\n",
    );
    await becomes(() => result(page, 1).locator(".status").first().innerText(), /204/);
    await run(page, '### One\nPOST {{table}}/Employees\n\n{ "Name": 1 }\n\n# ?? status == 201\n');
    await becomes(
      () => result(page, 1).innerText(),
      /The body needs these properties, as strings: PartitionKey, RowKey\.\s+line 6\s+expected status 201, got 400/,
    );
    await becomes(() => page.locator(".run-verdict").innerText(), /got 400\. The body needs these properties/);
    await run(page, "### One\nGET {{table}}/Employes ORDER BY Age\n");
    await becomes(() => result(page, 1).innerText(), /“ORDER BY” is SQL/);
    await run(
      page,
      '### One\nPOST {{table}}/Employees\n\nContent-Type: application/json\n\n{ "PartitionKey": "a", "RowKey": "1" }\n',
    );
    await becomes(() => result(page, 1).innerText(), /sent as the body/);
    await run(page, "### One\nPOST {{table}}/Employees\n\n{ PartitionKey: 'Sales', \"RowKey\": 00021 }\n");
    await becomes(() => result(page, 1).innerText(), /A name needs double quotes around it/);
    await result(page, 1).getByRole("button", { name: "Replace it and run" }).click();
    await becomes(text, '### One\nPOST {{table}}/Employees\n\n{ "PartitionKey": "Sales", "RowKey": "00021" }\n');
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);
