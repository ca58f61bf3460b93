// The official SDK inside the browser, over the engine of a page, under the policy of that page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, test } from "./tier.mjs";

const MODULE = "/sdk-page.js";

let site, browser, page;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
  page = await open(browser, `${site.url}help/`);
  const body = bundle();
  await page.route(`**${MODULE}`, (route) => route.fulfill({ contentType: "text/javascript", body }));
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Bundles sdk-page.mjs with the esbuild that builds the site; nothing is written. */
function bundle() {
  const args = [
    "run",
    "github.com/evanw/esbuild/cmd/esbuild",
    "e2e/sdk-page.mjs",
    "--bundle",
    "--format=esm",
    "--log-level=warning",
  ];
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  return execFileSync("go", args, { cwd, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "inherit"] });
}

/** Runs work(members of sdk-page.mjs) in the page and returns its result. */
async function inPage(work) {
  const result = await page.evaluate(`import("${MODULE}").then(${work})`);
  assert.deepEqual(page.trouble, []);
  return result;
}

test("an entity is inserted, read, updated and deleted", async () => {
  const got = await inPage(async ({ create, failure }) => {
    const table = await create("people");
    const more = { name: "Zoë 🦀", age: 34, visits: 1n << 60n, photo: new Uint8Array([0, 1, 255]) };
    const inserted = await table.createEntity({ partitionKey: "Sales", rowKey: "it's 1", ...more });
    const first = await table.getEntity("Sales", "it's 1");
    await table.updateEntity({ partitionKey: "Sales", rowKey: "it's 1", age: 35 }, "Merge");
    const second = await table.getEntity("Sales", "it's 1");
    await table.deleteEntity("Sales", "it's 1");
    const gone = await failure(() => table.getEntity("Sales", "it's 1"));
    return {
      etags: [inserted.etag === first.etag, first.etag === second.etag],
      first: [first.name, first.age, String(first.visits), [...first.photo]],
      second: [second.name, second.age],
      gone,
    };
  });
  assert.deepEqual(got, {
    etags: [true, false],
    first: ["Zoë 🦀", 34, "1152921504606846976", [0, 1, 255]],
    second: ["Zoë 🦀", 35],
    gone: [404, "ResourceNotFound"],
  });
});

test("an update with an old ETag is refused", async () => {
  const got = await inPage(async ({ create, failure }) => {
    const table = await create("versions");
    const key = { partitionKey: "a", rowKey: "1" };
    const { etag: old } = await table.createEntity({ ...key, n: 1 });
    const { etag } = await table.updateEntity({ ...key, n: 2 }, "Replace", { etag: old });
    const late = await failure(() => table.updateEntity({ ...key, n: 3 }, "Replace", { etag: old }));
    const kept = (await table.getEntity("a", "1")).n;
    const lateToo = await failure(() => table.deleteEntity("a", "1", { etag: old }));
    await table.deleteEntity("a", "1", { etag });
    return { late, kept, lateToo };
  });
  assert.deepEqual(got, {
    late: [412, "UpdateConditionNotSatisfied"],
    kept: 2,
    lateToo: [412, "UpdateConditionNotSatisfied"],
  });
});

test("a filtered list comes in pages, and a token resumes it", async () => {
  const got = await inPage(async ({ create, odata }) => {
    const table = await create("pages");
    await table.submitTransaction(
      Array.from({ length: 100 }, (_, i) => [
        "create",
        { partitionKey: "Sales", rowKey: String(i).padStart(3, "0"), i },
      ]),
    );
    const list = () =>
      table.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${"Sales"} and i ge ${30}`, select: ["i"] } });
    const pages = [];
    for await (const page of list().byPage({ maxPageSize: 25 }))
      pages.push({ first: page[0].i, n: page.length, token: page.continuationToken });
    const resumed = await list().byPage({ maxPageSize: 2, continuationToken: pages[0].token }).next();
    return { pages: pages.map((p) => [p.first, p.n, Boolean(p.token)]), resumed: resumed.value.map((e) => e.i) };
  });
  assert.deepEqual(got, {
    pages: [
      [30, 25, true],
      [55, 25, true],
      [80, 20, false],
    ],
    resumed: [55, 56],
  });
});

test("a transaction is whole, or leaves nothing", async () => {
  const got = await inPage(async ({ create, failure }) => {
    const table = await create("transactions");
    const at = (rowKey, more) => ({ partitionKey: "a", rowKey, ...more });
    await table.createEntity(at("1", { n: 1 }));
    const good = await table.submitTransaction([
      ["create", at("2")],
      ["update", at("1", { n: 2 }), "Merge"],
      ["upsert", at("3"), "Replace"],
    ]);
    const bad = await failure(() =>
      table.submitTransaction([
        ["update", at("1", { n: 9 }), "Merge"],
        ["create", at("4")],
        ["create", at("2")],
      ]),
    );
    const rows = [];
    for await (const e of table.listEntities()) rows.push([e.rowKey, e.n ?? null]);
    return {
      status: good.status,
      parts: good.subResponses.map((r) => r.status),
      etag: Boolean(good.getResponseForEntity("2").etag),
      bad,
      rows,
    };
  });
  assert.deepEqual(got, {
    status: 202,
    parts: [204, 204, 204],
    etag: true,
    bad: [409, "EntityAlreadyExists"],
    rows: [
      ["1", 2],
      ["2", null],
      ["3", null],
    ],
  });
});

test("a table exists once, until it is deleted", async () => {
  const got = await inPage(async ({ clientOf, create, failure }) => {
    const missing = await failure(() => clientOf("short").createEntity({ partitionKey: "a", rowKey: "1" }));
    const table = await create("short");
    await table.createTable(); // the SDK takes 409 for success
    await table.createEntity({ partitionKey: "a", rowKey: "1" });
    await table.deleteTable();
    return { missing, gone: await failure(() => table.getEntity("a", "1")) };
  });
  assert.deepEqual(got, { missing: [404, "TableNotFound"], gone: [404, "TableNotFound"] });
});

test("the signal of a call ends the request that the engine has", async () => {
  const got = await inPage(async ({ clientOf, engine, failure }) => {
    const controller = new AbortController();
    let asked;
    const table = clientOf("late", (...request) => {
      asked = engine.fetch(...request);
      controller.abort();
      return asked;
    });
    const call = await failure(() => table.getEntity("a", "1", { abortSignal: controller.signal }));
    return [call, await failure(() => asked)];
  });
  assert.deepEqual(got, ["AbortError", "AbortError"]);
});
