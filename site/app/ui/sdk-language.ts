// The language of client code: chosen once, for every page.
import { keepText, readText } from "./storage.ts";

const KEY = "rowkey/language";
const TABS = 'sdk-tabs input[type="radio"]';

/** The language that the reader has chosen, as tabs name it ("javascript"); "" if there was no choice yet. */
export function sdkLanguage(): string {
  return readText(KEY) ?? "";
}

/** Shows the chosen language wherever a page has it, and follows each choice, also one in another tab of the
 * browser. */
export function watchSdkLanguage(): void {
  show(sdkLanguage());
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(TABS)) return;
    keepText(KEY, target.value); // if nothing can be kept, the choice holds for this page
    const before = target.getBoundingClientRect().top;
    show(target.value);
    // code above has another height now
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  });
  addEventListener("storage", (e) => {
    if (e.key === KEY) show(sdkLanguage());
  });
}

function show(language: string): void {
  for (const tab of document.querySelectorAll<HTMLInputElement>(TABS)) if (tab.value === language) tab.checked = true;
}
