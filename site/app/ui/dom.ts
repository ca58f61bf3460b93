// A few lines of DOM for what every page loads, where a template library would cost more than it saves.

const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select, run-output";

type Attributes = Readonly<Record<string, string>>;

/** Makes an element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Makes an icon of the sprite. */
export function makeIcon(name: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Tells whether keys belong to a text field, or to an answer, which readers take for one; editors in shadow roots
 * count. */
export function isTyping(e: Event): boolean {
  const target = e.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null);
}
