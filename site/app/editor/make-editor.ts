// The way to an editor: CodeMirror, or the plain text field.
import { readSettings } from "../ui/settings.ts";
import type { ScriptEditor } from "./script-editor.ts";

/** Makes CodeMirror, or the plain text field when the reader wants it or the other cannot be loaded. */
export async function makeEditor(): Promise<ScriptEditor> {
  if (!readSettings().plain) {
    const loaded = await import("./codemirror.ts").catch(() => null);
    if (loaded) return new loaded.RkEditor();
  }
  const { RkPlain } = await import("./plain-text.ts");
  return new RkPlain();
}
