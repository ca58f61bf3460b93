// The page before a file is chosen: the rest is loaded with the file.

/** Shows where files can be dropped, and opens the first one that comes. */
export function startOwnTable(host: HTMLElement): void {
  const place = host.querySelector<HTMLElement>(".own-drop");
  const input = host.querySelector<HTMLInputElement>("input[type=file]");
  place?.removeAttribute("hidden");
  const open = async (file: File | undefined) => {
    if (file) (await import("./own-view.ts")).ownTable(host).read(file);
  };
  input?.addEventListener("change", () => {
    void open(input.files?.[0]);
    input.value = ""; // so that the same file can be chosen again
  });
  host.addEventListener("dragover", (e) => e.preventDefault());
  host.addEventListener("drop", (e) => {
    e.preventDefault();
    void open(e.dataTransfer?.files[0]);
  });
}
