// What the scripts of the page add to a step before it is touched, in the places that it has from then on: so that
// nothing moves at the first touch.
import { make, makeIcon } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";
import { keyName } from "../ui/keys.ts";

/** Adds the button that runs the script. */
export function addRun(pane: HTMLElement, press: () => void): void {
  const run = make(
    "button",
    { "type": "button", "class": "button", "data-kind": "primary" },
    makeIcon("run"),
    make("span", {}, first("lesson.run")),
    make("kbd", { "aria-hidden": "true" }, keyName("Mod+Enter")),
  );
  run.addEventListener("click", press);
  pane.querySelector(".try-bar")?.append(make("span", { class: "tool-end" }, run));
}

/** The drawer of the data at the foot of a step. */
export function dataDrawer(pane: HTMLElement): HTMLDetailsElement {
  const known = pane.querySelector<HTMLDetailsElement>(".try-data");
  if (known) return known;
  const drawer = make("details", { class: "try-data" }, make("summary", {}, first("play.data")));
  pane.append(drawer);
  return drawer;
}
