// JavaScript in the playground: programs with the official client run in a closed frame, against the sandbox.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { deepViolations, violations } from "./axe.mjs";
import { afterPauses, becomes } from "./becomes.mjs";
import { atWork, launch, open, visit } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { allPages } from "./pages.mjs";
import { dist, serveSite } from "./server.mjs";
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

/** Opens the playground with a new program in it. */
async function program(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await atWork(page);
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("button", { name: "Begin with JavaScript" }).click();
  await page.locator(".doc-tab[aria-current] .doc-kind").waitFor();
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const console_ = (page) => page.getByRole("region", { name: "Console" });
const over = (page) => console_(page).locator(".pc-head", { hasText: / s/ }).waitFor();
const errors = (page) => console_(page).locator("[data-level=failed]");
const notes = (page) =>
  page.locator(".cm-line[data-note]").evaluateAll((list) => list.map((l) => `${l.dataset.n}: ${l.dataset.word}`));

/** Runs a text, and returns what the console says. */
async function run(page, text) {
  if (text) await write(page, text);
  await page.locator(".run-split > button").first().click();
  await over(page);
  return console_(page).locator(".pc-lines").innerText();
}

const EVERYTHING = `import { AzureNamedKeyCredential, TableClient, TableServiceClient, TableTransaction, odata } from "@azure/data-tables";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const credential = new AzureNamedKeyCredential("devstoreaccount1", key);
const service = new TableServiceClient("http://127.0.0.1:10002/devstoreaccount1", credential, { allowInsecureConnection: true });
await service.createTable("Orders");
const orders = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Orders");
for (let i = 0; i < 3; i++)
  await orders.createEntity({ partitionKey: "ada", rowKey: String(i), n: i, big: 2n ** 60n, bytes: Buffer.from("x") });
const transaction = new TableTransaction();
transaction.createEntity({ partitionKey: "ada", rowKey: "3" });
transaction.deleteEntity("ada", "0");
await orders.submitTransaction(transaction.actions);
const filter = odata\`PartitionKey eq \${"ada"} and n gt \${0}\`;
for await (const order of orders.listEntities({ queryOptions: { filter } }))
  console.log(order.rowKey, order.n, order.big);
for await (const table of service.listTables()) console.log(table.name);
await orders.updateEntity({ partitionKey: "ada", rowKey: "9" }, "Merge");
console.log("never printed");
`;

deep("an error leads to its line: of syntax, thrown, not awaited, from an address that is not here", async () => {
  const page = await program();
  await page.route("**/a/closed.*", (route) => route.abort());
  assert.match(await run(page, "1;"), /The part that runs JavaScript could not be loaded/);
  await page.unroute("**/a/closed.*");
  page.trouble.length = 0; // what was refused is there
  const stoppedAt = async (text) => {
    await run(page, text);
    const [line, what] = (await errors(page).innerText()).split(/\s*\n\s*/);
    return `${line} ${what}`;
  };
  assert.equal(await stoppedAt("const a = 1;\n\nconst b = ;\n"), "3 SyntaxError: Unexpected token ';'");
  assert.equal(
    await stoppedAt("const a = 1;\nconst f = () => {\n  throw new RangeError('far');\n};\nf();"),
    "3 RangeError: far",
  );
  assert.equal(await stoppedAt("\nPromise.reject(new Error('nobody heeds it'));"), "2 Error: nobody heeds it");
  assert.equal(await stoppedAt("setTimeout(() => {\n  missing();\n}, 5);"), "2 ReferenceError: missing is not defined");
  assert.match(await stoppedAt('\nimport fs from "node:fs";'), /Error: There is no module "node:fs" here/);
  const away = "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=YWJj;EndpointSuffix=core.windows.net";
  assert.match(
    await stoppedAt(
      `import { TableClient } from "@azure/data-tables";\nconst c = TableClient.fromConnectionString("${away}", "t");\nawait c.createTable();`,
    ),
    /^3 RestError REQUEST_SEND_ERROR: .*Nothing was sent to https:\/\/a\.table\.core\.windows\.net/,
  );
  assert.equal(
    await run(
      page,
      "async function main() {\n  await new Promise((done) => setTimeout(done, 30));\n  console.log('late', { n: [1n] });\n}\nmain();",
    ),
    "3\nlate { n: [1n] }",
  );
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

// What code can try from a worker. Each line says in the end what it got; "no" is what it should be.
const hostile = (far) => `
const tried = async (name, work) => {
  try {
    console.log(name, (await Promise.race([work(), new Promise((_, no) => setTimeout(no, 1500, "late"))])) ?? "no");
  } catch (e) {
    console.log(name, "no");
  }
};
const far = "${far}";
const real = Object.getPrototypeOf(Object.getPrototypeOf(self)).fetch ?? WorkerGlobalScope.prototype.fetch;
await tried("fetch", () => fetch(far).then(() => "yes"));
await tried("the browser's fetch", () => real.call(self, far).then(() => "yes"));
await tried("control", () => fetch("http://127.0.0.1:10002/-/reset", { method: "POST" }).then(() => "yes"));
await tried("XMLHttpRequest", () => new Promise((yes, no) => { const x = new XMLHttpRequest(); x.onload = () => yes("yes"); x.onerror = no; x.open("GET", far); x.send(); }));
await tried("WebSocket", () => new Promise((yes, no) => { const s = new WebSocket(far.replace("http", "ws")); s.onopen = () => yes("yes"); s.onerror = no; }));
await tried("EventSource", () => new Promise((yes, no) => { const s = new EventSource(far); s.onopen = () => yes("yes"); s.onerror = no; }));
await tried("importScripts", async () => importScripts(far) ?? "yes");
await tried("import", () => eval("import('" + far + "')").then(() => "yes"));
await tried("a worker", () => new Promise((yes, no) => { const w = new Worker(far); w.onmessage = () => yes("yes"); w.onerror = no; }));
await tried("storage", () => new Promise((yes, no) => { const r = indexedDB.open("rowkey"); r.onsuccess = () => yes("yes"); r.onerror = no; }));
await tried("caches", () => caches.keys().then(() => "yes"));
await tried("the page", async () => [self.parent, self.top, self.document, self.opener, self.window, self.localStorage].find(Boolean));
await tried("a window", async () => self.open?.(far));
await tried("location", async () => { self.location = far; self.location.href = far; });
self.postMessage({ done: true });
self.close === undefined || console.log("origin", self.origin, location.protocol);
`;

/** Stop ends an endless loop; the page stays usable, and the next program runs. */
async function stops(page) {
  await write(page, "for (let i = 0; ; i++);");
  await page.keyboard.press("ControlOrMeta+Enter");
  const stop = page.locator('.run-strip [aria-label="Stop"]:not([aria-disabled])');
  await stop.waitFor();
  await page.getByRole("radio", { name: "Time" }).check(); // the page answers meanwhile
  await stop.click();
  await console_(page).getByText("You stopped the program").waitFor();
  const workers = () => page.workers().filter((w) => w.url().startsWith("blob:"));
  await becomes(() => workers().length, 0); // the browser says it when it can
  assert.equal(await run(page, "console.log('again')"), "1\nagain");
  assert.match(
    await run(page, "for (let i = 0; i < 5000; i++) console.log(i);"),
    /999\s*4,000 more lines are not shown/,
  );
}

/** Hostile code reaches neither the network nor the page. */
async function reachesNothing(page) {
  let reached = 0;
  const far = createServer((_, response) => {
    reached++;
    response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" }).end("1");
  });
  await new Promise((done) => far.listen(0, "127.0.0.1", done));
  const before = page.url();
  await page.evaluate(() => {
    globalThis.heard = 0;
    addEventListener("message", (e) => e.data?.ready || globalThis.heard++);
  });
  const said = await run(page, hostile(`http://127.0.0.1:${far.address().port}/x`));
  const lines = said.split("\n").filter((line) => /[a-z]/.test(line));
  assert.equal(lines.length, 15, said);
  for (const line of lines.slice(0, -1)) assert.match(line, / no$/);
  assert.equal(lines.at(-1), "origin null blob:");
  assert.equal(reached, 0);
  await fetch(`http://127.0.0.1:${far.address().port}/x`);
  assert.equal(reached, 1); // it was there to be reached
  far.closeAllConnections();
  far.close();
  assert.equal(page.url(), before);
  assert.equal(await page.evaluate(() => globalThis.heard), 0);
  assert.deepEqual(
    page.trouble.filter((line) => !/Content Security Policy|CSP|importScripts|leaves the origin/.test(line)),
    [],
  );
}

test("a program runs with the official client, and each line says what it cost; Stop ends an endless loop; hostile code reaches neither network nor page", async () => {
  const page = await program();
  assert.equal(
    (await run(page, EVERYTHING)).replaceAll(/\s*\n\s*/g, " "),
    "15 1 1 1152921504606846976n 15 2 2 1152921504606846976n 16 Orders 17 RestError 404 ResourceNotFound: The specified resource does not exist. There is no entity with these keys. updateEntity() does not create one, but upsertEntity() does.",
  );
  assert.deepEqual(await notes(page), [
    "5: 1 write",
    "8: 3 writes",
    "12: 1 write",
    "14: read 3 → 2",
    "16: 1 request",
    "17: 1 write, 404",
  ]);
  await becomes(() => page.locator(".run-strip [role=status]").innerText(), "Stopped at line 17");
  await becomes(() => page.locator("cost-ledger").innerText(), /8 transactions\s*read 3/);
  await console_(page).getByRole("button", { name: "Line 15" }).first().click();
  await becomes(() => page.evaluate(() => document.activeElement?.localName), "rk-editor");

  await page.getByRole("radio", { name: "Log" }).check();
  const rows = page.locator(".req-log tbody tr");
  await rows.nth(7).waitFor();
  await becomes(() => rows.nth(0).innerText(), /PATCH Orders ada 9\s*ResourceNotFound\s*404/);
  await becomes(() => rows.nth(2).innerText(), /GET Orders\(\).*Partition scan\s*200\s*3 →.*2/s);
  await rows.nth(2).getByRole("button").click();
  await page.getByText("As it was sent").click();
  await becomes(
    () => page.locator(".rl-wire pre").innerText(),
    /GET http:\/\/127\.0\.0\.1:10002\/devstoreaccount1\/Orders\(\)\?.*\naccept:/s,
  );
  await page.getByRole("button", { name: "Show in script" }).click();
  assert.deepEqual(await deepViolations(page), []);
  await stops(page);
  assert.deepEqual(page.trouble, []);
  await reachesNothing(page);
  await page.context().close();
});

deep("the closed page does nothing when it has an origin, and its frame has none", async () => {
  const file = readdirSync(join(dist, "a")).find((name) => /^closed\..*\.html$/.test(name));
  const policy = /content="([^"]*)"/.exec(readFileSync(join(dist, "a", file), "utf8"))[1];
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'unsafe-eval' blob:; worker-src blob:;/);
  const page = await open(browser, `${site.url}a/${file}`);
  await page.evaluate(() => postMessage({ program: "postMessage(1)" }, "*", [new MessageChannel().port2]));
  await afterPauses(page);
  assert.equal(page.workers().length, 0);
  await page.context().close();

  const play = await program();
  await run(play, "console.log(self.origin)");
  await becomes(() => play.locator("iframe").getAttribute("sandbox"), "allow-scripts");
  await play.context().close();
});

