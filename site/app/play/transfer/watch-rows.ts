// Files that are dropped anywhere on the playground, and rows that are pasted outside of its fields.
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
