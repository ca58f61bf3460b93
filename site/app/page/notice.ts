// A notice to the reader of any page: it pushes the page down, covers nothing, and stays until it is settled.
import { make, makeIcon } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";
import { needSheet } from "../ui/style-sheets.ts";

export interface Notice {
  text: string;
  action: { word: string; press: () => void };
}

/** A page with a place of its own for notices takes it from the event; every other one gets it above its text. */
export function notice(what: Notice): void {
  if (dispatchEvent(new CustomEvent("rowkey:notice", { detail: what, cancelable: true }))) void show(what);
}

async function show({ text, action }: Notice): Promise<void> {
  await needSheet("palette");
  const act = make("button", { "type": "button", "class": "button", "data-kind": "small" }, action.word);
  const close = make(
    "button",
    { "type": "button", "class": "icon-button", "aria-label": first("notice.close") },
    makeIcon("close"),
  );
  const sentence = make("p", { role: "status" });
  const bar = make("div", { class: "site-notice" }, sentence, act, close);
  act.addEventListener("click", action.press);
  close.addEventListener("click", () => bar.remove());
  document.querySelector(".top-bar")?.after(bar);
  sentence.textContent = text; // after it is there, so that it is read out
}
