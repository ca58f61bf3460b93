// Shortcuts under the names that the reader's keyboard has: words on Linux and Windows, signs on a Mac.

const SIGNS: Readonly<Record<string, string>> = {
  Mod: "⌘",
  Ctrl: "⌃",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↩",
  Backspace: "⌫",
  Esc: "⎋",
  Tab: "⇥",
  PageUp: "⇞",
  PageDown: "⇟",
};
const ORDER = ["Ctrl", "Alt", "Shift", "Mod"]; // of modifiers on a Mac

/** Tells whether shortcuts are pressed with the Command key. */
export const onMac = typeof navigator === "object" && isMac(navigator.platform);

export function isMac(platform: string): boolean {
  return /^(Mac|iP(hone|ad|od))/.test(platform);
}

/** Names a shortcut that is written as in the editor's key map: "Mod+Shift+Enter" is "Ctrl+Shift+Enter", or "⇧⌘↩" on a
 * Mac. */
export function keyName(shortcut: string, mac = onMac): string {
  const keys = shortcut.split(/\+(?=.)/); // the last key may be a plus
  if (!mac) return keys.map((k) => (k === "Mod" ? "Ctrl" : k)).join("+");
  const last = keys.pop() ?? "";
  keys.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return [...keys, last].map((k) => SIGNS[k] ?? k).join("");
}

/** Renames the shortcuts in the text of a page, which was built with the words of Linux and Windows. */
export function nameKeys(): void {
  if (!onMac) return;
  for (const kbd of document.querySelectorAll<HTMLElement>("kbd[data-keys]"))
    kbd.textContent = keyName(kbd.dataset.keys ?? "");
}
