// The clients of a script, without an engine: whether there is anything for a laboratory to try.

const CLIENT = /^[ \t]*(?:#|\/\/)[ \t]*@client[ \t]+(\S+)/gm;

/** The names after "@client", each once, in the order in which they come. */
export function clientsOf(text: string): string[] {
  return [...new Set([...text.matchAll(CLIENT)].map((m) => m[1] ?? ""))];
}
