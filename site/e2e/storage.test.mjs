// Browsers that keep nothing, keep it badly, or hold what nobody wrote for this build: every page starts and says so.

import assert from "node:assert/strict";
import { becomes } from "./becomes.mjs";
import { launch, open } from "./browser.mjs";
import { keptData } from "./kept-data.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

const STEP = "learn/data-model-and-keys/1/";
const CREATE = '### Create\nPOST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Mine" }\n';

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const openWith = (path, ...init) => open(browser, site.url + path, { init });

async function ready(page) {
  await page.waitForSelector("play-ground[state=ready]");
  return page;
}

async function write(page, text) {
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function runs(page) {
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator("run-output .status").first().waitFor();
}

/** An init script after which the browser holds some entries, once. */
const holding = (entries) => [
  (kept) => {
    if (sessionStorage.held) return;
    sessionStorage.held = "1";
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  },
  entries,
];

/** Replaces all that a browser holds; from a page that holds no draft and so writes none when it goes. */
async function hold(page, entries) {
  await page.goto(`${site.url}help/`);
  await page.evaluate((kept) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, entries);
}

// D12
const databases = {
  "is undefined": [
    () => Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
    "this browser blocks storage for this site",
  ],
  "is null": [
    () => Object.defineProperty(globalThis, "indexedDB", { value: null }),
    "this browser blocks storage for this site",
  ],
  "throws when it is named": [
    () =>
      Object.defineProperty(globalThis, "indexedDB", {
        get() {
          throw new DOMException("no", "SecurityError");
        },
      }),
    "this browser blocks storage for this site",
  ],
  "throws when it is opened": [
    () =>
      (IDBFactory.prototype.open = () => {
        throw new DOMException("no", "SecurityError");
      }),
    "this browser blocks storage for this site",
  ],
  "never answers": [() => (IDBFactory.prototype.open = () => ({})), "this browser's storage does not answer"],
  "fails": [
    () =>
      (IDBFactory.prototype.open = () => {
        const request = { error: new DOMException("broken", "UnknownError") };
        setTimeout(() => request.onerror());
        return request;
      }),
    "this browser's storage failed",
  ],
};
for (const [what, [init, why]] of Object.entries(databases)) {
  const tier = what === "throws when it is opened" ? test : deep;
  tier(`the playground starts, runs and says why nothing is kept where IndexedDB ${what}`, async () => {
    const page = await ready(await openWith("play/", [init]));
    const note = page.locator(".play-note [role=status]");
    await becomes(() => note.innerText(), new RegExp(why));
    await runs(page);
    await note.getByText(why).waitFor();
    await page.getByRole("button", { name: "New document" }).click();
    await note.getByText(why).waitFor();
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  });
}

test("data that could not be read in time are not overwritten", async () => {
  const page = await ready(await open(browser, `${site.url}play/`));
  await page.getByRole("button", { name: "New document" }).click();
  await write(page, CREATE);
  await runs(page);
  await page.locator(`[data-panel="data"] select`).getByText("Mine").waitFor({ state: "attached" });
  await keptData(page);
  const slow = await page.context().newPage();
  await slow.addInitScript(() => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (key) {
      IDBObjectStore.prototype.get = get;
      return get.call(this, key) && {}; // the first answer never comes
    };
  });
  await slow.goto(`${site.url}play/`);
  await ready(slow);
  await slow.locator(".play-note [role=status]").getByText("Nothing is saved until you reset the data.").waitFor();
  await write(slow, CREATE.replace("Mine", "Other"));
  await runs(slow);
  await slow.locator(`[data-panel="data"] select`).getByText("Other").waitFor({ state: "attached" });
  await runs(slow); // what the first run left is dealt with before
  await slow.evaluate(() => navigator.locks.request("rowkey/data", () => {})); // nobody writes any more
  await page.reload();
  await ready(page);
  await becomes(() => page.locator(`[data-panel="data"] select`).innerText(), /^Mine$/);
});

