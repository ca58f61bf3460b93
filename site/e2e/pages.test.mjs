// Every page: accessible, complete without scripts, and silent towards the rest of the world.
import assert from "node:assert/strict";
import { COLOURS, violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open, visit } from "./browser.mjs";
import { allPages, showingAll } from "./pages.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

const SCREENS = [1440, 390];

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Pages that stand for a kind of page. */
const KINDS = [
  "",
  "learn/",
  "learn/data-model-and-keys/",
  "learn/data-model-and-keys/1/",
  "learn/partitions-and-scale/2/",
  "patterns/",
  "patterns/intra-partition-index/",
  "cases/sensor-readings/",
  "play/",
  "help/",
  "help/script-format/",
  "limits/",
  "glossary/",
  "search/",
  "404.html",
];

async function isWhole(page, path) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${path} scrolls sideways`);
  assert.deepEqual(page.trouble, [], path);
}

/** Kinds that have colours of their own in a dark theme: prose, an exercise, figures, the playground, results of a
 * search. */
const DARK = ["learn/data-model-and-keys/1/", "learn/partitions-and-scale/2/", "patterns/", "play/", "search/"];

test("each kind of page loads without a fault and passes axe, and in the dark theme its rules about colours", async () => {
  await visit(browser, site, KINDS, { viewport: { width: 1440, height: 900 } }, async (page, path) => {
    await isWhole(page, path);
    if (path === "play/") await atWork(page);
    await page.evaluate(shorten);
    assert.deepEqual(await violations(page), [], path);
    if (!DARK.includes(path)) return;
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page, COLOURS), [], `${path}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
  });
});

/** Leaves the first of many rows and examples: to look at the others, which are of one kind, takes axe most of its
 * time. */
function shorten() {
  for (const list of document.querySelectorAll("tbody, ul, ol, dl"))
    for (const e of [...list.children].slice(20)) e.remove();
  for (const e of [...document.querySelectorAll("run-cell, sdk-tabs")].slice(6)) e.remove();
}

/** Every page with EVERY_PAGE=1; else those that stand for a kind of page, and a few that together have all that any
 * has. */
const seen = () => (process.env.EVERY_PAGE ? allPages() : [...new Set([...KINDS, ...showingAll()])]);

// A dark theme changes colours alone, and those of a phone are those of a desk but for a few bars.
for (const { colorScheme, width, all, rules } of [
  { colorScheme: "light", width: 1440, all: true },
  { colorScheme: "light", width: 390, all: true },
  { colorScheme: "dark", width: 1440, all: true, rules: COLOURS },
  { colorScheme: "dark", width: 390, all: false, rules: COLOURS },
])
  deep(`pages with all that any page has pass axe, ${colorScheme}, ${width} px wide`, async () => {
    const paths = all ? seen() : KINDS;
    await visit(browser, site, paths, { colorScheme, viewport: { width, height: 900 } }, async (page, path) => {
      assert.deepEqual(await violations(page, rules), [], path);
      if (path !== "play/") return;
      await atWork(page);
      assert.deepEqual(await violations(page, rules), [], `${path} at work`);
    });
  });

// A page is opened in one of the widths; those that stand for a kind in both, and in the wide one axe has looked at
// them. By default it is each sixteenth page in each width.
for (const [i, width] of SCREENS.entries())
  for (const [named, has, tier] of [
    ["each sixteenth page", (n) => n % 16 === i, test],
    ["every other page", (n) => n % 16 > 1 && n % 2 === i, deep],
  ])
    tier(
      `${named} loads without a fault, nothing comes from elsewhere, and nothing is wider than ${width} px`,
      async () => {
        const own = allPages().filter((path, n) => (KINDS.includes(path) ? width === 390 && tier === test : has(n)));
        await visit(browser, site, own, { viewport: { width, height: 400 } }, isWhole);
      },
    );

deep("no page is wider than the smallest phone", async () => {
  const kinds = [
    "",
    "learn/",
    "learn/data-model-and-keys/1/",
    "patterns/log-tail/",
    "limits/",
    "glossary/",
    "search/",
    "help/script-format/",
    "learn/partitions-and-scale/3/",
    "learn/prepend-append/2/",
  ];
  await visit(browser, site, kinds, { viewport: { width: 320, height: 700 } }, async (page, path) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    assert.deepEqual(await page.evaluate(cutNames), [], path);
  });
});

/** Pages whose scripts add something, beside those that stand for a kind. */
const MOVING = [
  "learn/query-classes/2/",
  "patterns/log-tail/",
  "cases/",
  "design/",
  "design/table/",
  "design/scale/",
  "watch/",
];
const MOST = 0.02; // of the window, weighed by how far it moves

