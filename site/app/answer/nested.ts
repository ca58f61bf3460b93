// The first mistake of those who come from a document store: an array or an object as the value of a property.
import type { Exchange } from "../engine/types.ts";
import { objectOf, parse } from "../ui/storage.ts";

/** Returns the name of the first property whose value is not single, null if there is none. */
export function nestedProperty(body: string): string | null {
  const entity = parse(body);
  if (Array.isArray(entity)) return null;
  const found = Object.entries(objectOf(entity)).find(([, value]) => typeof value === "object" && value !== null);
  return found?.[0] ?? null;
}

/** Returns that property of a request that the service has refused. */
export function nestedIn({ code, wire }: Exchange): string | null {
  return code === "InvalidInput" ? nestedProperty(wire.at(-1)?.request.body ?? "") : null;
}
