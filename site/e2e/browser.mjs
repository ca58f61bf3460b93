// A Chromium for the tests, and pages that keep what goes wrong in them.
import { buffer } from "node:stream/consumers";
import { chromium } from "playwright-core";
import { chrome } from "./chrome.mjs";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=WebUIOmniboxPopup", // a Chromium with windows loads its address bar's page for each context
];

// What a page does stays the same, and it takes a sixth less of the processors that all tests share: the engine is not
// compiled a second time while it runs, and no process draws for a screen.
const FRUGAL = ["--js-flags=--liftoff-only", "--in-process-gpu"];

/** Milliseconds until something that does not come has failed. It measures nothing: a busy machine needs most of it. */
export const PATIENCE = 60_000;

/** The same for what takes tens of seconds of the processors. */
export const LONG_PATIENCE = { timeout: 600_000 };

const options = (args) => ({ executablePath: chrome, args });

/**
 * The browser of the tests: the one at BROWSER_WS, which a worker of tools/browser-test.mjs has, or a new one. What is
 * measured has to run as it does for readers.
 */
export function launch({ asForReaders = false } = {}) {
  if (asForReaders) return chromium.launch(options(ARGS));
  return process.env.BROWSER_WS
    ? chromium.connect(process.env.BROWSER_WS)
    : chromium.launch(options([...ARGS, ...FRUGAL]));
}

/** A browser for several processes, one after another. */
export const launchServer = () => chromium.launchServer(options([...ARGS, ...FRUGAL]));

/** The bytes of a file that a page has saved; it may be on the side of a browser that is shared. */
export const saved = async (download) => buffer(await download.createReadStream());

/**
 * Opens a page of its own context. page.trouble lists errors, refused resources and requests that leave the origin.
 * The option init is a list of functions, each with an argument, that run before the scripts of every page.
 */
export async function open(browser, url, { init = [], ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    serviceWorkers: "block", // each context would load the whole site; what is kept offline has tests of its own
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.trouble = [];
  page.requests = [];
  page.on("pageerror", (e) => page.trouble.push(`error: ${e.stack ?? e}`));
  page.on("console", (m) => m.type() === "error" && page.trouble.push(`console: ${m.text()}`));
  page.on("request", (r) => {
    page.requests.push(r.url());
    if (!r.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(r.url()))
      page.trouble.push(`leaves the origin: ${r.url()}`);
  });
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (e) =>
      console.error(`CSP ${e.violatedDirective}: ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`),
    ),
  );
  for (const [script, argument] of init) await page.addInitScript(script, argument);
  await page.goto(url);
  return page;
}

/** Waits until the playground is at work; on a phone it comes with the first touch. */
export function atWork(page) {
  return page.waitForFunction(() => {
    const ground = document.querySelector("play-ground");
    ground?.dispatchEvent(new Event("pointerup"));
    return ground?.getAttribute("state") === "ready";
  });
}

/** Opens a panel of the playground by its id: by its tab, or from the menu of those that the script does not need. */
export async function openRoom(page, id) {
  const tab = page.locator(`.side-tabs input[value=${id}]`);
  if (await tab.count()) return tab.check();
  await page.locator("[popovertarget=rooms-menu]").click();
  await page.locator(`#rooms-menu [data-tool=${id}]`).click();
}

/** Chooses a line of the menu "Start over": reset, begin or earlier. */
export async function startOver(page, line) {
  await page.locator("[popovertarget=over-menu]").click();
  await page.locator(`#over-menu [data-tool=${line}]`).click();
}

/** Opens the snapshots of the data, which are in the panel Time. */
export async function openSnapshots(page) {
  await openRoom(page, "time");
  await page.locator("time-room").getByRole("button", { name: "Snapshots" }).click();
  return page.getByRole("dialog");
}

const TABS = 2;

/** Opens each path of a site in one of a few tabs, with the options of [open], and has work done there: work(page,
 * path). */
export async function visit(browser, site, paths, options, work) {
  const queue = [...paths];
  const tab = async () => {
    const page = await open(browser, site.url, options);
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (options.viewport) await page.setViewportSize(options.viewport);
      await page.goto(site.url + path);
      await work(page, path);
    }
    await page.context().close();
  };
  await Promise.all(Array.from({ length: TABS }, tab));
}
