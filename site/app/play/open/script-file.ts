// A script from a file of the reader: it becomes a document, and nothing of it leaves the browser.
import { isShared, oneLine } from "../../share/link.ts";
import { FileError } from "../../transfer/csv.ts";
import { textOf } from "../../transfer/file-text.ts";
import { num, t } from "../../ui/i18n.ts";
import type { Screen, Tabs } from "../workspace/workspace.ts";
import { openFile } from "./open-link.ts";

/** Lets the reader choose a file, and opens it. */
export function chooseFile(workspace: Tabs & Screen): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".http,.rest,.txt,.json,.js,.mjs";
  input.addEventListener("change", () => void readFile(input.files?.[0], workspace));
  input.click();
}

const LARGEST = 8_000_000; // bytes: more is neither a script nor a file that was shared

/** Opens a text file as a document of its own. It is not run. */
export async function readFile(file: File | undefined, workspace: Tabs & Screen): Promise<void> {
  if (!file) return;
  const text = file.size <= LARGEST ? await textIn(file) : null;
  if (text instanceof FileError) return workspace.say(`${file.name}: ${wrongWords(text)}`);
  if (text === null || text.includes("\0")) return workspace.say(t("start.file.not", { name: file.name }));
  if (openFile(workspace, text)) return;
  const language = /\.[cm]?js$/i.test(file.name) ? "js" : undefined;
  workspace.add(oneLine(file.name.replace(/\.\w+$/, "")), text.replace(/\r\n?/g, "\n"), language);
}

/** The text of a file, what is wrong with it, or null if the browser cannot read it. */
async function textIn(file: File): Promise<string | FileError | null> {
  try {
    return await textOf(file);
  } catch (e) {
    return e instanceof FileError ? e : null;
  }
}

/** What is wrong with a file, after its line. */
export function wrongWords({ line, message }: FileError): string {
  return line ? `${t("import.line", { n: num(line) })}: ${message}` : message;
}

/** Tells whether a file is one that opens as a document; a table has another form. */
export function isDocument(name: string, text: string): boolean {
  return isScript(name) || isShared(text);
}

export const isScript = (name: string): boolean => /\.(http|rest)$/i.test(name);
