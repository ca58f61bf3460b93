// What means harm, in every place where it can be seen: it is text there, and nothing of it runs. What is read of
// links and files is in the tables app/*/hostile.test.ts.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { deflateRawSync } from "node:zlib";
import { becomes } from "./becomes.mjs";
import { launch, open, openRoom, openSnapshots } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const IMG = '<img src=x onerror="window.hit=1">';
const HTML = [IMG, "<script>window.hit=1</script>", '"><svg onload=window.hit=1>', "$" + "{window.hit=1}"];
const CODE = "{{constructor.constructor('window.hit=1')()}}";
const ODD = [
  "javascript:window.hit=1",
  "\u202egnp.exe",
  "a".repeat(100_000),
  "\u0000\n\r\t",
  "__proto__",
  "🦀".repeat(50),
];

const linkOf = (content) =>
  `#v1=${deflateRawSync(typeof content === "string" ? content : JSON.stringify(content)).toString("base64url")}`;
const row = (i, value) => ({ PartitionKey: `p${i}`, RowKey: value.replaceAll(/[\\/#?]/g, "_"), A: value });
const DATA = HTML.map((x, i) => `{"table":"Customers","entity":${JSON.stringify(row(i, x))}}\n`).join("");
const SCRIPT = `### ${IMG}
# ${HTML[1]}
GET {{table}}/Customers()?$filter=A ne '${IMG}'

# ?? count == 3

### What is refused says what was sent
GET {{table}}/Customers()?$filter=${IMG} eq '${HTML[1]}'
X-Note: ${IMG}

# ?? status >= 400

### ${HTML[1]}
GET {{table}}/${encodeURIComponent(IMG)}

# ?? status >= 400

### One
GET {{table}}/Customers(PartitionKey='p0',RowKey='${encodeURIComponent(IMG)}')
`;
const SHARED = {
  scripts: [IMG, ...HTML, CODE, ...ODD].map((name) => ({ name, text: SCRIPT })),
  data: DATA,
  settings: { pageReads: -1, deleteDelay: 1e99, signatures: IMG, cluster: { nodes: 1e9 } },
  opens: "__proto__",
  from: "constructor",
};

/** Opens a page in which a dialog of the browser, or an attribute that runs, counts as trouble. */
async function watched(url, options) {
  const page = await open(browser, url, options);
  page.on("dialog", (d) => {
    page.trouble.push(`dialog: ${d.message()}`);
    void d.dismiss();
  });
  return page;
}

const ready = (page) => page.waitForSelector("play-ground[state=ready]");

/** Asserts that a place shows a text with its markup, and that the page has no element of it. */
async function isText(page, place, part = "onerror") {
  await page.locator(place).filter({ hasText: part }).first().waitFor({ state: "attached" });
  assert.deepEqual(await inert(page, "play-ground, play-ground *, dialog, dialog *"), [], place);
}

/** Returns what ran, and elements among those of a selector that could run something. */
function inert(page, selector) {
  return page.evaluate((of) => {
    const all = [...document.querySelectorAll(of)];
    const runs = (e) =>
      (e.matches("img, script, iframe, object, embed") && !e.matches(".cm-widgetBuffer, [type='application/json']")) ||
      [...e.attributes].some((a) => /^on/i.test(a.name) || /^\s*javascript:/i.test(a.value));
    return [window.hit, {}.x, ...all.filter(runs).map((e) => e.outerHTML.slice(0, 200))].filter(Boolean);
  }, selector);
}

test("names, scripts and rows of a link are text in every place that shows them", async () => {
  const page = await watched(`${site.url}play/${linkOf(SHARED)}`);
  await ready(page);
  await isText(page, ".opened");
  await isText(page, ".doc-tab");
  await isText(page, ".cm-content");
  await becomes(() => page.locator("run-output").count(), 0, "nothing runs by itself");
  await page.locator(".opened-rows summary").click();
  await isText(page, ".opened-rows pre");

  await page.getByRole("region", { name: "Script from a link" }).getByRole("button", { name: "Run all 4" }).click();
  await page.waitForSelector(".opened[data-ran]");
  await page.locator("run-output").nth(3).waitFor();
  await isText(page, "run-output");
  for (const lens of ["Wire", "Explain"]) {
    const result = page.getByRole("group", { name: "Result of request 1" });
    await result.getByRole("radio", { name: lens }).check();
    await isText(page, "run-output");
  }
  await openRoom(page, "data");
  await page.locator(".dg-bar select").selectOption("Customers");
  await isText(page, "[data-row] td");
  await page.locator('[data-row="0"] td').nth(3).click();
  await isText(page, '[data-panel="data"]');
  for (const [name, place, part] of [
    ["log", "request-log", "onerror"],
    ["time", '[data-panel="time"]', ""],
    ["limits", '[data-panel="limits"]', ""],
  ]) {
    await openRoom(page, name);
    await isText(page, place, part);
  }

  await page.keyboard.press("Control+k");
  await page.waitForSelector("dialog.palette[open]");
  await page.keyboard.type("onerror");
  await isText(page, "dialog.palette [role=option]");
  await page.keyboard.press("Escape");

  await page.locator('[data-tool="share"]').click();
  for (const form of ["markdown", "http", "iframe", "element", "curl", "js", "go", "csharp", "python"]) {
    await page.locator(`.copyas input[value=${form}]`).check();
    await isText(page, "dialog .link-out", form === "iframe" ? "iframe" : "onerror");
  }
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Keep as my document" }).click();
  await page.getByText("Kept as a document of your own").waitFor();
  await isText(page, ".doc-tab[aria-current]");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("names of files and of snapshots are text, and so is what a file holds", async () => {
  const page = await watched(`${site.url}play/`);
  await ready(page);
  const tool = async (name) => {
    await page.locator("[popovertarget=doc-menu]").click();
    await page.getByRole("menuitem", { name }).click();
    return page.getByRole("dialog");
  };
  const give = (where, name, text) =>
    where.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

  const importing = await tool("Import a file");
  await give(importing, `${IMG}.json`, `[{"a":"${"x".repeat(50)}`);
  await isText(page, "dialog [role=alert]");
  await give(importing, `${IMG}.csv`, `PartitionKey,RowKey,"${IMG.replaceAll('"', '""')}"\na,<b>,"${HTML[1]}"\n`);
  await isText(page, "dialog .map");
  await page.keyboard.press("Escape");

  const snapshots = await openSnapshots(page);
  await snapshots.locator("input[name=name]").fill(IMG);
  await page.keyboard.press("Enter");
  await isText(page, "dialog .snap-list");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "New document" }).click();
  await give(page.locator(".start"), `${IMG}\u202e.http`, SCRIPT);
  await isText(page, ".doc-tab[aria-current]");
  assert.doesNotMatch(await page.locator(".doc-tab[aria-current] .doc-name").innerText(), /\u202e/);
  await page.getByRole("button", { name: "New document" }).click();
  await give(page.locator(".start"), `${IMG}.http`, "GET /\0");
  await isText(page, ".play-note");
  await give(page.locator(".start"), "x.rowkey.json", '{"rowkey":1,"scripts":[{"name":{}}]}');
  await page.locator(".play-note", { hasText: /neither a link nor a file/ }).waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

const BROKEN = [
  ["damaged", "#v1=%3Cscript%3E", /damaged/],
  ["of a later version", "#v9=AAAA", /newer version/],
  ["a bomb of 256 MB", `#v1=${deflateRawSync(Buffer.alloc(1 << 28)).toString("base64url")}`, /too large/],
  ["of something else", linkOf({ ...SHARED, data: '{"table":"../x"}' }), /neither a link nor a file/],
];

deep("a link that cannot be read says why, opens nothing, and leaves the reader's own script", async () => {
  const page = await watched(`${site.url}help/`);
  for (const [what, hash, reason] of BROKEN) {
    await page.goto("about:blank");
    await page.goto(`${site.url}play/${hash}`);
    await ready(page);
    await page.locator(".play-note", { hasText: reason }).waitFor();
    await becomes(() => page.locator(".opened").count(), 0, what);
    await becomes(() => page.locator(".doc-tab").count(), 1, what);
  }
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("what would take minutes is opened at once: a million rounds, and 10,000 signatures", async () => {
  const loops = "###\n# @loop for 100\nGET {{table}}/Tables\n".repeat(10_000);
  const keys = " Bearer aaaaaaaaaaaaaaaaaaaaaa\n".repeat(10_000);
  const page = await watched(`${site.url}play/${linkOf({ scripts: [{ name: "x", text: loops + keys }] })}`);
  await page.locator(".opened", { hasText: "1,000,000 requests" }).waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

// ---- pages of others ----

/** A page of another origin. */
async function foreign(html) {
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => new Promise((done) => server.close(done) && server.closeAllConnections());
  return { url: `http://localhost:${server.address().port}/`, close };
}

/** The site from a host that sends no header against frames. */
async function hostedFiles() {
  process.env.SERVE = "files";
  const hosted = await serveSite();
  delete process.env.SERVE;
  return hosted;
}

const ATTRIBUTES = [
  'link="javascript:window.hit=1"',
  'link="https://evil.example/#v1=AAAA"',
  'link="#v1=AAAA&quot; onload=&quot;window.hit=1"',
  'link="//evil.example/#v1=AAAA"',
];

test("a page that embeds can choose neither another address nor a run, by attributes, parameters or messages", async () => {
  const hosted = await hostedFiles();
  const good = linkOf({ scripts: [{ name: "x", text: SCRIPT }] });
  const elements = ATTRIBUTES.map((a) => `<table-play ${a}><pre>${"GET /x"}</pre></table-play>`).join("");
  const blog =
    await foreign(`<!doctype html><title>x</title><script async src="${hosted.url}embed.js"></script>${elements}
<table-play title="&lt;img src=x onerror=window.hit=1&gt;" height="9px;position:fixed" link="${good}"
  view="data&amp;autorun=1&amp;lesson=javascript:window.hit=1#v1=AAAA"></table-play>`);
  try {
    const page = await watched(blog.url);
    await page.frameLocator("iframe").locator("play-ground[state=ready]").waitFor();
    await becomes(() => page.locator("iframe").count(), 1, "the other four stay blocks of code");
    const { src, sandbox, position } = await page
      .locator("iframe")
      .evaluate((f) => ({ src: f.src, sandbox: f.sandbox.value, position: f.style.position }));
    const address = new URL(src);
    assert.deepEqual([...address.searchParams.keys()], ["embed", "view"]);
    assert.equal(address.origin + address.pathname, `${hosted.url}play/`);
    assert.deepEqual([address.hash, position], [good, ""]);
    assert.doesNotMatch(sandbox, /top-navigation|forms|modals|downloads/);
    const [, frame] = page.frames();
    await page.evaluate(() => {
      const orders = [
        "run",
        { type: "run" },
        { boot: "x" },
        { ready: 1 },
        { id: 1, status: 200, body: null },
        { fatal: "x" },
      ];
      const frame = document.querySelector("table-play:last-of-type").shadowRoot.querySelector("iframe");
      for (const m of [...orders, "<img src=x onerror=window.hit=1>", null, 7]) frame.contentWindow.postMessage(m, "*");
    });
    await frame.evaluate(() => new Promise((done) => setTimeout(done)));
    await becomes(() => frame.locator("run-output").count(), 0);
    await becomes(() => frame.locator("play-ground").getAttribute("state"), "ready");
    assert.equal(await frame.evaluate(() => window.hit), undefined);
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.deepEqual(
      page.trouble.filter((x) => !x.startsWith(`leaves the origin: ${hosted.url}`)),
      [],
    );
    await page.context().close();
  } finally {
    await blog.close();
    await hosted.close();
  }
});

deep("what a program sends is text in the page Watch", async () => {
  const page = await watched(`${site.url}watch/?program=race`);
  const text = `import { odata, TableClient } from "@azure/data-tables";
const evil = ${JSON.stringify([IMG, ...HTML].map((x) => x.replaceAll(/[\\/#?]/g, "_")))};
for (const x of evil) {
  const jobs = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Jobs", {
    userAgentOptions: { userAgentPrefix: x },
  });
  await jobs.upsertEntity({ partitionKey: x, rowKey: x, Name: x, Done: 1 });
  for (let i = 0; i < 12; i++)
    for await (const e of jobs.listEntities({ queryOptions: { filter: odata\`Name eq \${x}\` } })) console.log(e.Name);
  await jobs.updateEntity({ partitionKey: x, rowKey: x, Done: 2 }, "Merge", { etag: x }).catch((e) => console.log(x));
  await fetch("http://127.0.0.1:10002/devstoreaccount1/" + encodeURIComponent(x), { headers: { traceparent: "00-" + x } });
}`;
  await page.locator(".w-editor .cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.getByRole("button", { name: "Run and record" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.getByRole("button", { name: "Run and record" }).waitFor();
  await page.locator(".ws tbody button").first().waitFor();
  for (const row of await page.locator(".ws tbody th button").all()) {
    await row.click();
    assert.deepEqual(await inert(page, "watch-page, watch-page *"), []);
  }
  await page.getByRole("button", { name: "Jobs query Name = ?" }).click();
  await isText(page, ".w-samples");
  await isText(page, ".w-from");
  await page.getByRole("radio", { name: "Data" }).check();
  await isText(page, ".w-data .part-name");
  assert.deepEqual(await inert(page, "watch-page, watch-page *"), []);
  assert.equal(page.trouble.join("\n"), "");
  await page.context().close();
});
