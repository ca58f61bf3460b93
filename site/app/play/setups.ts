// Which scripts a script sets up with.

/** Returns their names as the files of a page have them: without "./" and "../". */
export function setupsOf(text: string): string[] {
  return [...text.matchAll(/^\s*(?:#|\/\/)\s*@setup\s+(?:\.{1,2}\/)*(\S+)/gm)].map((m) => m[1] ?? "");
}
