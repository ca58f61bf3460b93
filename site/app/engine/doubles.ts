// JSON of entities, read so that a Double with a whole value stays one: 20.0 and 20 are the same number in JavaScript.
interface Context {
  source?: string; // of a number, as it stands in the text; older browsers do not tell
}

/** Reads JSON; a number that was written as a Double gets its type beside it, as other types have it. */
export function parseTyped(text: string): unknown {
  const mark = function (this: unknown, key: string, value: unknown, context?: Context): unknown {
    if (typeof value === "number" && context?.source && /[.eE]/.test(context.source) && isRow(this)) {
      Object.defineProperty(this, `${key}@odata.type`, {
        value: "Edm.Double",
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return value;
  };
  return JSON.parse(text, mark as (this: unknown, key: string, value: unknown) => unknown) as unknown;
}

function isRow(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
