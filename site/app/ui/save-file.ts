// A file for the reader to save. Nothing is sent anywhere.

/** Offers a text as a file; the browser asks where, or puts it where downloads go. */
export function saveFile(name: string, parts: readonly string[], type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser has begun by then
}
