// Keys of texts that a page shows because it has no text for them: "lab.cell.".
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FILES = ["en.first.json", "en.json", "en.pages.json"];
const KEYS = new Set(
  FILES.flatMap((name) => Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, "../i18n", name), "utf8")))),
);
const STEMS = new Set([...KEYS].flatMap((key) => beginnings(key)).filter((stem) => stem.split(".").length > 2));

/** "a.b.c" begins with "a." and "a.b.". */
function beginnings(key) {
  const parts = key.split(".");
  return parts.slice(1).map((_, i) => `${parts.slice(0, i + 1).join(".")}.`);
}

const isRaw = (word) => KEYS.has(word) || STEMS.has(word.slice(0, word.lastIndexOf(".") + 1));

/** Returns the keys among words of a text. */
export const keysIn = (text) => (text.match(/\b[a-z][\w-]*(?:\.[\w-]*)+/gi) ?? []).filter(isRaw);

/** Returns the keys that a page shows, or says to those who hear it. Code is what it is. */
export async function rawKeys(page) {
  const texts = await page.evaluate(() => {
    const list = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      /^(code|pre|script|style|textarea)$/i.test(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (node.nodeType === Node.TEXT_NODE) list.push(node.data);
      else for (const name of ["aria-label", "title", "placeholder", "alt"]) list.push(node.getAttribute(name) ?? "");
    return list;
  });
  return keysIn(texts.join("\n")).map((key) => `the key of a text: ${key}`);
}
