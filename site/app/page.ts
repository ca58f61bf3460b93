// What every page loads: theme, keys, progress, and the rest when it is wanted.
import { watchProgress } from "./lesson/progress-marks.ts";
import { loadWhenNeeded } from "./page/lazy-load.ts";
import { watchKeys } from "./page/shortcuts.ts";
import { watchTheme } from "./page/theme.ts";
import { watchBottomBar, watchContents } from "./ui/scroll-spy.ts";

watchTheme();
watchKeys();
watchProgress();
watchContents();
watchBottomBar();
showCoverage();
loadWhenNeeded();

/** What a lesson claims to cover is for its authors: ?coverage shows it. */
function showCoverage(): void {
  if (!new URLSearchParams(location.search).has("coverage")) return;
  for (const table of document.querySelectorAll<HTMLElement>("[data-coverage]")) table.hidden = false;
}
