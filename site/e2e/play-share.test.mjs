// Share: links, files, code for others, and the playground in pages of others. What a link holds is text, whatever it
// says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { COLOURS, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open, openRoom, saved } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { dist, serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

let site, browser;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const SCRIPT = `### Create the table
POST {{table}}/Tables

{ "TableName": "Orders" }

### A lamp
POST {{table}}/Orders

{ "PartitionKey": "ada", "RowKey": "1", "Item": "lamp" }

### All of them
GET {{table}}/Customers()
`;
const HIRE = `### Hire
POST {{table}}/Employees

{ "PartitionKey": "Sales", "RowKey": "999999", "Whole": 2.0 }
`;
const ROWS = ["a", "b"]
  .map((k) => `{"table":"Customers","entity":{"PartitionKey":"${k}","RowKey":"1","N":2.0}}\n`)
  .join("");

const linkOf = (content) =>
  `#v1=${deflateRawSync(typeof content === "string" ? content : JSON.stringify(content)).toString("base64url")}`;
const contentOf = (url) => JSON.parse(inflateRawSync(Buffer.from(new URL(url).hash.slice(4), "base64url")).toString());
const shop = { scripts: [{ name: "Shop orders", text: SCRIPT }], data: ROWS, settings: { pageReads: 100 } };

