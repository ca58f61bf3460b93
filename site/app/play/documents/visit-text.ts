// What was typed into a document of a link: this tab keeps it, until it is closed or the link is.
const PREFIX = "rowkey/visit/";

/** Returns it, null if there is none. */
export function visitText(id: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + id);
  } catch {
    return null; // storage is blocked
  }
}

/** Keeps it, as far as the browser lends storage: nobody was promised more than this visit. */
export function keepVisit(id: string, text: string): void {
  try {
    sessionStorage.setItem(PREFIX + id, text);
  } catch {
    // blocked or full
  }
}

export function forgetVisit(id: string): void {
  try {
    sessionStorage.removeItem(PREFIX + id);
  } catch {
    // what cannot be reached is not kept either
  }
}
