// The page before it is at work: it shows a recording that was made when it was built. What takes its place is loaded
// at once, and the page stays as it was built if that cannot be had.
export function startWatch(host: HTMLElement): void {
  void import("./watch-view.ts").then((m) => m.openWatch(host));
}
