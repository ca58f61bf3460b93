// Files that are dropped anywhere on the playground, and rows that are pasted: outside of its fields they become a
// table, in the script that is offered.
import { isTyping, make } from "../../ui/dom.ts";
import { t } from "../../ui/i18n.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Takes them until the signal says stop. */
export function watchRows(host: HTMLElement, workspace: Workspace, signal: AbortSignal): void {
  const veil = make("p", { class: "drop-veil" }, t("drop.here"));
  const over = (e: DragEvent) => {
    e.preventDefault();
    if (!veil.isConnected) host.append(veil);
  };
  const leave = (e: DragEvent) => {
    if (!host.contains(e.relatedTarget as Node | null)) veil.remove();
  };
  const drop = (e: DragEvent) => {
    e.preventDefault();
    e.stopPropagation(); // an editor would write the file into its text
    veil.remove();
    take(workspace, e.dataTransfer?.files[0]);
  };
  for (const [name, act] of [
    ["dragover", over],
    ["dragleave", leave],
    ["drop", drop],
  ] as const)
    host.addEventListener(name, (e) => void (e.dataTransfer?.types.includes("Files") && act(e)), {
      capture: true,
      signal,
    });
  addEventListener("paste", (e) => paste(workspace, e), { signal });
  addEventListener("paste", (e) => offer(workspace, e), { capture: true, signal }); // before the editor has taken it
}

/** What was pasted into the script stays there until the reader wants it as a table. */
function offer(workspace: Workspace, e: ClipboardEvent): void {
  const { pane, document } = workspace;
  const text = e.clipboardData?.getData("text/plain") ?? "";
  const [at] = e.composedPath();
  const written = at instanceof HTMLElement && (at.isContentEditable || at.localName === "textarea");
  if (!written || !e.composedPath().includes(pane.element) || document.language === "js") return;
  const before = pane.text;
  if (!rowsInScript(text, before.split("\n").slice(0, pane.line))) return;
  setTimeout(() => offerTable(workspace, text, before, pane.text));
}

/** Offers to make a table of a part of the script. The part goes when it is one, and comes back with the offer when
 * that is undone. */
function offerTable(workspace: Workspace, rows: string, before: string, after: string): void {
  const { pane, document } = workspace;
  const replace = (from: string, to: string): boolean => {
    const same = workspace.document === document && pane.text === from;
    if (same) pane.rewrite(to);
    return same;
  };
  const written = () => {
    if (!replace(after, before)) return;
    whenTakenBack(workspace, () => {
      if (replace(before, after)) offerTable(workspace, rows, before, after);
    });
  };
  const bring = async () => {
    const { takeFile } = await import("./at-once.ts");
    await takeFile(workspace, new File([rows], t("drop.pasted")), written);
  };
  const line = rows.trim().split(/\r?\n/, 1)[0] ?? "";
  workspace.say(t("drop.rows"), { word: t("drop.rows.take"), press: () => void bring() }, (s) => s.includes(line));
}

/** Acts once, when the last change of the data is undone. */
function whenTakenBack({ store: { journal } }: Workspace, act: () => void): void {
  const change = journal.undoable;
  const seen = new AbortController();
  const look = () => {
    const back = change && journal.isBefore(change);
    if (back !== false) seen.abort();
    if (back) setTimeout(act); // after what is said about the data
  };
  addEventListener("data:place", look, { signal: seen.signal });
}

const WRITTEN = /^(###|@\w|[#/]|(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS)\s)/m;
const WRITES = /^(POST|PUT|PATCH|MERGE)\s/;

/** Tells whether a text is rows also among requests: no part of a script, and no JSON where a body may be. */
export function rowsInScript(text: string, above: readonly string[]): boolean {
  const own = above.slice(above.findLastIndex((line) => line.startsWith("###")) + 1);
  const body = /^\s*[[{]/.test(text) && own.some((line) => WRITES.test(line));
  return isRows(text) && !WRITTEN.test(text) && !body;
}

function paste(workspace: Workspace, e: ClipboardEvent): void {
  if (isTyping(e) || document.querySelector("dialog[open]")) return;
  const text = e.clipboardData?.getData("text/plain") ?? "";
  const file = e.clipboardData?.files[0] ?? (isRows(text) ? new File([text], t("drop.pasted")) : undefined);
  if (!file) return;
  e.preventDefault();
  take(workspace, file);
}

/** Lines of several cells, or JSON. */
export function isRows(text: string): boolean {
  const [first = "", second = ""] = text.trim().split(/\r?\n/, 2);
  return /^[[{]/.test(first) || (second !== "" && /[,;\t]/.test(first) && /[,;\t]/.test(second));
}

function take(workspace: Workspace, file: File | undefined): void {
  void import("./at-once.ts").then((m) => m.takeFile(workspace, file));
}
