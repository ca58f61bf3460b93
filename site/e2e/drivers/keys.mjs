// Keys as WebDriver has them: an action for each press and release, special keys as private characters.
// Source: WebDriver, "Keyboard actions".
const SPECIAL = {
  Enter: "\uE007",
  Tab: "\uE004",
  Escape: "\uE00C",
  Backspace: "\uE003",
  End: "\uE010",
  Shift: "\uE008",
  Control: "\uE009",
};

const codeOf = (key) => SPECIAL[key] ?? key;
const press = (key) => ({ type: "keyDown", value: codeOf(key) });
const release = (key) => ({ type: "keyUp", value: codeOf(key) });

/** The actions of a shortcut, such as "Control+Shift+Enter". */
export function shortcut(name) {
  const keys = name.split("+");
  return source([...keys.map(press), ...keys.toReversed().map(release)]);
}

/** The actions of a text that is typed. */
export function typed(text) {
  return source([...text].flatMap((c) => [c === "\n" ? "Enter" : c].flatMap((key) => [press(key), release(key)])));
}

const source = (actions) => [{ type: "key", id: "keyboard", actions }];
