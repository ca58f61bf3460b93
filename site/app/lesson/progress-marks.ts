// What the learner has solved, drawn into the pages: steps, course map, where to go on.

import { home, pageData, type StepData } from "../engine/page-data.ts";
import { make, makeIcon } from "../ui/dom.ts";
import { first, number } from "../ui/first-texts.ts";
import { saveFile } from "../ui/save-file.ts";
import type { Trouble } from "../ui/storage.ts";
import {
  dropUnread,
  isBehind,
  type Progress,
  parseProgress,
  read,
  readProgress,
  stateOf,
  today,
  unreadProgress,
  visit,
  writeProgress,
} from "./progress.ts";

/** Draws the marks now and whenever progress changes, in this tab or in another. Steps that have moved come first. */
export function watchProgress(): void {
  if (isBehind(readProgress())) void import("./moved-kept.ts").then((m) => m.moveKept()).finally(watch);
  else watch();
}

function watch(): void {
  const step = pageData<StepData>("step");
  if (step) {
    const known = readProgress();
    writeProgress(
      visit(step.check ? known : read(known, step.id, today()), {
        id: step.id,
        path: location.href.slice(home.href.length).replace(/[?#].*$/, ""),
        title: step.lesson,
        n: step.step,
      }),
    );
  }
  draw(readProgress());
  addEventListener("rowkey:progress", () => draw(readProgress()));
  addEventListener("storage", () => draw(readProgress()));
  const note = document.querySelector("[data-progress]");
  if (!note) return;
  note.append(" ", ...transfer());
  const why = writeProgress(readProgress());
  if (why) note.append(make("p", { role: "status" }, unsaved(why)));
  const unread = unreadProgress();
  if (unread !== null) note.append(setAside(unread));
}

function draw(p: Progress): void {
  const ids = new Set<string>();
  for (const e of document.querySelectorAll<HTMLElement>("[data-step]")) {
    const id = e.dataset.step ?? "";
    ids.add(id);
    e.dataset.state = stateOf(p, id);
    if (p.last?.id === id && e.localName === "i") e.dataset.now = "";
    say(e, p, id);
  }
  const states = [...ids].map((id) => stateOf(p, id));
  if (states.some((s) => s !== "todo")) sum(states, document.querySelector("[data-sum]"));
  for (const row of document.querySelectorAll<HTMLElement>("[data-lesson]")) count(row, p);
  for (const path of document.querySelectorAll<HTMLElement>("[data-path]")) follow(path, p);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-resume]")) resume(link, p);
}

/** A mark without a word beside it is not enough. */
function say(e: HTMLElement, p: Progress, id: string): void {
  const label = e.querySelector<HTMLElement>(".vh");
  if (!label) return;
  label.dataset.text ??= label.textContent ?? "";
  const state = stateOf(p, id);
  label.textContent = `${label.dataset.text}: ${first(`lesson.state.${state}`)}`;
}

/** A path through some lessons has a sum of its own, and a link to its first step that is not solved. */
function follow(path: HTMLElement, p: Progress): void {
  const ids = [...path.querySelectorAll<HTMLElement>("[data-step]")].map((e) => e.dataset.step ?? "");
  const states = ids.map((id) => stateOf(p, id));
  if (states.every((s) => s === "todo")) return;
  sum(states, path.querySelector("[data-path-sum]"));
  const link = path.querySelector<HTMLAnchorElement>("a[data-path-go]");
  const open = ids[states.indexOf("todo")];
  if (link && open) {
    link.href = new URL(`learn/${open}/`, home).href;
    link.querySelector("span")?.replaceChildren(first("learn.path.go"));
  } else link?.remove();
}

function sum(states: readonly string[], place: Element | null): void {
  const par = states.filter((s) => s === "par").length;
  const solved = states.filter((s) => s !== "todo").length;
  const words = first("learn.sum.solved", { n: number(solved), steps: number(states.length) });
  if (place) place.textContent = `${words} · ${first("learn.sum.par", { n: number(par) })}`;
}

function count(row: HTMLElement, p: Progress): void {
  const states = [...row.querySelectorAll<HTMLElement>("[data-step]")].map((e) => stateOf(p, e.dataset.step ?? ""));
  const solved = states.filter((s) => s !== "todo").length;
  const cell = row.querySelector(".tl-n");
  if (solved && cell) cell.replaceChildren(first("learn.solved.of", { n: number(solved), of: number(states.length) }));
  if (p.last?.id.split("/")[0] === row.dataset.lesson) row.dataset.now = "";
}

/** A link to the first step becomes one to the last that was visited. */
function resume(link: HTMLAnchorElement, { last }: Progress): void {
  const lesson = link.dataset.resume;
  if (!last || (lesson && last.id.split("/")[0] !== lesson)) return;
  link.href = new URL(last.path, home).href;
  const word = link.querySelector("span") ?? link;
  word.textContent = first("learn.resume", { title: last.title, n: number(last.n) });
}

function transfer(): Node[] {
  const status = make("span", { role: "status" });
  const file = make("input", { type: "file", accept: "application/json", hidden: "" });
  const save = control("learn.export", "take", () =>
    saveFile("rowkey-progress.json", [JSON.stringify(readProgress(), null, 2)], "application/json"),
  );
  const load = control("learn.import", "data", () => file.click());
  file.addEventListener("change", () => {
    void file.files?.[0]?.text().then(async (text) => {
      const known = parseProgress(text);
      const p = known && isBehind(known) ? (await import("./moved-kept.ts")).upToDate(known) : known;
      const why = p && writeProgress(p);
      status.textContent = why ? unsaved(why) : first(p ? "learn.import.done" : "learn.import.bad");
    });
  });
  return [save, " ", load, file, " ", status].map((x) => (typeof x === "string" ? document.createTextNode(x) : x));
}

/** Offers a record that could not be read, until the reader discards it. */
function setAside(text: string): HTMLElement {
  const place = make("p", { role: "status" }, first("learn.aside"), " ");
  const drop = control("learn.aside.drop", "reset", () => {
    dropUnread();
    place.remove();
  });
  place.append(
    control("learn.aside.export", "take", () => saveFile("rowkey-progress-unread.json", [text], "application/json")),
    " ",
    drop,
  );
  return place;
}

function unsaved(why: Trouble): string {
  return first("saved.not", { why: first(`storage.${why}`) });
}

function control(
  key: "learn.export" | "learn.import" | "learn.aside.export" | "learn.aside.drop",
  icon: string,
  press: () => void,
): HTMLElement {
  const button = make(
    "button",
    { "type": "button", "class": "button", "data-kind": "small" },
    makeIcon(icon),
    make("span", {}, first(key)),
  );
  button.addEventListener("click", press);
  return button;
}
