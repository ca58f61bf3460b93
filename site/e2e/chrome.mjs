// Where this machine has a Chromium or Chrome. The headless shell comes first: it is the same engine without windows,
// and takes a fifth less time. `node e2e/chrome.mjs` prints the path.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PLACES = [
  ...NAMES.flatMap((name) => process.env.PATH.split(delimiter).map((folder) => join(folder, name))),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const chrome = process.env.CHROME || PLACES.find(existsSync);

if (process.argv[1] === import.meta.filename) {
  if (!chrome) throw new Error("there is no Chromium: install it, or name one with CHROME=/path/to/chrome");
  console.log(chrome);
}
