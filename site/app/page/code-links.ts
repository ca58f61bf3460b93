// Below the JavaScript of a page: a link that opens it in the playground, with the data of the page.
import { home, pageData } from "../engine/page-data.ts";
import { make } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";

/** Adds the links to a page whose code can run there. */
export function linkCode(): void {
  const source = pageData<{ table?: string }>("step") ?? pageData<{ table?: string }>("page");
  if (!source?.table) return;
  const path = location.pathname.slice(home.pathname.length).replace(/\/(index\.html)?$/, "");
  document.querySelectorAll<HTMLElement>('[data-sdk="javascript"]').forEach((panel, n) => {
    const href = new URL(`play/?${new URLSearchParams({ code: path, n: String(n) })}`, home).href;
    const link = make("a", { "class": "button", "data-kind": "small", href }, first("code.play"));
    panel.append(make("p", { class: "actions" }, link));
  });
}
