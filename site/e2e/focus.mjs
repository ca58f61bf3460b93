// Where the focus is, and how the Tab key leads there.
import assert from "node:assert/strict";

/** The name and the label of what has the focus, also inside of an editor. */
export const focused = (page) =>
  page.evaluate(() => {
    let e = document.activeElement;
    while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
    return { name: e?.localName, label: e?.getAttribute("aria-label") ?? e?.textContent?.trim().slice(0, 40) };
  });

/** Presses Tab until something has the focus. */
export async function tabTo(page, found, key = "Tab") {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    if (found(await focused(page))) return;
  }
  assert.fail(`the focus never comes there, but ends at ${JSON.stringify(await focused(page))}`);
}