deep("data that the browser takes seconds to read are there", async () => {
  const page = await ready(await open(browser, `${site.url}play/`));
  await page.getByRole("button", { name: "New document" }).click();
  await write(page, CREATE);
  await runs(page);
  await page.locator(`[data-panel="data"] select`).getByText("Mine").waitFor({ state: "attached" });
  await keptData(page);
  await page.addInitScript(() => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (key) {
      const late = {};
      get.call(this, key).onsuccess = ({ target }) =>
        setTimeout(() => Object.assign(late, { result: target.result }).onsuccess(), 4000);
      return late;
    };
  });
  await page.reload();
  await ready(page);
  await becomes(() => page.locator(`[data-panel="data"] select`).innerText(), /^Mine$/);
  assert.equal(await page.locator(".play-note [role=status]").innerText(), "");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

const SHAPES = {
  "a number": 7,
  "nothing in it": {},
  "no bytes": { data: "rowkey-1", seed: 1, setups: [] },
  "bytes of something else": { data: "bytes", seed: 1, setups: [] },
  "a seed that is not a number": { data: "bytes", seed: "1", setups: [] },
  "setups that are not names": { data: "bytes", seed: 1, setups: 7 },
};

/** Puts a value where the data of the playground are kept, and reloads it: it has to say what it did. */
async function setAside(page, value, what) {
  await page.evaluate(
    (value) =>
      new Promise((done, fail) => {
        const request = indexedDB.open("keyval-store");
        request.onerror = fail;
        request.onsuccess = () => {
          const tx = request.result.transaction("keyval", "readwrite");
          if (value.data === "bytes") value.data = new Uint8Array([1, 2, 3]).buffer;
          tx.objectStore("keyval").put(value, "rowkey/data/");
          tx.oncomplete = done;
        };
      }),
    value,
  );
  await page.reload();
  await ready(page);
  await page.locator(".play-note [role=status]").getByText("It was set aside").waitFor();
  assert.deepEqual(page.trouble, [], what);
}

deep("kept data of any other shape are set aside", async () => {
  const page = await ready(await open(browser, `${site.url}play/?sample=`));
  for (const [what, value] of Object.entries(SHAPES)) await setAside(page, value, what);
  await page.context().close();
});

deep("kept data that are not a store are set aside, the page says so, and the next are kept", async () => {
  const page = await ready(await open(browser, `${site.url}play/?sample=`));
  await setAside(page, SHAPES["bytes of something else"]);
  await write(page, CREATE);
  await runs(page);
  await page.locator(`[data-panel="data"] select`).getByText("Mine").waitFor({ state: "attached" });
  await keptData(page);
  await page.reload();
  await ready(page);
  await becomes(() => page.locator(".play-note [role=status]").innerText(), "");
  await becomes(() => page.locator(`[data-panel="data"] select`).innerText(), /^Mine$/);
});

deep("a full database says that it is full", async () => {
  const page = await ready(
    await openWith("play/", [
      () => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...args) {
          put.apply(this, args);
          this.transaction.abort();
          Object.defineProperty(this.transaction, "error", { value: new DOMException("full", "QuotaExceededError") });
        };
      },
    ]),
  );
  await runs(page);
  await page
    .locator(".play-note [role=status]")
    .getByText("Data not saved: this browser's storage for this site is full.")
    .waitFor();
});

// D14
const DRAFTS = {
  "tokens that are a number": ['{"text":"### Mine\\nGET {{table}}/Tables","tokens":7,"hash":"","at":1}', "### Mine"],
  "tokens that are not lists": ['{"text":"### Mine","tokens":[null,1,"a",{}],"hash":"","at":1}', "### Mine"],
  "ranges that run backwards": ['{"text":"### Mine","tokens":[[5,2,"key"],[0,1,"key"]],"hash":"","at":1}', "### Mine"],
  "ranges outside the text": ['{"text":"### Mine","tokens":[[-4,2,"key"],[0,999,"key"]],"hash":"","at":1}', "### Mine"],
  "ranges of no number": [
    '{"text":"### Mine","tokens":[["a",null,"key"],[0.5,1e999,"key"]],"hash":"","at":1}',
    "### Mine",
  ],
  "kinds that are no word": [
    '{"text":"### Mine","tokens":[[0,3,{"toString":1}],[4,6,"a b"]],"hash":"","at":1}',
    "### Mine",
  ],
  "a hash and a time of other types": ['{"text":"### Mine","tokens":[],"hash":{},"at":"noon"}', "### Mine"],
  "no JSON": ['{"text":"### Mi', null],
  "no text": ['{"tokens":[]}', null],
  "a text that is a number": ['{"text":7}', null],
  "null": ["null", null],
  "a list": ["[1,2]", null],
  "names that objects inherit": ['{"__proto__":{"text":"### Not mine"},"constructor":1,"toString":2}', null],
};
const places = {
  "play/?sample=": ["rowkey/draft/play/", "play-ground"],
  [STEP]: ["rowkey/draft/data-model-and-keys/1", "lesson-try"],
};
for (const [path, [key, element]] of Object.entries(places)) {
  deep(`a draft is read as far as it can be, and else set aside until it is discarded: ${path}`, async () => {
    const page = await open(browser, `${site.url}help/`);
    const aside = page.getByText("An earlier draft could not be read. It was set aside.");
    for (const [what, [text, wanted]] of Object.entries(DRAFTS)) {
      await hold(page, { [key]: text });
      await page.goto(site.url + path);
      await page.waitForSelector(`${element}[state=ready]`);
      const shown = await page.locator(".cm-content").innerText();
      if (wanted) assert.match(shown, new RegExp(`^${wanted}`), what);
      await becomes(() => aside.count(), wanted ? 0 : 1, what);
      if (!wanted)
        assert.deepEqual(
          await page.evaluate((k) => [k, k.replace("/", "~")].map((x) => localStorage.getItem(x)), key),
          [null, text],
          what,
        );
      assert.deepEqual(page.trouble, [], what);
    }
    await page.locator(".cm-line").first().click();
    await page.keyboard.insertText("### New\n");
    await page.getByText(/saved here/).waitFor();
    await page.reload();
    await page.waitForSelector(`${element}[state=ready]`);
    await becomes(() => page.locator(".cm-content").innerText(), /### New/);
    await page.getByRole("button", { name: "discard" }).click();
    await becomes(() => aside.count(), 0);
    assert.deepEqual(page.trouble, []);
  });
}

const refusals = {
  "is full": [
    () =>
      (Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      }),
    { "rowkey/play": "" },
    "not saved: this browser's storage for this site is full",
  ],
  "is that of an old private window": [
    () =>
      (Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      }),
    null,
    "not saved: this is a private window",
  ],
  "is null": [
    () => Object.defineProperty(globalThis, "localStorage", { value: null }),
    null,
    "not saved: this browser blocks storage for this site",
  ],
  "is blocked": [
    () =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("no", "SecurityError");
        },
      }),
    null,
    "not saved: this browser blocks storage for this site",
  ],
};
for (const [what, [init, kept, words]] of Object.entries(refusals)) {
  const tier = what === "is blocked" ? test : deep;
  tier(`pages start and say why nothing is saved where localStorage ${what}`, async () => {
    for (const path of ["play/?sample=", STEP]) {
      const page = await openWith(path, ...(kept ? [holding(kept)] : []), [init]);
      await page.locator("lesson-try, play-ground").hover();
      await page.locator(".cm-line").first().click();
      await page.keyboard.insertText("### New\n");
      await page.locator(".chip").getByText(words).waitFor();
      await page.getByRole("button", { name: /^Theme/ }).click();
      await becomes(() => page.getByRole("button", { name: /^Theme/ }).getAttribute("title"), words);
      assert.deepEqual(page.trouble, [], path);
      await page.goto(`${site.url}learn/`);
      await page.locator("[data-progress]").getByText(words).waitFor();
      assert.deepEqual(page.trouble, [], "learn/");
      await page.context().close();
    }
  });
}

