// Where the reader is on the page as it was baked, and where that is once the playground is at work.

const SCROLLER = ".pane-script .pane-scroll";

/** Notes it before the page is drawn; the function that it returns goes there, given what brings a keyboard to the script. */
export function keepPlace(host: HTMLElement): (write: () => void) => void {
  const at = host.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const late = at?.dataset.late;
  const reading = !late && at?.matches(":focus-visible");
  const top = host.querySelector(SCROLLER)?.scrollTop ?? 0;
  return (write) => {
    if (top) host.querySelector(SCROLLER)?.scrollTo(0, top);
    if (late) host.querySelector<HTMLElement>(late)?.focus();
    if (reading) write();
  };
}
