// What a lesson claims to cover is for its authors: ?coverage shows it.

export function watchCoverage(): void {
  if (!new URLSearchParams(location.search).has("coverage")) return;
  for (const table of document.querySelectorAll<HTMLElement>("[data-coverage]")) table.hidden = false;
}
