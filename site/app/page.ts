// What every page loads: theme, keys, progress, and the rest when it is wanted.
import { watchBottomBar } from "./ui/bottom-bar.ts";
import { watchContents } from "./ui/contents.ts";
import { watchCoverage } from "./page/coverage.ts";
import { watchIntent } from "./page/lazy-load.ts";
import { watchProgress } from "./lesson/progress-marks.ts";
import { watchKeys } from "./page/shortcuts.ts";
import { watchTheme } from "./page/theme.ts";

watchTheme();
watchKeys();
watchProgress();
watchContents();
watchBottomBar();
watchCoverage();
watchIntent();
