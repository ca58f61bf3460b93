// Says when a part of the page cannot be loaded: the network is gone, or the site was renewed and its files have other
// names.
import { first } from "../ui/first-texts.ts";
import { notice } from "./notice.ts";

const NOT_LOADED = /dynamically imported module|Importing a module script failed/; // Chromium and Firefox; WebKit
const STAYS = 1000; // ms: a page that is being left stops what it loads, and has nothing to say

export function watchLostParts(): void {
  let said = false;
  addEventListener("unhandledrejection", (e) => {
    if (!NOT_LOADED.test(String(e.reason))) return;
    e.preventDefault();
    setTimeout(() => {
      console.error(e.reason);
      if (said) return;
      said = true;
      notice({ text: first("lost.text"), action: { word: first("lost.reload"), press: () => location.reload() } });
    }, STAYS);
  });
}