/** How much of a page moves while it loads for a reader who has seen nothing of the site, on a slow machine and line. */
async function shiftOf(path, viewport) {
  const page = await open(browser, `${site.url}robots.txt`, { viewport, init: [[noteShifts]] });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: 1e6, // bytes a second of a site that is not compressed
    uploadThroughput: 1e6,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(site.url + path);
  if (path === "play/" && viewport.width >= 800) await page.locator("data-room [data-row]").first().waitFor();
  if (path === "design/table/") await page.locator(".own-drop").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const moved = await page.evaluate(() => globalThis.moved);
  await page.context().close();
  return { sum: moved.reduce((all, m) => all + m.share, 0), moved };
}

async function nothingMoves(paths, viewports) {
  const wrong = [];
  for (const path of paths)
    for (const viewport of viewports) {
      const { sum, moved } = await shiftOf(path, viewport);
      if (sum > MOST) wrong.push(`${path} at ${viewport.width}: ${sum.toFixed(3)} ${JSON.stringify(moved)}`);
      if (process.env.SHIFTS) console.log(path || "/", viewport.width, sum.toFixed(4));
    }
  assert.deepEqual(wrong, []);
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

deep("on a slow machine nothing of any kind of page moves when its parts come, in any width", () =>
  nothingMoves([...KINDS, ...MOVING], [DESK, { width: 1024, height: 768 }, { width: 820, height: 1180 }, PHONE]),
);

/** Notes what moves on a page: its share of the window, and the first words of what moved. */
function noteShifts() {
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const e of list.getEntries())
      if (!e.hadRecentInput)
        globalThis.moved.push({ share: e.value, what: e.sources.map((s) => s.node?.textContent?.slice(0, 30)) });
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns what is cut off in the lines that show which node serves which keys. */
function cutNames() {
  const end = (e) => e.getBoundingClientRect().right;
  const bands = [...document.querySelectorAll(".nm-band")].filter((band) => band.checkVisibility());
  const texts = bands.flatMap((band) =>
    [...band.parentElement.querySelectorAll("text")].map((text) => ({ band, text })),
  );
  return texts
    .filter(({ band, text }) => text.getBBox().width > 0 && end(text) > end(band))
    .map((x) => x.text.textContent);
}

deep("on a phone the letters of the glossary are links in a row, each as large as a finger", async () => {
  const page = await open(browser, `${site.url}glossary/`, { viewport: { width: 390, height: 844 } });
  const letters = page.locator(".letters a");
  const boxes = await letters.evaluateAll((all) => all.map((a) => a.getBoundingClientRect().toJSON()));
  assert.deepEqual(
    boxes.filter((b) => b.width < 44 || b.height < 44),
    [],
  );
  assert.equal(boxes.length > 15, true);
  await letters.getByText("S", { exact: true }).click();
  assert.equal(await page.locator("#s").evaluate((h) => h.getBoundingClientRect().top < innerHeight / 2), true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomes(() => letters.first().isVisible(), false);
  await page.context().close();
});

deep("a field hides what the glossary does not say of what is typed, and a link shows it again", async () => {
  const page = await open(browser, `${site.url}glossary/`);
  const words = page.locator("article h3:visible");
  const all = await words.count();
  const field = page.getByRole("searchbox", { name: "Filter the words" });
  await field.fill("idempotent");
  await becomes(async () => (await words.count()) < all / 4 && (await words.count()) > 0, true);
  await becomes(() => page.locator("[data-filtered]").innerText(), new RegExp(`^${await words.count()} words?$`));
  await field.fill("idempotent zebra");
  await becomes(() => words.count(), 0);
  await becomes(() => page.locator("[data-filtered]").innerText(), /^No word here says that/);
  await page.evaluate(() => (location.hash = "#batch"));
  await becomes(() => words.count(), all);
  await becomes(() => page.locator("#batch").isVisible(), true);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("words that the course coined lead to the glossary", async () => {
  for (const [path, place] of [
    ["learn/data-model-and-keys/1/", "par"],
    ["learn/data-model-and-keys/4/", "lens"],
    ["learn/partitions-and-scale/2/", "round-trip"],
    ["learn/async-and-parallel/4/", "lane"],
  ]) {
    const page = await open(browser, site.url + path);
    await page.locator(`main a[href$="glossary/#${place}"]`).first().click();
    await becomes(() => page.locator(`#${place}`).innerText(), new RegExp(place.replace("-", " "), "i"));
    await page.context().close();
  }
});

deep("what runs passes axe too: results, explain, checks, the dialog", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`);
  await page.locator("lesson-try").getByRole("button", { name: "Run" }).click();
  await page.locator("lesson-check li[data-ok]").first().waitFor();
  await page.locator("lesson-try run-output").getByRole("radio", { name: "Explain" }).check();
  assert.deepEqual(await violations(page), []);
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(page.trouble, []);
});

test("with scripts switched off a page shows its results", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`, { javaScriptEnabled: false });
  const example = page.locator('run-cell[data-kind="example"]').first();
  await becomes(() => example.locator(".ro-sum").innerText(), /200 OK\s*Table scan\s*read 1,004/);
  await becomes(() => example.getByText("weissa@contoso.com").first().isVisible(), true);
  await example.getByRole("radio", { name: "Explain" }).check();
  await becomes(() => example.locator("query-plan").isVisible(), true);
  await becomes(() => page.getByRole("button", { name: /Run/ }).count(), 0);
  await becomes(() => page.locator("lesson-try .task").innerText(), /^Task\n/, "the task is there, above the script");
  await becomes(() => page.locator("lesson-check [role=status]").isVisible(), false, "and nothing says to run");
});

const LATER = /\.wasm$|\/worker\.|\/store\.|(lesson|codemirror)[^/]*\.js/;

test("before the first touch a lesson loads a page, a style sheet and one bundle; when it is idle it fetches the rest, but not on a line that is spared", async () => {
  // What a browser measures of its line depends on what else the machine does.
  const line = (type) => [
    (effectiveType) => Object.defineProperty(navigator, "connection", { value: { effectiveType } }),
    type,
  ];
  for (const type of ["2g", "4g"]) {
    const init = [line(type)];
    const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`, { init });
    await page.waitForLoadState("networkidle");
    const names = () => page.requests.map((r) => new URL(r).pathname);
    if (type === "2g") {
      assert.ok(names().length <= 10, names().join(" "));
      assert.deepEqual(
        names().filter((n) => LATER.test(n)),
        [],
        "a line that is spared",
      );
    } else {
      await becomes(
        () => [/\.wasm$/, /\/worker\./, /\/store\./].filter((part) => names().some((n) => part.test(n))).length,
        3,
      );
    }
    await becomes(() => page.locator("rk-editor, lesson-try[state]").count(), 0, "nothing of it runs");
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  }
});

deep("the theme goes round, and is kept", async () => {
  const page = await open(browser, site.url);
  const toggle = page.locator("[data-theme-toggle]");
  const seen = [];
  for (let i = 0; i < 3; i++) {
    await toggle.click();
    seen.push(await page.evaluate(() => document.documentElement.dataset.theme ?? "auto"));
  }
  assert.deepEqual(seen, ["light", "dark", "auto"]);
  await toggle.click();
  await page.goto(`${site.url}learn/`);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
});

for (const [platform, name] of [
  ["Linux x86_64", "Ctrl+Shift+Enter"],
  ["MacIntel", "⇧⌘↩"],
]) {
  deep(`shortcuts have the names of the reader's keyboard: ${platform}`, async () => {
    const init = [[(p) => Object.defineProperty(Navigator.prototype, "platform", { get: () => p }), platform]];
    const page = await open(browser, `${site.url}help/`, { init });
    const named = await page.locator('kbd[data-keys="Mod+Shift+Enter"]').allInnerTexts();
    assert.deepEqual([...new Set(named)], [name], "wherever the page names the keys");
    await page.keyboard.press("?");
    await page.locator("dialog[open] kbd").getByText(name, { exact: true }).first().waitFor();
    assert.deepEqual(page.trouble, []);
  });
}

deep("a language of code is chosen once, for all pages", async () => {
  const page = await open(browser, `${site.url}patterns/log-tail/`);
  const chosen = () => page.locator("sdk-tabs input:checked").evaluateAll((all) => all.map((i) => i.value));
  assert.equal((await chosen()).includes("python"), false);
  await page.locator('sdk-tabs input[value="python"]').last().check();
  assert.deepEqual([...new Set(await chosen())], ["python"], "every block of the page follows");
  await page.reload();
  assert.deepEqual([...new Set(await chosen())], ["python"], "after a reload");
  await page.goto(`${site.url}patterns/compound-key/`);
  assert.deepEqual([...new Set(await chosen())], ["python"], "on another page");
  assert.deepEqual(page.trouble, []);
});

// What people type who come from elsewhere, and a page that has to be among the first three.
const CALLED = [
  ["create table", "help/script-format/#requests"],
  ["sensor readings", "cases/sensor-readings/"],
  ["firebase", "learn/data-model-and-keys/"],
  ["firestore", "learn/data-model-and-keys/"],
  ["dynamodb", "learn/choosing-keys/"],
  ["sql join", "learn/relationships/"],
  ["order by", "learn/sorting/"],
  ["primary key", "learn/data-model-and-keys/"],
  ["foreign key", "learn/relationships/"],
  ["transaction", "learn/entity-group-transactions/"],
  ["upsert", "learn/modification-and-concurrency/"],
  ["auto increment", "learn/choosing-keys/"],
  ["pagination", "learn/continuation-and-paging/"],
];

test("the slash leads to the search, which finds what people call things elsewhere, and code as it is typed", async () => {
  const page = await open(browser, `${site.url}learn/`);
  await page.keyboard.press("/");
  await page.keyboard.type("PartitionKey");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search/?q=PartitionKey");
  const found = page.locator("site-search h2 a");
  const said = page.locator(".found-n");
  await found.first().waitFor();
  await becomes(() => said.innerText(), /The 20 best pages that mention “PartitionKey”/);
  const type = async (words) => {
    await page.locator("main input[type=search]").fill(words);
    await said.filter({ hasText: `“${words}”` }).waitFor();
  };
  for (const [words, place] of CALLED) {
    await type(words);
    const links = await found.evaluateAll((all) => all.map((a) => a.href));
    assert.ok(links.slice(0, 3).includes(site.url + place), `${words} leads to ${links.slice(0, 3).join(" ")}`);
    const kind = { learn: "lesson", cases: "case", help: "help" }[place.split("/", 1)[0]];
    const find = page.locator("site-search h2").filter({ has: page.locator(`a[href$="${place}"]`) });
    await becomes(() => find.first().innerText(), new RegExp(` ${kind}$`));
    // though others begin alike
    if (words === "firebase") await becomes(() => said.innerText(), "No page mentions “firebase”.");
  }
  await type("join");
  await becomes(() => page.locator("site-search").innerText(), /join/i);
  assert.doesNotMatch(await page.locator("site-search").innerText(), /\{\{table|GET |###/, "sentences, no scripts");
  await type("junction employees");
  await becomes(() => said.innerText(), /^No page mentions “junction”. These mention the rest of “junction employees”/);
  await becomes(() => found.count().then((n) => n > 3), true, "pages with the other word");
  for (const word of ["If-Match", "$filter", "odata"]) {
    await type(word);
    await becomes(() => said.innerText(), /\d+ (best )?pages? (that )?mentions?/);
    await becomes(() => page.locator("site-search mark").first().innerText(), new RegExp(word.replace("$", ""), "i"));
  }
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/pagefind/pagefind.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}search/?q=upsert`);
  await becomes(() => said.innerText(), "Searching …", "until the index is there");
  await becomes(() => found.count(), 3, "with the pages that the page itself knows");
  await becomes(() => page.getByRole("heading", { name: "All pages" }).count(), 0);
  release();
  await said.filter({ hasText: "“upsert”" }).waitFor();
  await page.goto(`${site.url}search/`);
  await page.waitForFunction(() => document.activeElement?.matches("main input[type=search]"));
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep(
  "what is typed before the search is ready is found, and an index that did not come is asked for again",
  async () => {
    const typed = () => {
      const watch = new MutationObserver(() => {
        const field = document.querySelector("main input[type=search]");
        if (field) field.value = "upsert";
        if (field) watch.disconnect();
      });
      watch.observe(document, { childList: true, subtree: true });
    };
    const page = await open(browser, `${site.url}search/`, { init: [[typed]] });
    const said = page.locator(".found-n");
    await becomes(() => said.innerText(), /pages mention “upsert”|pages that mention “upsert”/);
    assert.deepEqual(page.trouble, []);

    let failing = true;
    await page.route("**/pagefind/pagefind.js*", (route) => (failing ? route.abort() : route.continue()));
    await page.goto(`${site.url}search/?q=join`);
    await becomes(() => said.innerText(), /./);
    await said.filter({ hasNotText: "Searching" }).waitFor();
    failing = false;
    await page.locator("main input[type=search]").fill("entity group");
    await said.filter({ hasText: "“entity group”" }).waitFor();
    await page.context().close();
  },
);

deep("what a lesson claims to cover is for those who ask", async () => {
  const page = await open(browser, `${site.url}learn/query-classes/`);
  await becomes(() => page.locator("[data-coverage]").isVisible(), false);
  await page.goto(`${site.url}learn/query-classes/?coverage`);
  await page.getByText("QCLS-01").waitFor();
});
