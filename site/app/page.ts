// What every page loads: theme, keys, progress, and the rest when it is wanted.
import { watchBottomBar } from "./bottom-bar.ts";
import { watchContents } from "./contents.ts";
import { watchCoverage } from "./coverage.ts";
import { watchIntent } from "./intent.ts";
import { watchProgress } from "./marks.ts";
import { watchKeys } from "./shortcuts.ts";
import { watchTheme } from "./theme.ts";

watchTheme();
watchKeys();
watchProgress();
watchContents();
watchBottomBar();
watchCoverage();
watchIntent();
