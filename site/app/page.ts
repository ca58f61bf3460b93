// What every page loads: theme, keys, progress, and the rest when it is wanted.
import { watchProgress } from "./lesson/progress-marks.ts";
import { watchSplit } from "./lesson/split.ts";
import { linkCode } from "./page/code-links.ts";
import { loadWhenNeeded } from "./page/lazy-load.ts";
import { watchOffline } from "./page/lazy-offline.ts";
import { watchLostParts } from "./page/lost-parts.ts";
import { watchKeys } from "./page/shortcuts.ts";
import { watchTheme } from "./page/theme.ts";
import { nameKeys } from "./ui/keys.ts";
import { watchBottomBar, watchContents } from "./ui/scroll-spy.ts";
import { watchSdkLanguage } from "./ui/sdk-language.ts";

if (new URLSearchParams(location.search).has("embed")) document.documentElement.dataset.embed = "";
watchLostParts();
watchTheme();
watchKeys();
nameKeys();
watchSdkLanguage();
watchProgress();
watchSplit();
watchContents();
watchBottomBar();
showCoverage();
linkCode();
loadWhenNeeded();
watchOffline();

/** What a lesson claims to cover is for its authors: ?coverage shows it. */
function showCoverage(): void {
  if (!new URLSearchParams(location.search).has("coverage")) return;
  for (const table of document.querySelectorAll<HTMLElement>("[data-coverage]")) table.hidden = false;
}
