// The playground under a thumb: keys above the keyboard, and looks that a system asks for.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { becomes } from "./becomes.mjs";
import { atWork, launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep } from "./tier.mjs";

let site;
let browser;

before(async () => {
  site = await serveSite();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function openPlay(options) {
  const page = await open(browser, `${site.url}play/`, options);
  await atWork(page);
  return page;
}

/** What can be pressed: its name, and where it is. */
const controls = (page, find) =>
  page.evaluate((how) => {
    const late = how ?? [...document.querySelectorAll("[data-late]")].map((e) => e.dataset.late);
    const all = late.map((selector, i) =>
      how ? document.querySelector(selector) : document.querySelectorAll("[data-late]")[i],
    );
    return late.map((selector, i) => {
      const { x, y, width, height } = all[i]?.getBoundingClientRect() ?? {};
      const name = (
        all[i]?.ariaLabel ??
        all[i]?.closest("label, button")?.querySelector("span")?.textContent ??
        ""
      ).trim();
      return { selector, name, at: [x, y, width, height].map(Math.round) };
    });
  }, find);

deep("on a phone the playground comes with the first touch, looks as before, and does what was touched", async () => {
  const spared = () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } });
  const page = await open(browser, `${site.url}play/`, { ...PHONE, init: [[spared]] }); // nothing is fetched ahead
  await page.waitForLoadState("networkidle");
  const early = page.requests.filter((url) => /\.(js|wasm|bin)$/.test(url));
  assert.ok(early.length <= 2, `loaded before the first touch: ${early}`);
  const before = await controls(page);
  assert.equal(before.length, 7);
  await page.getByRole("button", { name: "Run all" }).tap();
  await page.waitForSelector("play-ground[state=ready]");
  assert.deepEqual(
    await controls(
      page,
      before.map((c) => c.selector),
    ),
    before,
  );
  await page.locator(".run-sum", { hasText: "5 answered" }).waitFor();
  assert.deepEqual(page.trouble, []);
  await page.reload(); // the document is kept now
  await page.waitForSelector("play-ground[state=ready]");
  await page.context().close();
});

deep("in a narrow window the keyboard brings the playground, and stays where it is", async () => {
  const page = await open(browser, `${site.url}play/`, { viewport: PHONE.viewport });
  const run = page.getByRole("button", { name: "Run all" });
  for (let n = 0; n < 30 && !(await run.evaluate((b) => b === document.activeElement)); n++)
    await page.keyboard.press("Tab");
  await page.waitForSelector("play-ground[state=ready]");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".run-split > .button:first-child")));
  await page.keyboard.press("Enter");
  await page.locator(".run-sum", { hasText: "5 answered" }).waitFor();
  await page.context().close();
});

deep("in a narrow window the first key brings the playground, and does what it means there", async () => {
  const page = await open(browser, `${site.url}play/`, { viewport: { width: 720, height: 450 } });
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator(".run-sum", { hasText: "5 answered" }).waitFor();
  await page.context().close();
});

const textOf = (page) => page.evaluate(() => document.querySelector("rk-editor, rk-plain").text);

for (const plain of [false, true]) {
  deep(
    `on a phone a row of keys writes what requests are made of, in ${plain ? "the plain field" : "the editor"} (row 89)`,
    async () => {
      const keep = (on) => on && localStorage.setItem("rowkey/settings", JSON.stringify({ plain: true }));
      const page = await openPlay({ ...PHONE, init: [[keep, plain]] });
      await becomes(() => page.locator(".key-row").isVisible(), false);
      await page.locator(plain ? "rk-plain textarea" : "rk-editor .cm-content").click({ position: { x: 60, y: 30 } });
      await page.locator(".key-row").waitFor();
      await becomes(() => page.locator(".bottom-bar").isVisible(), false);
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Enter");
      await page.locator(".key-row button", { hasText: "( )" }).click();
      await page.keyboard.type("x");
      assert.match(await textOf(page), /\n\(x\)$/);
      await page.keyboard.type(")y)"); // the end of the pair is gone over, another is written
      assert.match(await textOf(page), /\n\(x\)y\)$/);
      const small = await page
        .locator(".key-row button")
        .evaluateAll((all) => all.filter((b) => b.offsetHeight < 44 || b.offsetWidth < 44).map((b) => b.textContent));
      assert.deepEqual(small, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(page.trouble, []);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/keys-${plain}.png` });
      await page.context().close();
    },
  );
}

deep("on a phone what does not fit into an indented line hangs below it", async () => {
  const page = await openPlay(PHONE);
  await page.evaluate(() => {
    document.querySelector("rk-editor").text =
      "GET {{table}}/People()\n    ?$filter=Name eq 'somebody' and City eq 'somewhere' and Age gt 30";
  });
  const lefts = await page.locator("rk-editor .cm-line", { hasText: "$filter" }).evaluate((line) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const boxes = texts.flatMap((text) => {
      const range = document.createRange();
      range.setStart(text, text.data.length - text.data.trimStart().length);
      range.setEnd(text, text.data.length);
      return [...range.getClientRects()];
    });
    const rows = new Map();
    for (const b of boxes.filter((r) => r.width > 0))
      rows.set(Math.round(b.top), Math.min(rows.get(Math.round(b.top)) ?? 1e9, b.left));
    return [...rows].sort(([a], [b]) => a - b).map(([, left]) => left);
  });
  assert.ok(lefts.length > 1, "the line fits");
  for (const left of lefts.slice(1)) assert.ok(left > lefts[0], `rows begin at ${lefts}`);
  await page.context().close();
});

deep("on a phone the data are read when they are chosen, or when there is room for them", async () => {
  const page = await openPlay(PHONE);
  await becomes(() => page.locator("data-room [role=row]").count(), 0);
  await page.locator(".bottom-bar label", { hasText: "Data" }).click();
  await page.locator("data-room [role=row][data-row]").first().waitFor();
  await page.reload();
  await page.waitForSelector("play-ground[state=ready]");
  await becomes(() => page.locator("data-room [role=row]").count(), 0);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.locator("data-room [role=row][data-row]").first().waitFor();
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("with forced colours the open panes and the focus can still be told apart (row 81)", async () => {
  const page = await openPlay({ forcedColors: "active" });
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".run-line [data-class]");
  const look = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((e) => {
        const { backgroundColor, borderTopColor, outlineStyle, forcedColorAdjust } = getComputedStyle(e);
        return { backgroundColor, borderTopColor, outlineStyle, forcedColorAdjust };
      });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/forced.png` });
  const shares = ".side-head fieldset:not(.side-tabs) input";
  assert.notDeepEqual(await look(`${shares}:checked + span`), await look(`${shares}:not(:checked) + span`));
  await page.locator(".doc-new").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  assert.notEqual((await look(".doc-new")).outlineStyle, "none");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/forced.png` });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("with reduced motion nothing moves (row 81)", async () => {
  const page = await openPlay({ reducedMotion: "reduce" });
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".run-line [data-class]");
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((a) => a.playState === "running")
      .map((a) => a.effect?.target?.className),
  );
  assert.deepEqual(moving, []);
  await page.context().close();
});
