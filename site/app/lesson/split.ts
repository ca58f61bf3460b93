// The handle between the text of a lesson and the learner's script: drag it, or use the arrow keys. The share of the
// text is kept in this browser, for narrow and for wide windows on its own.
import { make } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";
import { keepText, objectOf, readJSON } from "../ui/storage.ts";

const KEY = "rowkey/lesson-split";

/** Puts the handle between the two parts of a step that has a task. */
export function watchSplit(): void {
  const split = document.querySelector<HTMLElement>(".lesson-split:not([data-solo])");
  const script = split?.querySelector<HTMLElement>(":scope > .try");
  if (!split || !script) return;
  const wide = matchMedia("(width >= 80rem)");
  let shares = sharesOf(readJSON(KEY));
  const name = (): keyof Shares => (wide.matches ? "wide" : "narrow");
  const handle = make("div", {
    "class": "split-grip",
    "role": "separator",
    "tabindex": "0",
    "aria-orientation": "vertical",
    "aria-controls": "read",
    "aria-label": first("lesson.handle"),
    "aria-valuemin": String(LEAST),
    "aria-valuemax": String(MOST),
  });
  const show = (): void => {
    const share = shares[name()];
    split.style.setProperty("--share", `${share}fr`);
    split.style.setProperty("--rest", `${100 - share}fr`);
    handle.setAttribute("aria-valuenow", String(share));
  };
  const choose = (share: number): void => {
    shares = { ...shares, [name()]: share };
    keepText(KEY, JSON.stringify(shares));
    show();
  };
  handle.addEventListener("keydown", (e) => {
    const share = shareAfter(e.key, shares[name()]);
    if (share === null) return;
    e.preventDefault();
    choose(share);
  });
  handle.addEventListener("pointerdown", (e) => {
    e.preventDefault();
    handle.setPointerCapture(e.pointerId);
  });
  handle.addEventListener("pointermove", (e) => {
    if (!handle.hasPointerCapture(e.pointerId)) return;
    const { left, width } = split.getBoundingClientRect();
    choose(within((100 * (e.clientX - left)) / width));
  });
  wide.addEventListener("change", show);
  show();
  script.before(handle);
}

/** Of windows below 80 rem, and from there on. */
interface Shares {
  narrow: number;
  wide: number;
}

export const LEAST = 25;
export const MOST = 70;
const STEP = 5; // of an arrow key
const USUAL: Shares = { narrow: 44, wide: 47 };

/** Reads shares of any origin; what is missing or cannot be is as usual. */
export function sharesOf(x: unknown): Shares {
  const kept = objectOf(x);
  const of = (name: keyof Shares): number => {
    const value = kept[name];
    return typeof value === "number" && Number.isFinite(value) ? within(value) : USUAL[name];
  };
  return { narrow: of("narrow"), wide: of("wide") };
}

/** Returns the share nearest to one that leaves both parts enough. */
function within(share: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(share)));
}

/** Returns the share after a key at the handle, null if the key means nothing there. */
export function shareAfter(key: string, share: number): number | null {
  if (key === "ArrowLeft") return within(share - STEP);
  if (key === "ArrowRight") return within(share + STEP);
  if (key === "Home") return LEAST;
  return key === "End" ? MOST : null;
}
