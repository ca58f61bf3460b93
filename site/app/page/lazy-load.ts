// Loads what a page needs when the reader shows that it will be used, and not before.

import { pageData, type StepData } from "../engine/page-data.ts";
import { addRun, dataDrawer } from "../lesson/early.ts";
import type { LessonTry } from "../lesson/lesson.ts";
import { startPlay } from "../play/start.ts";
import { make, makeIcon } from "../ui/dom.ts";
import { hasDraft } from "../ui/drafts.ts";
import { first } from "../ui/first-texts.ts";
import { readSettings } from "../ui/settings.ts";
import { readText } from "../ui/storage.ts";
import { fetchAhead } from "./fetch-ahead.ts";

const SIGNS = ["pointerenter", "pointerdown", "focusin"] as const;

export function loadWhenNeeded(): void {
  if (typeof WebAssembly !== "object") return tellNoEngine();
  watchCells();
  watchLesson();
  fetchAhead();
  const play = document.querySelector<HTMLElement>("play-ground");
  if (play) startPlay(play, () => Promise.all([import("../play/playground.ts"), loadEditor()]));
  const bench = document.querySelector<HTMLElement>("design-bench");
  if (bench) void import("../design/start.ts").then((m) => m.startBench(bench));
  const scale = document.querySelector<HTMLElement>("scale-map");
  if (scale) void import("../scale/start.ts").then((m) => m.startScale(scale));
  if (document.querySelector("site-search")) void import("./search.ts");
  const watch = document.querySelector<HTMLElement>("watch-page");
  if (watch) void import("../watch/start.ts").then((m) => m.startWatch(watch));
  const words = document.querySelector<HTMLInputElement>("[data-words]");
  if (words) void import("./word-filter.ts").then((m) => m.watchWordFilter(words));
  const own = document.querySelector<HTMLElement>("own-table");
  if (own) void import("../profile/start.ts").then((m) => m.startOwnTable(own));
  startTool();
}

/** A page that does something with files of progress, and the review that the pages of the course offer. */
function startTool(): void {
  const tool = document.querySelector<HTMLElement>("page-tool");
  if (tool?.dataset.tool === "class") void import("../lesson/class-view.ts").then((m) => m.startClass(tool));
  if (tool?.dataset.tool === "certificate")
    void import("../lesson/certificate-view.ts").then((m) => m.startCertificate(tool));
  const review = document.querySelector<HTMLElement>("[data-review]");
  if (review && readText("rowkey/mistakes")) void import("../lesson/review-view.ts").then((m) => m.startReview(review));
}

/** Examples get their Run button here; what it does is loaded when somebody comes near. */
function watchCells(): void {
  const load = () => import("../examples/cells.ts");
  const inLesson = document.querySelector("lesson-try") !== null;
  for (const cell of document.querySelectorAll<HTMLElement>('run-cell[data-kind="example"]')) {
    if (cell.closest("play-ground")) continue;
    const title = cell.querySelector(".t-title")?.textContent?.replace(/^#+\s*/, "") || (cell.dataset.script ?? "");
    const run = make(
      "button",
      { "type": "button", "class": "run", "aria-label": first("run.example", { title }) },
      makeIcon("run"),
      make("span", {}, first("cell.run")),
    );
    run.addEventListener("click", () => void load().then((m) => m.runCell(cell)));
    const tools = make("div", { class: "cell-tools" }, run);
    if (inLesson) {
      tools.append(copyButton(cell, load));
      void linkLabs(cell, tools);
    }
    (cell.querySelector(".cell-edit") ?? cell).prepend(tools);
    once(cell, () => void load().then((m) => m.wake()));
  }
}

function copyButton(cell: HTMLElement, load: () => Promise<typeof import("../examples/cells.ts")>): HTMLElement {
  const solution = cell.closest("[data-solution]") !== null;
  const label = first(solution ? "cell.solve" : "cell.copy");
  const copy = make(
    "button",
    { "type": "button", "class": "icon-button", "aria-label": label, "title": label },
    makeIcon("arrow"),
  );
  copy.addEventListener(
    "click",
    () =>
      void Promise.all([load(), openLesson(true)]).then(([m]) =>
        document.querySelector<LessonTry>("lesson-try")?.take(m.textOf(cell), solution),
      ),
  );
  return copy;
}

/** A script of several clients can be tried in every order, and with every fault. */
async function linkLabs(cell: HTMLElement, tools: HTMLElement): Promise<void> {
  if (document.documentElement.dataset.labs && cell.textContent?.includes("@client"))
    (await import("../examples/lab-buttons.ts")).addLabs(cell, tools);
}

function watchLesson(): void {
  const pane = document.querySelector<HTMLElement>("lesson-try");
  const step = pageData<StepData>("step");
  if (!pane || !step) return;
  addRun(pane, () => void openLesson(true).then((lesson) => lesson?.runAll()));
  dataDrawer(pane);
  once(pane, () => void openLesson(true));
  if (hasDraft(step.id)) void openLesson(false);
  document.querySelector('.skip-links a[href="#try"]')?.addEventListener("click", (e) => {
    e.preventDefault(); // the pane itself takes no focus
    void openLesson(true).then((lesson) => lesson?.focus());
  });
}

/** Loads the lesson's pane, starts the engine if it will be wanted, and waits until the editor is there. */
async function openLesson(wake: boolean) {
  void loadEditor();
  const { LessonTry } = await import("../lesson/lesson.ts");
  const pane = document.querySelector("lesson-try");
  if (!(pane instanceof LessonTry)) return null;
  if (wake) pane.wake();
  await pane.opened;
  return pane.pane;
}

/** The editor comes together with what uses it, not after it. */
function loadEditor(): Promise<unknown> {
  return readSettings().plain ? import("../editor/plain-text.ts") : import("../editor/codemirror.ts").catch(() => null);
}

function once(element: HTMLElement, act: () => void): void {
  const stop = new AbortController();
  const first = () => {
    stop.abort();
    act();
  };
  for (const sign of SIGNS) element.addEventListener(sign, first, { signal: stop.signal, passive: true });
}

function tellNoEngine(): void {
  const place = document.querySelector("lesson-try, play-ground, design-bench, scale-map, watch-page");
  place?.setAttribute("state", "none");
  place?.prepend(make("p", { class: "note", role: "status" }, first("engine.nowasm")));
}
