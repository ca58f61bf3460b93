// A button at the end of the bar of documents, or a line of the menu behind it.
import type { MenuItem } from "../../ui/menu.ts";

/** The groups of the menu, in their order. */
export const TOOL_GROUPS = ["change", "over", "script", "document", "data", "room", "save"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** A button at the end of the bar of documents, or a line of the menu behind it. */
export interface DocTool {
  id: string;
  word: () => string;
  icon: string;
  keys?: string;
  place: "bar" | "menu" | "narrow"; // "bar": with its word, on a phone in the menu; "narrow": there alone
  group: ToolGroup; // of the menu
  press?: () => void; // a tool without opens its lines
  more?: () => readonly MenuItem[]; // lines behind its button
  hidden?: () => boolean;
  disabled?: () => boolean;
}

/** What a tool can do, as lines of a menu. */
export function linesOf(tool: DocTool): MenuItem[] {
  const { id, press, keys } = tool;
  const disabled = tool.disabled?.() ?? false;
  const own: MenuItem[] = press ? [{ id, word: tool.word(), press, disabled, ...(keys ? { keys } : {}) }] : [];
  return [...own, ...(tool.more?.() ?? [])];
}
