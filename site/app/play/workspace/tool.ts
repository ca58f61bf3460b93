// A button at the end of the bar of documents, or a line of the menu behind it.

/** The groups of the menu, in their order. */
export const TOOL_GROUPS = ["change", "script", "document", "data", "room", "save"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** A button at the end of the bar of documents, or a line of the menu behind it. */
export interface DocTool {
  id: string;
  word: () => string;
  icon: string;
  keys?: string;
  place: "bar" | "menu"; // "bar": with its word, on a phone in the menu
  group: ToolGroup; // of the menu
  press: () => void;
  hidden?: () => boolean;
  disabled?: () => boolean;
}