async function play(rest = "", options) {
  const page = await open(browser, `${site.url}play/${rest}`, options);
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const band = (page) => page.getByRole("region", { name: "Script from a link" });
/** Waits until a change of a script from a link is kept, which is after a pause. */
const keptForTheTab = (page) =>
  band(page).getByText("What you change in the script is kept until you close this tab.").waitFor();
const keptKeys = (page) =>
  page.evaluate(async () => {
    const drafts = Object.entries(localStorage).filter(([, v]) => v.includes("Shop") || v.includes("lamp"));
    const bases = await indexedDB.databases();
    return [drafts.map(([k]) => k), bases.length];
  });

const clean = async (page, rules) => assert.deepEqual(await violations(page, rules), []);

async function share(page) {
  // In the menu until something has run, and in both if that ends while the menu is open.
  const tool = page.locator('[data-tool="share"]:visible').first();
  if (!(await tool.isVisible())) await page.locator(".doc-end").getByRole("button", { name: "More" }).click();
  await tool.click();
  await page.waitForSelector("dialog .share");
  return page.locator("dialog.framed");
}

test("a link says what it will do, runs nothing and keeps nothing; it runs in a store of its own, and is kept when the reader says so (rows 55, 56)", async () => {
  const page = await play(linkOf(shop));
  const text = await band(page).innerText();
  for (const part of [
    "Nothing has run",
    "3 requests",
    "1 read, 2 writes",
    "creates Orders",
    "uses Customers",
    "2 rows",
    "page size 100",
    "cannot leave this tab",
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  await becomes(() => page.locator("run-output").count(), 0);
  await becomes(() => page.locator('[data-panel="data"] select option').count(), 0);
  await page.locator(".cm-line").first().click();
  await page.keyboard.type("# mine ");
  await keptForTheTab(page);
  assert.deepEqual((await keptKeys(page))[0], []);

  await band(page).getByRole("button", { name: "Run all 3" }).click();
  await page.waitForSelector(".opened[data-ran]");
  await becomes(() => page.locator("run-output").last().innerText(), /returned 2/);
  assert.deepEqual((await keptKeys(page))[0], []);
  await band(page).getByRole("button", { name: "Keep as my document" }).click();
  const ask = page.getByRole("dialog", { name: "Keep its settings too?" });
  await becomes(() => ask.innerText(), /Entities read for a page: 100/);
  await page.keyboard.press("Escape");
  assert.deepEqual((await keptKeys(page))[0], [], "no answer keeps nothing");
  await band(page).getByRole("button", { name: "Keep as my document" }).click();
  await ask.getByRole("button", { name: "Keep the settings" }).click();
  await page.getByText("Kept as a document of your own").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  await keptData(page);
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.locator(".doc-tab[aria-current] .doc-name").innerText(), "Shop orders");
  const tables = page.locator('[data-panel="data"] .dg-bar select option');
  await tables.nth(1).waitFor({ state: "attached" });
  await becomes(() => tables.allInnerTexts(), ["Customers", "Orders"]);
  await openRoom(page, "sandbox");
  await page.getByText("1 setting was changed").waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test("Share goes from the menu to the bar with the first change, but no line of an open menu moves", async () => {
  const page = await play();
  const menu = page.locator("#doc-menu");
  const lines = () => menu.getByRole("menuitem").allInnerTexts();
  await page.locator("[popovertarget=doc-menu]").click();
  const before = await lines();
  await page.evaluate(() => document.querySelector("play-ground").pane.rewrite("### Mine\nGET {{table}}/Tables"));
  await page.locator('.doc-end > .button[data-tool="share"]').waitFor();
  assert.deepEqual(await lines(), before);
  await menu.locator('[data-tool="share"]').click();
  await page.waitForSelector("dialog .share");
  await page.keyboard.press("Escape");
  await page.locator("[popovertarget=doc-menu]").click();
  assert.ok(before.includes("Share") && !(await lines()).includes("Share"));
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a link that is closed leaves no trace", async () => {
  const page = await play(linkOf(shop));
  await band(page).getByRole("button", { name: "Close" }).click();
  await band(page).waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).hash, "");
  await becomes(() => page.locator(".doc-tab", { hasText: "Shop" }).count(), 0);
  assert.deepEqual((await keptKeys(page))[0], []);
  assert.deepEqual(page.trouble, []);
});

deep(
  "what is changed in a script from a link survives a reload and its Close, and another link knows nothing of it",
  async () => {
    const page = await play(linkOf(shop));
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("### Mine\n");
    await keptForTheTab(page);
    await page.reload();
    await page.waitForSelector("play-ground[state=ready]");
    const text = () => page.evaluate(() => document.querySelector("play-ground").pane.text);
    assert.ok((await text()).startsWith("### Mine\n"));
    await band(page).getByRole("button", { name: "Run all 3" }).click();
    await page.waitForSelector(".opened[data-ran]");
    await page.evaluate(() => document.querySelector("play-ground").changed()); // as an edit in the grid
    await band(page).getByRole("button", { name: "Close" }).click();
    await page.getByText("Shop orders is closed. None of it was kept.").waitFor();
    await page.getByRole("button", { name: "Open it again" }).click();
    await band(page).getByText("Nothing has run.").waitFor();
    assert.ok((await text()).startsWith("### Mine\n"));
    await page.waitForURL((url) => url.hash.startsWith("#v1="));
    await page.goto(`${site.url}404.html`);
    await page.goto(`${site.url}play/${linkOf({ scripts: [{ name: "Other", text: "GET {{table}}/Tables\n" }] })}`);
    await page.waitForSelector("play-ground[state=ready]");
    assert.equal(await text(), "GET {{table}}/Tables\n");
    await band(page).getByRole("button", { name: "Run the request" }).click();
    await page.waitForSelector(".opened[data-ran]");
    assert.doesNotMatch(await page.locator("run-output").innerText(), /Customers/);
    assert.deepEqual(
      page.trouble.filter((x) => !x.includes("404")),
      [],
    );
  },
);

test("what is shared is opened in another profile as it was, with the rows that differ from the sample; keys are masked on both sides (rows 55, 56)", async () => {
  const page = await play();
  await write(page, HIRE);
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.getByText("201 Created").first().waitFor();
  const dialog = await share(page);
  await dialog.getByText("1 of 1,005 rows").waitFor();
  const url = await dialog.locator(".link-out").innerText();
  assert.equal(
    contentOf(url).data,
    '{"table":"Employees","entity":{"PartitionKey":"Sales","RowKey":"999999","Whole":2.0}}\n',
  );
  const other = await play(new URL(url).hash);
  await band(other).getByRole("button", { name: "Keep as my document" }).click();
  await other.getByText("1,005 entities").waitFor();

  const sig = "Zk3abcDEF0123456789%2Bxyz%3D";
  const text = `GET https://a.table.core.windows.net/Orders()?sv=1&sig=${sig}\nAuthorization: Bearer ${"d".repeat(40)}\n`;
  await other.goto("about:blank");
  await other.goto(`${site.url}play/${linkOf({ scripts: [{ name: "s", text }] })}`);
  await other.locator(".cm-content").getByText("sv=1").waitFor();
  assert.ok(!(await other.locator(".cm-content").innerText()).includes("Zk3abc"));
  await page.keyboard.press("Escape");
  await write(page, text);
  await share(page);
  await becomes(() => dialog.locator(".masked").innerText(), /Zk3abc… in line 1 becomes {{sig}}/);
  for (const form of ["link", "markdown", "http", "iframe", "element", "curl", "js", "go", "csharp", "python"]) {
    await dialog.locator(`.copyas input[value=${form}]`).check();
    const code = await dialog.locator(".link-out").innerText();
    assert.ok(!code.includes("Zk3abc") && !code.includes("dddd"), form);
    if (form === "link") assert.ok(!JSON.stringify(contentOf(code)).includes("Zk3abc"));
  }
  await dialog.getByRole("button", { name: "Show line" }).first().click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual([...page.trouble, ...other.trouble], []);
  for (const tab of [page, other]) await tab.context().close();
});

deep(
  "a script that creates its table runs at once from the link that Share proposes, and in an empty store from one with the table",
  async () => {
    const page = await play("?sample=");
    await write(page, SCRIPT.replace("Customers", "Orders"));
    await page.keyboard.press("ControlOrMeta+Shift+Enter");
    await becomes(() => page.locator(".run-sum").first().innerText(), "3 answered");
    const dialog = await share(page);
    await dialog.getByText("The script creates Orders itself.").waitFor();
    const link = dialog.locator(".link-out");
    const alone = await link.innerText();
    assert.equal(contentOf(alone).data, undefined);
    await dialog.getByRole("checkbox", { name: "Data of this document" }).check();
    await dialog.getByText("That request will be refused with 409").waitFor();
    await becomes(async () => Boolean(contentOf(await link.innerText()).data), true);
    const both = await link.innerText();
    for (const url of [alone, both]) {
      const other = await play(new URL(url).hash);
      await band(other).getByRole("button", { name: "Run all 3" }).click();
      if (url === both) {
        const verdict = other.getByRole("group", { name: "What went wrong" });
        await verdict.getByText("A reset brings it back").waitFor();
        await other.getByRole("button", { name: "Run all in an empty store" }).click();
      }
      await becomes(() => other.locator(".run-sum").first().innerText(), "3 answered");
      await other.locator(".run-split > .button").first().click();
      await other.getByText("Your own run at").waitFor();
      const again = url === both ? "Run all in an empty store" : "Reset data and run all";
      await other.getByRole("group", { name: "What went wrong" }).getByRole("button", { name: again }).click();
      await becomes(() => other.locator(".run-sum").first().innerText(), "3 answered");
      assert.deepEqual(other.trouble, []);
      await other.context().close();
    }
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep("a link whose data are a part says so to its reader, before the run and after it", async () => {
  const data = '{"table":"Orders","entity":{"PartitionKey":"a","RowKey":"1"}}\n';
  const page = await play(linkOf({ scripts: [{ name: "s", text: "GET {{table}}/Orders()\n" }], data, of: 4003 }));
  const notice = page.getByText("1 of 4,003 rows");
  await notice.waitFor();
  await band(page).getByRole("button", { name: "Run the request" }).click();
  await page.getByText("It runs in a store of its own").waitFor();
  await becomes(() => notice.isVisible(), true);
  const dialog = await share(page);
  await dialog.getByText("Data of this document").waitFor();
  assert.equal(contentOf(await dialog.locator(".link-out").innerText()).of, 4003, "shared again, it says so, too");
  assert.deepEqual(page.trouble, []);
});

deep("over 8 kB the file comes first, and it opens like a link", async () => {
  const page = await play();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  let noise = "";
  for (let i = 0, x = 1; i < 14000; i++) {
    x = (x * 48271) % 2147483647;
    noise += String.fromCharCode(97 + (x % 26));
  }
  await page.keyboard.insertText(`### Long\nGET {{table}}/Tables\n# ${noise}\n`);
  const dialog = await share(page);
  const primary = dialog.locator(".actions .button[data-kind=primary]");
  await becomes(() => primary.innerText(), /Save as a file/);
  const [download] = await Promise.all([page.waitForEvent("download"), primary.click()]);
  assert.match(download.suggestedFilename(), /\.rowkey\.json$/);
  const file = await saved(download);
  const other = await play();
  await other.getByRole("button", { name: "New document" }).click();
  await other
    .locator('.drop input[type="file"]')
    .setInputFiles({ name: "x.rowkey.json", mimeType: "application/json", buffer: file });
  await band(other).waitFor();
  await becomes(() => band(other).innerText(), /Nothing has run/);
  const first = () => other.locator(".cm-line").first().innerText();
  await other.locator(".cm-line").first().click();
  await other.keyboard.type("# mine ");
  await keptForTheTab(other);
  await other.reload();
  await atWork(other);
  await band(other).waitFor();
  assert.match(await first(), /mine/);
  await band(other).getByRole("button", { name: "Close" }).click();
  await other.reload();
  await atWork(other);
  await becomes(() => band(other).count(), 0);
  assert.deepEqual([...page.trouble, ...other.trouble], []);
});

deep("the dialog and the band are clean in axe in both themes, and work by keyboard", async () => {
  for (const [colorScheme, rules] of [["light"], ["dark", COLOURS]]) {
    const page = await play(linkOf(shop), { colorScheme });
    await clean(page, rules);
    await share(page);
    await clean(page, rules);
    await page.keyboard.press("Escape");
    await becomes(() => page.evaluate(() => document.activeElement?.getAttribute("data-tool")), "share");
    await page.context().close();
  }
});

deep("a result is copied as code (row 60)", async () => {
  const page = await play();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".cm-line").nth(3).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("button", { name: "Copy this request as code" }).click();
  const dialog = page.locator("dialog.framed");
  await dialog.getByRole("radio", { name: "JavaScript" }).check();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /getEntity\("Sales", "000223"\)/);
  await clean(page);
});

deep("a link leads back to its lesson, and to no other place", async () => {
  const good = await play(`?lesson=query-classes/1${linkOf(shop)}`);
  await becomes(() => band(good).getByRole("link").getAttribute("href"), `${site.url}learn/query-classes/1/`);
  const bad = await play(`?lesson=${encodeURIComponent("//evil.example/")}${linkOf(shop)}`);
  await becomes(() => band(bad).getByRole("link").count(), 0);
});

// ---- pages of others ----

/** The site from a host that sends no header against frames, as `serve` does. */
async function host() {
  const before = process.env.SERVE;
  process.env.SERVE = "files";
  const hosted = await serveSite();
  if (before === undefined) delete process.env.SERVE;
  else process.env.SERVE = before;
  return hosted;
}

/** A page of another origin. */
async function foreign(html) {
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://localhost:${server.address().port}/`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

const embedding = (site) => `<!doctype html><title>Blog</title><p>Text</p><div style="height:3000px"></div>
<script async src="${site.url}embed.js"></script>
<table-play title="Shop orders"><pre><code>${SCRIPT.replaceAll("<", "&lt;")}</code></pre></table-play>`;

test("<table-play> loads nothing until it comes near, then runs in a frame of another origin (row 59)", async () => {
  const hosted = await host();
  const blog = await foreign(embedding(hosted));
  try {
    const page = await open(browser, blog.url);
    await page.waitForFunction(() => customElements.get("table-play"));
    // it knows where it is
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await becomes(() => page.locator("iframe").count(), 0);
    assert.deepEqual(
      page.requests.filter((u) => u.startsWith(hosted.url)),
      [`${hosted.url}embed.js`],
    );
    await page.locator("table-play").scrollIntoViewIfNeeded();
    const frame = page.frameLocator("iframe");
    await frame.locator("play-ground[state=ready]").waitFor();
    await becomes(() => frame.locator(".top-bar").isVisible(), false);
    await frame.getByRole("button", { name: "Run all 3" }).click();
    await frame.locator(".opened[data-ran]").waitFor();
    await frame.getByText("201 Created").first().waitFor();
    await becomes(() => page.locator("table-play pre").isVisible(), false);
    await frame.locator(".cm-line").first().click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("### Mine\n");
    const link = frame.getByRole("link", { name: "Open in the playground" });
    // packed in a pause
    await becomes(async () => contentOf(await link.evaluate((a) => a.href)).scripts[0].text, /^### Mine\n/);
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.waitForSelector("play-ground[state=ready]");
    assert.match(await opened.evaluate(() => document.querySelector("play-ground").pane.text), /^### Mine\n/);
    await becomes(() => opened.locator(".notice[data-kind=data]").count(), 0, "nobody keeps the data of a link");
    const reached = await page.evaluate(() => {
      const f = document.querySelector("table-play").shadowRoot.querySelector("iframe");
      try {
        return String(f.contentDocument?.title ?? f.contentWindow.document.title);
      } catch (e) {
        return e.name;
      }
    });
    assert.match(reached, /SecurityError|TypeError/);
    assert.deepEqual(
      page.trouble.filter((x) => !x.startsWith("leaves the origin")),
      [],
    );
  } finally {
    await blog.close();
    await hosted.close();
  }
});

deep("the page that the help shows for an embedded script runs as it is, with its policy (row 59)", async () => {
  const help = readFileSync(new URL("../../content/help/hosting/en.md", import.meta.url), "utf8");
  const [, recipe] = help.match(/```text\n(<!doctype html>.*?)```/s);
  const hosted = await host();
  const blog = await foreign(recipe.replaceAll("https://example.org/rowkey/", hosted.url));
  try {
    const page = await open(browser, blog.url);
    const frame = page.frameLocator("iframe");
    await frame.locator("play-ground[state=ready]").waitFor();
    await frame.getByRole("button", { name: "Run" }).first().click();
    await frame.getByText("201 Created").first().waitFor();
    assert.deepEqual(
      page.trouble.filter((x) => !x.startsWith("leaves the origin")),
      [],
    );
  } finally {
    await blog.close();
    await hosted.close();
  }
});

deep("<table-play> is a block of code without JavaScript (row 59)", async () => {
  const hosted = await host();
  const blog = await foreign(embedding(hosted));
  try {
    const page = await open(browser, blog.url, { javaScriptEnabled: false });
    await becomes(() => page.locator("table-play pre").isVisible(), true);
    await becomes(() => page.locator("table-play pre").innerText(), /POST {{table}}\/Tables/);
  } finally {
    await blog.close();
    await hosted.close();
  }
});

deep("a frame whose storage is blocked works, and keeps nothing", async () => {
  const hosted = await host();
  const blog = await foreign(
    `<!doctype html><title>x</title><iframe sandbox="allow-scripts" width="800" height="600" src="${hosted.url}play/?embed${linkOf(shop)}"></iframe>`,
  );
  try {
    const page = await open(browser, blog.url);
    const shown = page.frameLocator("iframe").locator("body", { hasText: /Create the table|PartitionKey/ });
    await shown.waitFor();
  } finally {
    await blog.close();
    await hosted.close();
  }
});

deep("the loader is at most 3 kB", () => {
  const size = readFileSync(join(dist, "embed.js")).length;
  assert.ok(size > 500 && size <= 3000, String(size));
});
