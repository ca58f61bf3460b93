// Other browsers than Chromium: a script is written, run, shared and there again after a reload, and a lesson is
// checked.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as firefox from "./drivers/firefox.mjs";
import { patiently } from "./drivers/programs.mjs";
import * as webkit from "./drivers/webkit.mjs";
import { isKept } from "./kept-data.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, tellSkipped } from "./tier.mjs";

let site;
before(async () => {
  site = await serveSite();
});
after(() => site?.close());

/** Waits until work in the page returns something true. */
const until = (browser, work, ...args) => patiently(() => browser.run(work, ...args));
const ready = (browser) => until(browser, () => document.querySelector("play-ground[state=ready]") !== null);

/** Presses the button of this name in what a selector finds. */
const click = (browser, scope, button) =>
  until(
    browser,
    (within, text) => {
      const all = [...document.querySelectorAll(`${within} :is(button, [role=menuitem])`)];
      const one = all.find((b) => (b.ariaLabel || b.textContent).trim().startsWith(text) && !b.disabled);
      one?.click();
      return one !== undefined;
    },
    scope,
    button,
  );

async function writeAndRun(browser) {
  await browser.go(`${site.url}play/`);
  await ready(browser);
  await click(browser, "play-ground", "New document");
  await click(browser, "play-ground", "Use these two requests");
  await browser.run(() => document.querySelector("rk-editor").focus());
  await browser.press("Control+End");
  await browser.type("\n\n### All\nGET {{table}}/Orders()");
  await browser.press("Control+Shift+Enter");
  await until(browser, () => document.querySelectorAll("run-output").length >= 3);
  return until(browser, () =>
    /returned 1/.test([...document.querySelectorAll("run-output")].map((r) => r.textContent).join(" ")),
  );
}

async function shareLink(browser) {
  await browser.run(() => document.querySelector('[data-tool="share"]').click());
  return until(browser, () => document.querySelector("dialog .link-out")?.textContent.trim());
}

async function reload(browser) {
  await until(browser, () => /saved here/.test(document.body.textContent));
  await until(browser, isKept);
  await browser.go(`${site.url}help/`);
  await browser.go(`${site.url}play/`);
  await ready(browser);
  await until(browser, () => /### All/.test(document.querySelector("play-ground").pane.text));
  await until(browser, () => document.querySelector('[data-panel="data"]')?.textContent.includes("Lamp"));
}

async function openLink(browser, url) {
  await browser.go("about:blank");
  await browser.go(url);
  await ready(browser);
  await click(browser, ".opened", "Run all 3");
  await until(browser, () => document.querySelector(".opened[data-ran]") !== null);
}

/** Types the solution of a step over its start. */
async function solve(browser) {
  const solution = new URL("../../tutorials/01-data-model-and-keys/1-two-keys-one-row/solution.http", import.meta.url);
  await browser.go(`${site.url}learn/data-model-and-keys/1/`);
  await until(browser, () => {
    // loads the editor, once the page listens
    document.querySelector("lesson-try")?.dispatchEvent(new Event("focusin"));
    return document.querySelector("rk-editor") !== null;
  });
  await browser.run(() => document.querySelector("rk-editor").focus());
  await browser.press("Control+a");
  await browser.type(readFileSync(solution, "utf8").trim());
  await browser.press("Control+Shift+Enter");
  await until(browser, () => document.querySelector('lesson-check[state="solved"]') !== null);
}

/** Keeps a picture where SHOTS says so. */
async function look(browser, name) {
  if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.png`, await browser.screenshot());
}

for (const kind of [firefox, webkit]) {
  const skip = kind.missing() ?? false;
  if (skip) tellSkipped(skip, `${kind.name} walks through the playground`);
  deep(
    `${kind.name} runs what is typed, shares it, keeps it, and checks a lesson`,
    {
      skip,
      timeout: 300_000,
    },
    async () => {
      const browser = await kind.launch();
      try {
        await writeAndRun(browser);
        await look(browser, `${kind.name}-play`);
        const url = await shareLink(browser);
        await look(browser, `${kind.name}-share`);
        assert.match(url, /#v1=[\w-]+$/);
        await reload(browser);
        await openLink(browser, url);
        await solve(browser);
        await look(browser, `${kind.name}-lesson`);
        assert.deepEqual(browser.errors ?? [], []);
      } finally {
        await browser.close();
      }
    },
  );
}
