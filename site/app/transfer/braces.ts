// Braces in data, where a text is a script: two of them begin a reference there, and in httpyac code that it runs.
// Pure.

/** Escapes braces that would begin a reference: in JSON as JSON does, elsewhere as asked. */
export function bracesEscaped(text: string, brace = "\\u007b"): string {
  return text.replaceAll(/\{(?=\{)/g, brace);
}
