// A script leaves the playground as a file for another tool, and does there what it did here. httpyac is installed with
// the benchmarks (npm ci --prefix site/bench), or named by HTTPYAC, the folder of its package.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, saved } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, tellSkipped } from "./tier.mjs";

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const httpyac = process.env.HTTPYAC ?? inProject("site/bench/node_modules/httpyac");
const skip = !existsSync(httpyac) && "httpyac is not installed";
if (skip) tellSkipped(skip, "the samples do in httpyac what they do here");
const SAMPLES = ["classes", "writes", "versions", "batches", "paging", "newest"];

let site;
let browser;
let table; // { url, fresh, close }

before(async () => {
  site = await serveSite();
  browser = await launch();
  table = await serveTables();
});

after(async () => {
  await browser?.close();
  await table?.close();
  await site?.close();
});

/** The local endpoint, which can be emptied. */
async function serveTables() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  const flags = [
    "-site",
    "off",
    "-queue",
    "off",
    "-blob",
    "off",
    "-table",
    `127.0.0.1:${port}`,
    "-auth",
    "trust",
    "-control",
  ];
  const child = spawn(inProject("site/.cache/serve-for-tests"), flags, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (let i = 0; i < 300 && !(await answers()); i++) await new Promise((later) => setTimeout(later, 100));
  const close = () => new Promise((done) => child.once("exit", done) && child.kill());
  return { url, port, fresh: () => empty(url), close };
}

/** Everything is in the file that is sent. */
async function empty(url) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/-/reset`, { method: "POST", headers, body: JSON.stringify({ seed: 1 }) });
  assert.ok(response.ok, `reset: ${response.status}`);
}

/** Runs a file with httpyac in a folder of its own: the status of each answer, and what its checks say. */
async function runWithHttpyac(text) {
  const folder = mkdtempSync(join(tmpdir(), "rowkey-"));
  writeFileSync(join(folder, "script.http"), text.replaceAll("127.0.0.1:10002", `127.0.0.1:${table.port}`));
  const args = [join(httpyac, "bin/httpyac.js"), "send", "script.http", "--all", "--json", "--output", "body"];
  const to = openSync(join(folder, "answers.json"), "w"); // into a pipe httpyac does not write all of it
  await new Promise((done) =>
    spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", to, "ignore"] }).on("exit", done),
  );
  const out = readFileSync(join(folder, "answers.json"), "utf8");
  rmSync(folder, { recursive: true });
  return JSON.parse(out).requests.map((r) => ({
    status: r.response?.statusCode,
    inner: innerOf(String(r.response?.body ?? "")),
    checks: r.testResults?.map((c) => c.status) ?? [],
  }));
}

/** The statuses inside of the answer to a batch. */
const innerOf = (body) => [...body.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((m) => Number(m[1]));

async function download(page, tool) {
  await page.locator(".doc-end [popovertarget=doc-menu]").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: tool }).click()]);
  return { name: file.suggestedFilename(), text: String(await saved(file)) };
}

async function openSample(name) {
  const page = await open(browser, `${site.url}play/?sample=${name}`, { acceptDownloads: true });
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

for (const name of SAMPLES) {
  deep(
    `the sample ${name} does in httpyac what it does here (row 62)`,
    {
      skip,
    },
    async () => {
      const page = await openSample(name);
      const { text } = await download(page, /httpyac/);
      const expected = [...text.matchAll(/^\?\? status == (\d+)$/gm)].map((m) => Number(m[1]));
      await table.fresh();
      const all = await runWithHttpyac(text);
      const answers = all.filter((a) => a.checks.length > 0); // to create a table is no check
      assert.ok(expected.length > 12 && all.length - answers.length >= 1, text);
      assert.deepEqual(
        answers.map((a) => a.status),
        expected,
      );
      assert.ok(answers.every((a) => a.checks.length === 1 && a.checks[0] === "SUCCESS"));
      const begun = text.match(/^### \d+\. Rows? /gm).length;
      assert.ok(answers.slice(0, begun).every((a) => a.inner.every((status) => status === 204)));
      if (name === "batches")
        assert.deepEqual(
          answers.slice(begun).map((a) => a.inner),
          [[204, 204], [409], []],
        );
      assert.deepEqual(page.trouble, []);
      await page.context().close();
    },
  );
}

deep(
  "a large data set leaves with what its requests get here, and with a word about where its rows are (row 62)",
  async () => {
    const page = await openSample("set-orders");
    const { text } = await download(page, /httpyac/);
    assert.match(
      text,
      /^# This file does not create Orders, because .* `go run \.\/serve copy -from Orders\.jsonl -to/m,
    );
    assert.deepEqual(text.match(/^\?\? status == \d+$/gm), Array(3).fill("?? status == 200"));
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep(
  "a script for the REST Client of VS Code has raw transactions and pages, and no word of ours that is obeyed (row 62)",
  async () => {
    const page = await openSample("batches");
    const { name, text } = await download(page, /REST Client/);
    assert.equal(name, "All-or-nothing.http");
    const begun = text.match(/^### \d+\. Rows? [\d,]+(?: to [\d,]+)? of Employees$/gm)?.length ?? 0;
    assert.ok(begun > 8, `${begun} transactions of rows`);
    assert.equal(text.match(/^POST \{\{table\}\}\/\$batch\?\{\{sas\}\}$/gm)?.length, begun + 2);
    assert.doesNotMatch(text, /^\s*#\s*@(?!name )/m);
    assert.doesNotMatch(text, /^\?\?/m);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep("where requests have to be signed, a script leaves with its rows as well (row 62)", async () => {
  const page = await openSample("batches");
  await page.evaluate(() => (document.querySelector("play-ground").document.sample.options = { signatures: true }));
  const { text } = await download(page, /httpyac/);
  assert.match(text, /^### \d+\. Rows 1 to \d+ of Employees$/m);
  assert.doesNotMatch(text, /status == 403/); // what the script sends is signed
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});