const RECORDS = [
  "7",
  "null",
  "[]",
  "{",
  '{"v":1,"lessons":7}',
  '{"v":1,"lessons":{},"last":7}',
  '{"v":1,"lessons":{},"last":{"id":7,"path":7,"title":null}}',
  '{"v":1,"lessons":{"data-model-and-keys/1":null,"data-model-and-keys/2":{"s":1,"best":7,"seen":{}}}}',
  '{"v":1,"lessons":{},"last":{"id":"data-model-and-keys/1","path":"javascript:alert(1)","title":"x","n":1}}',
  '{"v":1,"lessons":{},"last":{"id":"data-model-and-keys/1","path":"http://[","title":"x","n":1}}',
];
deep("no record of progress, settings or prices keeps a page from starting", async () => {
  const page = await open(browser, `${site.url}help/`);
  for (const text of RECORDS) {
    const kept = Object.fromEntries(
      ["progress", "settings", "prices", "theme", "play"].map((name) => [`rowkey/${name}`, text]),
    );
    await hold(page, kept);
    await page.goto(site.url + STEP);
    await page.locator("lesson-try").hover();
    await page.waitForSelector("lesson-try[state=ready]");
    await hold(page, kept);
    await page.goto(`${site.url}learn/`);
    await page.getByRole("button", { name: "Export progress" }).waitFor();
    const resume = await page
      .locator("a[data-resume]")
      .first()
      .evaluate((a) => a.href);
    assert.ok(resume.startsWith(`${site.url}learn/`), `${text}: ${resume}`);
    await page.goto(`${site.url}play/`);
    await ready(page);
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByRole("button", { name: "Prices" }).click();
    await becomes(() => page.getByLabel("Price of 10,000 transactions").inputValue(), "1", text);
    assert.deepEqual(page.trouble, [], text);
  }
});

deep("progress that cannot be read is set aside, offered, and kept until it is discarded", async () => {
  const page = await openWith(STEP, holding({ "rowkey/progress": '{"v":2,"lessons":{"a/1":{"s":1}}}' }));
  await page.goto(`${site.url}learn/`);
  await page.getByText("Earlier progress in this browser could not be read.").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export it" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "rowkey-progress-unread.json");
  await page.getByRole("button", { name: "discard" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Export progress" }).waitFor();
  await becomes(() => page.getByText("could not be read").count(), 0);
  assert.deepEqual(page.trouble, []);
});

// B9
deep("the theme is kept under the site's own name, and the older name is read once", async () => {
  const page = await openWith("help/", holding({ theme: "dark" }));
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "");
  assert.equal(await theme(), "dark");
  await page.getByRole("button", { name: /^Theme/ }).click(); // as the system
  await page.reload();
  assert.equal(await theme(), "");
  assert.deepEqual(await page.evaluate(() => [localStorage.getItem("rowkey/theme"), localStorage.getItem("theme")]), [
    "",
    "dark",
  ]);
  const other = await openWith("help/", holding({ theme: "solarized" })); // another site's
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme ?? ""), "");
  assert.deepEqual([page.trouble, other.trouble], [[], []]);
});
