// Marks in the editor, before a script is sent: the engine runs it on a copy while nobody types, and says what can be
// known.
import type { Diagnostic, Finding } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { Data, Script } from "../workspace/workspace.ts";
import { cost } from "./lint-finding.ts";

/** Asks what can be said of the script as it is now, and marks it. */
export async function showMarks(workspace: Data & Script): Promise<void> {
  const { text } = workspace.pane;
  const { continue: session = "" } = await workspace.store.resume();
  // the store was reset meanwhile
  const report = await workspace.control.rehearse(workspace.pane.source, session).catch(() => null);
  if (!report || text !== workspace.pane.text) return;
  const own = report.findings.filter((f) => f.file === workspace.pane.source.name);
  workspace.pane.remark(own.flatMap((f) => f.lines.map((line) => markOf(f, line, text))));
}

/** A finding as a remark at its request. */
export function markOf(f: Finding, line: number, text: string): Diagnostic {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const message = t("lint.mark", { rule: t(`lint.${f.rule}`), cost: cost(f) });
  return {
    from: before,
    to: before + (lines[line - 1] ?? "").length,
    line,
    severity: "warning",
    message,
    sentences: [],
    replacement: null,
    fix: "",
    label: [],
  };
}