deep("a program is kept like any other document, and a second run goes on from its data", async () => {
  const page = await program();
  const text =
    'import { TableClient } from "@azure/data-tables";\nconst c = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Kept");\nawait c.createTable();\nawait c.createEntity({ partitionKey: "a", rowKey: "1" });\nconsole.log("kept");';
  assert.equal(await run(page, text), "5\nkept");
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await page.locator(".doc-tab[aria-current] .doc-kind").waitFor();
  assert.match(await run(page), /^4\s*RestError 409 EntityAlreadyExists/);
  await page.getByRole("button", { name: "Reset data and run" }).click();
  await console_(page).getByText("kept").waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a link carries a program, which runs only when the reader says so", async () => {
  const mine = await program();
  await write(mine, "console.log('from a link');");
  await mine.locator('[data-tool="share"]').click();
  const link = await mine.locator(".link-out").innerText();
  await mine.context().close();
  const page = await open(browser, link);
  await page.waitForSelector("play-ground[state=ready]");
  await page.locator(".doc-tab[aria-current] .doc-kind").waitFor();
  await becomes(() => page.locator("iframe").count(), 0);
  await page.getByRole("button", { name: "Run the program" }).click();
  await console_(page).getByText("from a link").waitFor();
  await page.getByRole("button", { name: "Keep as my document" }).click();
  await page.getByRole("region", { name: "Script from a link" }).waitFor({ state: "hidden" });
  await page.reload();
  await page.locator(".doc-tab[aria-current] .doc-kind").waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a program that asks for blobs gets the official client for them", async () => {
  const page = await program();
  const text = `import { BlobServiceClient, ContainerClient } from "@azure/storage-blob";
const service = new BlobServiceClient("http://127.0.0.1:10000/devstoreaccount1");
await service.createContainer("files");
const container = new ContainerClient("http://127.0.0.1:10000/devstoreaccount1/files");
const blob = container.getBlockBlobClient("a folder/ä & b.txt");
await blob.uploadData(Buffer.from("a text"), { metadata: { of: "ada" } });
for await (const item of container.listBlobsFlat({ includeMetadata: true })) \
console.log(item.name, item.properties.contentLength, item.metadata.of);
const { blobBody } = await blob.download();
console.log(await (await blobBody).text());
await blob.deleteIfExists();
await blob.download();`;
  assert.match(await run(page, text), /^7\na folder\/ä & b\.txt 6 ada\n9\na text\n11\n+RestError 404 BlobNotFound/);
  assert.equal(
    await run(
      page,
      'import { TableServiceClient } from "@azure/data-tables";\nconsole.log(typeof TableServiceClient);',
    ),
    "2\nfunction",
  );
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a lesson and a card open their JavaScript in the playground, with their data", async () => {
  for (const [path, first] of [
    ["learn/query-classes/2/", "no employee has number 999"],
    ["patterns/log-data/", "{ etag:"],
  ]) {
    const page = await open(browser, site.url + path);
    await page.locator('sdk-tabs input[value="javascript"]').first().check({ force: true });
    await page.getByRole("link", { name: "Open in the playground" }).first().click();
    await page.waitForSelector("play-ground[state=ready]");
    assert.match(await run(page), new RegExp(`^\\d+\\n${first}`));
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  }
});

