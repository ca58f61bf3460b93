// The page before a sheet is open: ready sheets become links, sheets of one's own are listed, and the rest is loaded
// when somebody comes near.
import { make, makeIcon } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";
import { keptSheets } from "../ui/kept-sheets.ts";
import { opened, sayOpening } from "./opening.ts";

const SIGNS = ["pointerenter", "pointerdown", "focusin"] as const;

const load = () => import("./bench-view.ts");

/** Opens what the address names, or waits for the reader. */
export function startBench(bench: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  if (query.has("sheet") || /^#d\d+=/.test(location.hash)) {
    sayOpening(bench);
    void load().catch(() => opened(bench)); // the page says what could not be loaded
  }
  for (const sign of SIGNS) bench.addEventListener(sign, () => void load(), { once: true, passive: true });
  for (const row of bench.querySelectorAll<HTMLElement>("tr[data-sheet]")) linkRow(row);
  listKept(bench);
  const blank = make(
    "a",
    { "class": "button", "href": "?sheet=new", "data-open": "new" },
    makeIcon("edit"),
    first("bench.begin"),
  );
  bench.querySelector("[data-blank]")?.append(blank);
  bench.querySelector("[data-file]")?.append(fileButton());
  bench.addEventListener("click", (e) => {
    const link = (e.target as HTMLElement).closest<HTMLElement>("[data-open]");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    void load().then((m) => m.openSheet(link.dataset.open ?? ""));
  });
}

function linkRow(row: HTMLElement): void {
  const head = row.querySelector("th");
  const key = row.dataset.sheet ?? "";
  head?.replaceChildren(make("a", { "href": `?sheet=${key}`, "data-open": key }, ...head.childNodes));
}

/** The sheets that this browser keeps, the newest first. */
function listKept(bench: HTMLElement): void {
  const kept = keptSheets();
  if (!kept.length) return;
  const items = kept.map(({ key, name }) =>
    make("li", {}, make("a", { "href": `?sheet=${encodeURIComponent(key)}`, "data-open": key }, name)),
  );
  const title = make("h2", { id: "kept-sheets" }, first("bench.yours"));
  const list = make(
    "section",
    { "class": "wl-kept", "aria-labelledby": "kept-sheets" },
    title,
    make("ul", {}, ...items),
  );
  bench.querySelector(".start-head")?.after(list);
}

function fileButton(): HTMLElement {
  const input = make("input", { type: "file", accept: ".http,.json,.txt", class: "vh" });
  input.addEventListener("change", () => void load().then((m) => m.openFile(input.files?.[0])));
  return make("label", { class: "button" }, input, makeIcon("script"), first("bench.choose"));
}
