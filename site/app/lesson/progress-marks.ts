// What the learner has solved, drawn into the pages: steps, course map, where to go on.

import { home, pageData, type StepData } from "../engine/page-data.ts";
import { make, makeIcon } from "../ui/dom.ts";
import { num, t } from "../ui/i18n.ts";
import type { Trouble } from "../ui/storage.ts";
import {
  dropUnread,
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

/** Draws the marks now and whenever progress changes, in this tab or in another. */
export function watchProgress(): void {
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
  if (states.some((s) => s !== "todo")) sum(states);
  for (const row of document.querySelectorAll<HTMLElement>("[data-lesson]")) count(row, p);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-resume]")) resume(link, p);
}

/** A mark without a word beside it is not enough. */
function say(e: HTMLElement, p: Progress, id: string): void {
  const label = e.querySelector<HTMLElement>(".vh");
  if (!label) return;
  label.dataset.text ??= label.textContent ?? "";
  const state = stateOf(p, id);
  label.textContent = `${label.dataset.text}: ${t(`lesson.state.${state}`)}`;
}

function sum(states: readonly string[]): void {
  const place = document.querySelector("[data-sum]");
  const par = states.filter((s) => s === "par").length;
  const solved = states.filter((s) => s !== "todo").length;
  if (place)
    place.textContent = `${t("learn.sum.solved", { n: num(solved), steps: num(states.length) })} · ${t("learn.sum.par", { n: num(par) })}`;
}

function count(row: HTMLElement, p: Progress): void {
  const states = [...row.querySelectorAll<HTMLElement>("[data-step]")].map((e) => stateOf(p, e.dataset.step ?? ""));
  const solved = states.filter((s) => s !== "todo").length;
  const cell = row.querySelector(".tl-n");
  if (solved && cell) cell.replaceChildren(t("learn.solved.of", { n: num(solved), of: num(states.length) }));
  if (p.last?.id.split("/")[0] === row.dataset.lesson) row.dataset.now = "";
}

/** A link to the first step becomes one to the last that was visited. */
function resume(link: HTMLAnchorElement, { last }: Progress): void {
  const lesson = link.dataset.resume;
  if (!last || (lesson && last.id.split("/")[0] !== lesson)) return;
  link.href = new URL(last.path, home).href;
  const word = link.querySelector("span") ?? link;
  word.textContent = t("learn.resume", { title: last.title, n: last.n });
}

function transfer(): Node[] {
  const status = make("span", { role: "status" });
  const file = make("input", { type: "file", accept: "application/json", hidden: "" });
  const save = control("learn.export", "take", () =>
    download("rowkey-progress.json", JSON.stringify(readProgress(), null, 2)),
  );
  const load = control("learn.import", "data", () => file.click());
  file.addEventListener("change", () => {
    void file.files?.[0]?.text().then((text) => {
      const p = parseProgress(text);
      const why = p && writeProgress(p);
      status.textContent = why ? unsaved(why) : t(p ? "learn.import.done" : "learn.import.bad");
    });
  });
  return [save, " ", load, file, " ", status].map((x) => (typeof x === "string" ? document.createTextNode(x) : x));
}

/** Offers a record that could not be read, until the reader discards it. */
function setAside(text: string): HTMLElement {
  const place = make("p", { role: "status" }, t("learn.aside"), " ");
  const drop = control("learn.aside.drop", "reset", () => {
    dropUnread();
    place.remove();
  });
  place.append(
    control("learn.aside.export", "take", () => download("rowkey-progress-unread.json", text)),
    " ",
    drop,
  );
  return place;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

function unsaved(why: Trouble): string {
  return t("saved.not", { why: t(`storage.${why}`) });
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
    make("span", {}, t(key)),
  );
  button.addEventListener("click", press);
  return button;
}
