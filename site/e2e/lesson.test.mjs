// Lessons: one is walked with the keyboard alone; drafts, progress and examples keep what they promise.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { becomes } from "./becomes.mjs";
import { launch, open, saved } from "./browser.mjs";
import { focused, tabTo } from "./focus.mjs";
import { serveSite } from "./server.mjs";
import { after, before, deep, test } from "./tier.mjs";

const STEP = "learn/data-model-and-keys/1/";
const STEP_ID = "data-model-and-keys/1";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const data = (page) => page.evaluate(() => JSON.parse(document.getElementById("step").textContent));

async function solve(page) {
  const { solution } = await data(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(solution.trim());
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator('lesson-check[state="solved"]').waitFor();
}

test("a lesson is walked to its end with the keyboard alone", async () => {
  const page = await open(browser, site.url + STEP);
  const { steps } = await data(page);
  for (let n = 1; n <= steps; n++) {
    const step = await data(page);
    assert.equal(step.step, n);
    if (step.start) {
      await tabTo(page, (f) => f.label === "Skip to your script");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector("rk-editor")?.shadowRoot.activeElement);
      assert.equal((await focused(page)).label, "Your script", "the link leads into the editor");
      await tabTo(page, (f) => f.name === "button" && f.label?.startsWith("Run"), "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.locator("lesson-check li[data-ok]").first().waitFor();
      await becomes(() => page.locator("lesson-check").getAttribute("state"), "open");
      assert.match((await focused(page)).label, /^Run/, "the focus stays where it was");
      await tabTo(page, (f) => f.label === "Your script");
      await solve(page);
      await becomes(() => page.locator("lesson-check [role=status]").innerText(), /^All \d+ checks pass\./);
      await becomes(() => page.locator(`.steps li[data-step="${step.id}"]`).getAttribute("data-state"), /solved|par/);
    }
    if (n === steps) break;
    await Promise.all([page.waitForURL(`**/${n + 1}/`), page.keyboard.press("Alt+PageDown")]);
  }
  assert.deepEqual(page.trouble, []);
});

/** Where the parts of the right pane are: top, left and height of each. */
const places = (page) =>
  page
    .locator("lesson-try > :not(.try-keys), .try-bar .button[data-kind=primary], lesson-check li, .lc-par")
    .evaluateAll((all) =>
      all.map((e) => e.getBoundingClientRect()).map((b) => [b.top, b.left, b.height].map(Math.round)),
    );

const inSight = (locator) =>
  locator.evaluate((e) => {
    const { top, bottom, left, right } = e.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (e.contains(middle) || middle?.contains(e) === true);
  });

test("the task is above the script and stays; the first touch moves nothing; what fails is in sight after a run", async () => {
  const page = await open(browser, `${site.url}learn/query-classes/1/`);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    const size = `${viewport.width} px`;
    await page.setViewportSize(viewport);
    await page.reload();
    await page.locator(".try-bar .button").waitFor();
    const before = await places(page);
    await page.locator("lesson-try").dispatchEvent("pointerenter");
    await page.locator("lesson-try[state=ready]").waitFor();
    assert.deepEqual(await places(page), before, `${size}: nothing moves`);
    if (viewport.width < 960) {
      await page.locator(".bottom-bar").getByRole("link", { name: "Try" }).click();
      await becomes(() => inSight(page.locator("#task-title")), true, `${size}: Try begins with the task`);
      continue;
    }
    await page.locator(".try-bar").getByRole("button", { name: "Run" }).click();
    await page.locator("lesson-check [data-first]").waitFor();
    await becomes(() => inSight(page.locator("#task-title")), true, `${size}: the task stays`);
    await becomes(() => inSight(page.locator("lesson-check [data-first]")), true, `${size}: what fails`);
  }
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("in a low window the first request that is refused is in sight after a run", async () => {
  const page = await open(browser, `${site.url}learn/query-classes/1/`, { viewport: { width: 1280, height: 720 } });
  await page.locator("lesson-try").dispatchEvent("pointerenter");
  await page.locator("lesson-try[state=ready]").waitFor();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  const ask = (filter) => `###\nGET {{table}}/Employees()?$filter=LastName ${filter}\n`;
  await page.keyboard.insertText([ask("eq 'Smith'"), ask("eq 'Jones'"), ask("= 'Jones'")].join("\n"));
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+Enter");
  await becomes(() => inSight(page.getByRole("button", { name: "Replace it and run" })), true);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("Data that is opened after a run comes into sight, and so do its rows", async () => {
  const page = await open(browser, `${site.url}learn/data-model-and-keys/5/`, {
    viewport: { width: 1440, height: 900 },
  });
  const visible = (locator) =>
    locator.evaluate((e) => {
      const { top, bottom } = e.getBoundingClientRect();
      const pane = document.querySelector("lesson-try").getBoundingClientRect();
      return top >= pane.top && top < pane.bottom - 40 && bottom > pane.top;
    });
  await page.locator("lesson-try").dispatchEvent("pointerenter");
  await page.locator("lesson-try[state=ready]").waitFor();
  await page.locator(".try-bar").getByRole("button", { name: "Run" }).click();
  await page.locator("lesson-check li[data-ok]").first().waitFor();
  const summary = page.locator(".try-data > summary");
  const { x, y } = await summary.boundingBox();
  await page.mouse.click(x + 30, y + 10);
  await page.locator(".try-data .dp tbody tr").first().waitFor();
  await becomes(() => visible(summary), true, "the head of the data");
  await becomes(() => visible(page.locator(".try-data .dp tbody tr").first()), true, "the first row");
  assert.equal(await page.evaluate(() => scrollY), 0, "the page does not move");
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

deep("a script without a request is not judged: one sentence says how to get the step's own back", async () => {
  const page = await open(browser, site.url + STEP);
  await page.locator("lesson-try").dispatchEvent("pointerenter");
  await page.locator("lesson-try[state=ready]").waitFor();
  for (const text of ["", "### Find Jim Jones"]) {
    await page.locator("rk-editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
    await page.keyboard.press("ControlOrMeta+Enter");
    await becomes(() => page.locator("lesson-check [role=status]").innerText(), /^Your script sends no request/);
    assert.equal(await page.locator("lesson-check li[data-ok]").count(), 0);
  }
  await page.locator(".try-bar").getByRole("button", { name: "Start over" }).click();
  await becomes(() => page.evaluate(() => document.querySelector("lesson-try").pane.text.includes("GET ")), true);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test("the first press puts the caret where it is, also before the editor has loaded", async () => {
  for (const hasTouch of [false, true]) {
    const page = await open(browser, `${site.url}learn/query-classes/1/`, { hasTouch });
    const line = page.locator("lesson-try > code-editor .ln").nth(1);
    const text = await line.innerText();
    const { x, y, width, height } = await line.locator("span").last().boundingBox();
    await (hasTouch
      ? page.touchscreen.tap(x + width - 1, y + height / 2)
      : page.mouse.click(x + width - 1, y + height / 2));
    await page.locator("lesson-try[state=ready]").waitFor();
    await page.keyboard.type("!");
    await becomes(() => page.locator(".cm-line").nth(1).innerText(), `${text.trimEnd()}!`);
    await page.context().close();
  }
});

deep(
  "a request that no ### parts from the one above is named beside Run and in the answer, and mended there",
  async () => {
    const page = await open(browser, `${site.url}learn/data-model-and-keys/2/`);
    await page.locator("lesson-try").dispatchEvent("pointerenter");
    await page.locator("lesson-try[state=ready]").waitFor();
    const text = () => page.evaluate(() => document.querySelector("lesson-try").pane.text);
    const { solution } = await data(page);
    const at = solution.trim().lastIndexOf("\n###");
    const joined = `${solution.slice(0, at)}\n${solution.slice(at + 1).replace(/^###.*\n/, "")}`;
    const line = solution.slice(0, at).split("\n").length + 1;
    await page.locator("rk-editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(joined.trim());
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("button", { name: `Is a ### missing above line ${line}?` }).click();
    const said = page.locator("run-output .finding", { hasText: "Is a ### missing above this line?" });
    await becomes(() => said.innerText(), new RegExp(`^line ${line}`));
    await said.getByRole("button", { name: "Insert ###" }).click();
    await becomes(async () => (await text()).split("\n")[line - 1], "###");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.locator('lesson-check[state="solved"]').waitFor();
    await becomes(() => page.getByRole("button", { name: "Is a ### missing" }).count(), 0);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  },
);

deep("on a phone the script says whether the checks pass, and leads there", async () => {
  const page = await open(browser, site.url + STEP, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.locator("lesson-try").dispatchEvent("pointerenter");
  await page.locator("lesson-try[state=ready]").waitFor();
  await page.locator(".try-bar").getByRole("button", { name: "Run" }).click();
  await page.locator(".try-bar a", { hasText: /^Checks: \d of \d pass$/ }).waitFor();
  await page.locator("rk-editor .cm-line").first().click();
  await solve(page);
  await page.locator(".try-bar a", { hasText: "All 2 checks pass." }).click();
  await becomes(() => inSight(page.locator("#checks-title")), true);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

/** Notes what is moved. */
function noteMoves() {
  globalThis.moves = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    globalThis.moves.push(this.classList[0]);
    return animate.apply(this, all);
  };
}

test("in the first lessons the key line moves once as a request reads, and is there at once with less motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await open(browser, site.url + STEP, { reducedMotion, init: [[noteMoves]] });
    await page.locator(".try-bar").getByRole("button", { name: "Run" }).click();
    const line = page.locator(".try-script .ro-line");
    await line.locator(".kl-read").first().waitFor();
    const { length } = await page.locator(".try-script .ro-line .kl-read").all();
    const moves = (name) => page.evaluate((c) => globalThis.moves.filter((m) => m === c).length, name);
    const moving = reducedMotion === "reduce" ? 0 : length;
    assert.deepEqual([await moves("kl-read"), await moves("kl-head")], [moving, moving], reducedMotion);
    await becomes(() => line.locator(".kl-head").count(), 0, "what has been read stays, the head goes");
    await becomes(() => line.locator(".kl-hit").count(), 1);
    await page.locator(".try-script").getByRole("radio", { name: "Explain" }).check();
    await becomes(() => page.locator(".try-script query-plan key-line").count(), 0, "the line is there once");
    assert.deepEqual([await moves("kl-read"), await moves("kl-head")], [moving, moving], "it moves once");
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  }
});

deep("a solution takes the place of the script, without its answers, and what was there is one undo away", async () => {
  const page = await open(browser, `${site.url}learn/compound-key/3/`);
  const { solution } = await data(page);
  const text = () => page.evaluate(() => document.querySelector("rk-editor, rk-plain")?.text ?? "");
  await page.locator("lesson-try").hover();
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\n# of my own");
  const own = await text();
  await page.locator("[data-solution] summary").click();
  await page.locator("[data-solution] .cell-tools .icon-button").click();
  await page.waitForFunction(() => document.querySelector("rk-editor, rk-plain")?.text?.includes("PUT"));
  const lines = (s) => s.split("\n").filter((line) => line.trim());
  const wanted = lines(solution);
  assert.deepEqual(lines(await text()), wanted);
  assert.doesNotMatch(await text(), /HTTP\/1\.1/);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await text(), own);
  await page.locator("[data-solution] .cell-tools .icon-button").click();
  await page.getByRole("button", { name: "My earlier text" }).click();
  assert.equal(await text(), own);
  await page.context().close();
});

deep("a failing check says what it expected, what it got and why", async () => {
  const page = await open(browser, site.url + STEP);
  await page.locator("lesson-try").getByRole("button", { name: "Run" }).click();
  const failing = page.locator('lesson-check li[data-ok="false"]').first();
  await failing.waitFor();
  await becomes(() => failing.locator("details").getAttribute("open"), "");
  await becomes(() => failing.locator(".got").innerText(), /expected\s+read 1\s+got\s+read 1004/);
  await becomes(() => page.locator("lesson-check [role=status]").innerText(), /1 of 2 pass/);
  await becomes(() => page.locator("lesson-check .golf").innerText(), /entities read\s+1,004\s+par 1/);
  assert.deepEqual(page.trouble, []);
});

test("a draft is there after a reload, Start over brings back the first text, and a second tab overwrites nothing in silence", async () => {
  const page = await open(browser, site.url + STEP);
  await page.locator("lesson-try").hover();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("### Mine\nGET {{table}}/Tables");
  await page.getByText(/saved here/).waitFor();
  await page.reload();
  await page.getByText("restored from this browser").waitFor();
  await becomes(() => page.locator(".cm-content").innerText(), /### Mine/);
  await page.getByRole("button", { name: "Start over" }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /Find Jim Jones/);
  await page.getByRole("button", { name: "My earlier text" }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /### Mine/);

  const other = await page.context().newPage();
  await other.goto(site.url + STEP);
  await other.locator("lesson-try").hover();
  await other.locator(".cm-line").first().click();
  await other.keyboard.insertText("### Other\n");
  await page.getByText("changed in another tab").waitFor();
  assert.equal(await other.getByText("changed in another tab").count(), 0);
  await page.getByRole("button", { name: "load", exact: true }).click();
  await becomes(() => page.locator(".cm-content").innerText(), /### Other/);
  assert.deepEqual(page.trouble, []);
});

deep("progress is marked on the course page, and it can be resumed", async () => {
  const page = await open(browser, site.url + STEP);
  const { id } = await data(page);
  await page.locator("lesson-try").hover();
  await page.locator(".cm-line").first().click();
  await solve(page);
  await page.goto(`${site.url}learn/`);
  await becomes(() => page.locator(`.course [data-step="${id}"]`).getAttribute("data-state"), /solved|par/);
  await becomes(() => page.locator("[data-sum]").innerText(), /^1 of \d+ steps solved/);
  const resume = page.locator("a[data-resume]").first();
  await becomes(() => resume.innerText(), /Resume: .+, step 2/);
  await Promise.all([page.waitForURL(`**/${STEP.replace(/1\/$/, "2/")}`), resume.click()]);
  assert.deepEqual(page.trouble, []);
});

deep("a short path counts its own steps, has a plan by day and leads to the first step that is open", async () => {
  const progress = { v: 1, lessons: { "data-model-and-keys/1": { s: 1, p: 1, best: {}, seen: 0, d: "2026-01-05" } } };
  const keep = (p) => localStorage.setItem("rowkey/progress", JSON.stringify(p));
  const page = await open(browser, `${site.url}learn/`, { init: [[keep, progress]] });
  const path = page.getByRole("region", { name: "By Friday" });
  const steps = await path.locator("[data-step]").count();
  await becomes(() => path.locator("ol > li").count(), 4, "a line for each day");
  await becomes(() => path.locator("ol li li").count(), 8);
  const marked = page.locator(".track .chip").filter({ hasText: "by Friday" });
  await becomes(() => marked.count(), 8, "its lessons are marked in the map");
  await becomes(() => path.locator("[data-path-sum]").innerText(), `1 of ${steps} steps solved · 1 at par`);
  await becomes(() => page.locator("[data-sum]").innerText(), /^1 of 1\d\d steps solved/);
  await Promise.all([
    page.waitForURL("**/learn/data-model-and-keys/2/"),
    path.getByRole("link", { name: "Go on" }).click(),
  ]);
  assert.deepEqual(page.trouble, []);
});

deep(
  "a link to a step that has moved leads on, without scripts as well, and what a reader has done moves along",
  async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${site.url}learn/log-data/7/`);
    await plain.waitForURL("**/learn/log-data/6/");
    await plain.context().close();
    const solved = { s: 1, p: 1, best: {}, seen: 0, d: "2026-01-05" };
    const progress = { v: 1, lessons: { "log-data/7": solved, "log-data/4": solved, [STEP_ID]: solved } };
    const keep = (p) => {
      if (localStorage.getItem("rowkey/progress")) return;
      localStorage.setItem("rowkey/progress", JSON.stringify(p));
      localStorage.setItem("rowkey/draft/log-data/7", JSON.stringify({ text: "# mine" }));
    };
    const page = await open(browser, `${site.url}learn/log-data/7/`, { init: [[keep, progress]] });
    await page.waitForURL("**/learn/log-data/6/");
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("rowkey/progress")));
    await becomes(async () => Object.keys((await kept()).lessons).sort(), [STEP_ID, "log-data/6"].sort());
    await becomes(() => page.locator('.steps li[data-step="log-data/6"]').getAttribute("data-state"), "par");
    const draft = () => page.evaluate(() => JSON.parse(localStorage.getItem("rowkey/draft/log-data/6"))?.text);
    assert.equal(await draft(), "# mine");
    await page.reload();
    await becomes(async () => Object.keys((await kept()).lessons).length, 2, "it moves once");
    assert.deepEqual(page.trouble, []);
  },
);

/** Gives a page files of some texts, by their names. */
const give = (page, texts) =>
  page
    .locator("page-tool input[type=file]")
    .setInputFiles(
      Object.entries(texts).map(([name, x]) => ({ name, mimeType: "application/json", buffer: Buffer.from(x) })),
    );

deep(
  "what was solved becomes a certificate that anybody sees solved again, and an edited one does not count",
  async () => {
    const page = await open(browser, site.url + STEP);
    await page.locator("lesson-try").hover();
    await page.locator(".cm-content").click();
    await solve(page);
    await page.goto(`${site.url}help/certificate/`);
    await page.getByLabel("Your name").fill("Lea");
    await page.getByRole("button", { name: "Make my certificate" }).click();
    const status = page.locator("page-tool [role=status]");
    await becomes(() => status.innerText(), /1 of 1 tasks was solved again/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the certificate" }).click();
    const text = String(await saved(await download));
    const other = await open(browser, `${site.url}help/certificate/`);
    await give(other, { "lea.json": text });
    const said = other.locator("page-tool [role=status]");
    await becomes(() => said.innerText(), /1 of 1 tasks was solved again/);
    await becomes(() => other.locator("page-tool caption").innerText(), /^Lea, \d{4}-/);
    await give(other, { "mia.json": text.replace('"Lea"', '"Mia"') });
    await becomes(() => said.innerText(), /was changed after it was made/);
    const made = JSON.parse(text);
    const forged = { name: "Mia", day: made.day, moved: made.moved, steps: { [STEP_ID]: "GET {{table}}/Employees()" } };
    const { name, day, moved, steps } = forged;
    const seal = createHash("sha256")
      .update(JSON.stringify([name, day, moved, Object.entries(steps)]))
      .digest("hex");
    await give(other, { "mia.json": JSON.stringify({ ...made, ...forged, seal }) });
    await becomes(
      () => said.innerText(),
      /0 of 1 tasks were solved again/,
      "a seal of one's own does not solve a task",
    );
    assert.deepEqual([...page.trouble, ...other.trouble], []);
  },
);

deep("the progress files of a class become a table", async () => {
  const page = await open(browser, `${site.url}help/class/`);
  const of = (id, p) => JSON.stringify({ v: 1, lessons: { [id]: { s: 1, p, best: {}, seen: 0, d: "2026-01-05" } } });
  await give(page, { "rowkey-progress-mia.json": of(STEP_ID, 1), "lea.json": of("sorting/1", 0), "x.json": "{}" });
  const rows = page.locator("page-tool tbody tr");
  await becomes(() => rows.locator("th").allInnerTexts(), ["lea", "mia"]);
  await becomes(() => rows.nth(1).locator("td").first().innerText(), "1");
  await becomes(
    () => page.locator("page-tool [role=status]").innerText(),
    /^2 learners\. .+ No progress in x\.json\.$/,
  );
  assert.deepEqual(page.trouble, []);
});

deep("a mistake comes back as a question on the day after", async () => {
  const mistake = {
    ...{ id: STEP_ID, lesson: "Keys", step: "One row", script: "GET {{table}}/Employees()", failed: "One read" },
    ...{
      why: "The whole table is read.",
      checks: ["It answers", "One read"],
      day: "2026-01-05",
      due: "2026-01-06",
      gap: 1,
    },
  };
  const keep = (m) => localStorage.setItem("rowkey/mistakes", JSON.stringify([m]));
  const page = await open(browser, `${site.url}learn/`, { init: [[keep, mistake]] });
  const review = page.getByRole("region", { name: "Three minutes with your own mistakes" });
  await review.getByRole("button", { name: "It answers" }).click();
  await becomes(() => review.locator("[data-after]").innerText(), /No, it was .One read.\. The whole table is read\./);
  await review.getByRole("button", { name: "Finish" }).click();
  await becomes(() => review.innerText(), /That's all for today/);
  const [{ gap, due }] = await page.evaluate(() => JSON.parse(localStorage.getItem("rowkey/mistakes")));
  assert.ok(gap === 1 && due > "2026-01-06", "it is asked again tomorrow");
  assert.deepEqual(page.trouble, []);
});

deep("an example runs in a store of its own", async () => {
  const page = await open(browser, site.url + STEP);
  const cell = page.locator('run-cell[data-kind="example"]').first();
  const baked = await cell.locator(".ro-sum").innerText();
  await cell.getByRole("button", { name: /^Run the example/ }).click();
  await cell.getByRole("button", { name: "Copy this result" }).waitFor();
  await becomes(() => cell.locator(".ro-sum").innerText(), baked);
  await cell.getByRole("button", { name: "Copy to your script" }).click();
  await page.locator(".cm-content").getByText("### Who has this e-mail address?").waitFor();
  assert.deepEqual(page.trouble, []);
});

deep(
  "in a low window only the failing check is shown after a run, and the others on demand, from then on",
  async () => {
    const page = await open(browser, `${site.url}learn/data-model-and-keys/3/`, {
      viewport: { width: 1024, height: 768 },
    });
    const shown = () =>
      page.locator("lesson-check li").evaluateAll((all) => all.filter((e) => e.checkVisibility()).length);
    const run = async () => {
      await page.locator("lesson-try").getByRole("button", { name: "Run" }).click();
      await page.locator("lesson-check li[data-ok]").first().waitFor({ state: "attached" });
    };
    assert.equal(await shown(), 4);
    await run();
    assert.equal(await shown(), 1);
    await page.getByRole("button", { name: "Show all checks" }).click();
    assert.equal(await shown(), 4);
    await page.reload();
    await run();
    assert.equal(await shown(), 4, "the choice is kept");
    assert.deepEqual(page.trouble, []);
  },
);

deep("the handle gives the text more room or less, and is found where it was left", async () => {
  const page = await open(browser, site.url + STEP, { viewport: { width: 1024, height: 768 } });
  const handle = page.getByRole("separator", { name: "Width of the text" });
  const width = async () => Math.round((await page.locator("#read").boundingBox()).width);
  const before = await width();
  await handle.press("ArrowLeft");
  const less = await width();
  assert.ok(less < before - 40, `${before} px, then ${less}`);
  await page.reload();
  assert.equal(await width(), less);
  const { x, y } = await handle.boundingBox();
  await page.mouse.move(x + 6, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 200);
  await page.mouse.up();
  assert.ok((await width()) > less + 100, "it can be dragged");
  await page.setViewportSize({ width: 1440, height: 900 });
  await handle.and(page.locator('[aria-valuenow="47"]')).waitFor(); // a wide window has a share of its own
  assert.deepEqual(page.trouble, []);
});

for (const [what, viewport] of [
  ["on a phone", { width: 390, height: 844 }],
  ["on a tablet that is held upright", { width: 820, height: 1180 }],
])
  deep(`${what} the bar at the foot marks the part that is in sight`, async () => {
    const page = await open(browser, site.url + STEP, { viewport });
    const marked = (name) => page.locator(".bottom-bar a[aria-current]").getByText(name).waitFor();
    await marked("Read");
    for (const name of ["Try", "Checks", "Read"]) {
      await page.locator(".bottom-bar").getByRole("link", { name }).click();
      await marked(name);
      await becomes(() => page.locator(".bottom-bar a[aria-current]").count(), 1);
    }
    assert.deepEqual(page.trouble, []);
  });

deep("no Run button lies on the code of an example", async () => {
  for (const width of [1440, 1024, 768, 390, 320]) {
    const page = await open(browser, `${site.url}learn/data-model-and-keys/3/`, { viewport: { width, height: 800 } });
    const covered = await page.locator('.read run-cell[data-kind="example"]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const tools = cell.querySelector(".cell-tools").getBoundingClientRect();
        const text = document.createRange();
        return [...cell.querySelectorAll(".ln")].flatMap((line) => {
          text.selectNodeContents(line);
          const hits = [...text.getClientRects()].filter(
            (r) =>
              r.right > tools.left + 1 && r.left < tools.right && r.bottom > tools.top + 1 && r.top < tools.bottom - 1,
          );
          return hits.length ? [line.textContent] : [];
        });
      }),
    );
    assert.deepEqual(covered, [], `${width} px`);
    await page.context().close();
  }
});
