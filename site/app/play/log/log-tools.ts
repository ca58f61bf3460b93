// What a reader can do with a request of the log. Another tool is an entry in ENTRY_TOOLS.
import { nothing } from "lit";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Entry, lineNow } from "./log-entries.ts";

export interface LogHost {
  workspace: Workspace;
  /** Looks at the ledger again, after a request that no run has sent. */
  refresh: () => Promise<void>;
  say: (text: string) => void;
}

/** Buttons below the chosen request, in their order. */
export const ENTRY_TOOLS: readonly ((e: Entry, log: LogHost) => unknown)[] = [again, inScript, copyAs];

/** Tells whether the entry holds the whole request. */
const isWhole = (e: Entry): boolean => e.method !== "" && (e.body !== "" || e.method !== "POST");

function again(e: Entry, log: LogHost): unknown {
  if (!isWhole(e)) return nothing;
  return button(t("log.again"), () => void sendAgain(e, log), { kind: "small", icon: "run" });
}

function inScript(e: Entry, { workspace }: LogHost): unknown {
  const line = lineNow(e, workspace.pane.text.split("\n"));
  if (!line) return nothing;
  const show = () => {
    workspace.show("script");
    workspace.pane.goTo(line);
  };
  return button(t("log.script"), show, { kind: "small", icon: "script" });
}

function copyAs(e: Entry): unknown {
  if (!isWhole(e)) return nothing;
  const copy = () => void import("../export/copy-dialog.ts").then((m) => m.copySent(e.title, e));
  return button(t("share.copyas"), copy, { kind: "small", icon: "copy" });
}

/** A request that stands in the script runs there, with all that belongs to it; another is sent as it was. One Undo
 * takes back what it changes. */
async function sendAgain(e: Entry, { workspace, refresh, say }: LogHost): Promise<void> {
  const line = lineNow(e, workspace.pane.text.split("\n"));
  await workspace.store.note();
  workspace.store.mark(t("log.again.change", { request: e.title || `${e.method} ${e.words.path}` }));
  if (line && workspace.document.language !== "js") {
    workspace.pane.goTo(line);
    return workspace.pane.runHere();
  }
  const init = { method: e.method, headers: e.headers.map(([name, value]): [string, string] => [name, value]) };
  const response = await workspace.engine.fetch(e.url, e.body ? { ...init, body: e.body } : init);
  say(t("log.sent", { status: response.status }));
  await workspace.changed();
  await refresh();
}
