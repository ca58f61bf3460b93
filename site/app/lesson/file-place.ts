// Where a page takes files: a button, and the whole of a place for files that are dropped.
import { html, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";

export type Take = (files: readonly File[]) => void;

export function fileButton(word: string, take: Take, several = false): TemplateResult {
  const chosen = (e: Event) => {
    const input = e.target as HTMLInputElement;
    take([...(input.files ?? [])]);
    input.value = ""; // so that the same file can be chosen again
  };
  return html`<label class="button"><input class="vh" type="file" accept="application/json,.json"
    ?multiple=${several} @change=${chosen}>${icon("data")}<span>${word}</span></label>`;
}

/** Files that are dropped anywhere in a place are taken. */
export function watchDrops(place: HTMLElement, take: Take): void {
  place.addEventListener("dragover", (e) => e.preventDefault());
  place.addEventListener("drop", (e) => {
    e.preventDefault();
    take([...(e.dataTransfer?.files ?? [])]);
  });
}
