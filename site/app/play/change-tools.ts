// Undo and redo of changes of the data, as buttons of the bar of documents.
import { t } from "../ui/i18n.ts";
import type { Desk, DocTool } from "./desk.ts";

export function changeTool(desk: Desk, by: -1 | 1): DocTool {
  const { journal } = desk.store;
  return {
    id: by < 0 ? "undo" : "redo",
    word: () => t(by < 0 ? "undo.change" : "undo.redo"),
    icon: by < 0 ? "undo" : "redo",
    keys: by < 0 ? "Mod+Shift+Backspace" : "Shift+u",
    place: "bar",
    group: "change",
    press: () => void desk.step(by),
    disabled: () => (by < 0 ? journal.undoable : journal.redoable) === null,
  };
}