deep("the JavaScript of every card and lesson runs in the playground (row 61)", async () => {
  const pages = allPages().filter((path) => path !== "404.html");
  const links = pages.flatMap((path) => {
    const html = readFileSync(join(dist, path, "index.html"), "utf8");
    const codes = html.match(/data-sdk="javascript"/g) ?? [];
    return codes.map((_, n) => `play/?code=${path.replace(/\/$/, "")}&n=${n}`);
  });
  assert.ok(links.length > 30, `${links.length} pieces of code`);
  const failed = [];
  await visit(browser, site, links, {}, async (page, path) => {
    await atWork(page);
    await page.keyboard.press("ControlOrMeta+Shift+Enter");
    await over(page);
    const calls = Number.parseInt(await console_(page).locator(".pc-head .muted").innerText(), 10);
    if (await errors(page).count()) failed.push(`${path}: ${await errors(page).innerText()}`);
    else if (calls === 0) failed.push(`${path}: no calls`);
  });
  assert.deepEqual(failed, []);
});

deep("on a phone the console is in Results", async () => {
  const page = await program({ viewport: { width: 390, height: 844 } });
  await page.locator(".run-split > button").first().click();
  await page.getByRole("radio", { name: "Results" }).check({ force: true });
  await console_(page).getByText("2026-11-22_0003 3").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});
