// While a sheet is on its way, the page says so in place of its start.
import { make } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";

export function sayOpening(bench: HTMLElement): void {
  if (bench.dataset.opening !== undefined) return;
  bench.dataset.opening = "";
  bench.prepend(make("p", { class: "bench-opening", role: "status" }, first("bench.opening")));
}

export function opened(bench: HTMLElement): void {
  delete bench.dataset.opening;
  bench.querySelector(".bench-opening")?.remove();
}
