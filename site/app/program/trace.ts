// Which call of the official client a request belongs to, and which line made that call. The client says when a call
// begins, in the hook that it has for tracing, and hands what is put into the context there to each of its requests.
import { type Instrumenter, type TracingContext, type TracingSpan, useInstrumenter } from "@azure/core-tracing";
import { lineOf } from "./lines.ts";

/** Where in the program a request comes from. */
export interface CodePlace {
  line: number; // 0 if unknown
  name: string; // of the method of the client, "" if unknown
}

/** The header by which a request tells its place to the fetch of the worker, which takes it away. */
export const HEADER = "x-program-place";

const PLACE = Symbol("place");

export class Trace {
  private readonly errors = new WeakMap<object, CodePlace>();
  // by method: later pages of a list are asked for by the client itself
  private readonly latest = new Map<string, CodePlace>();
  private last: CodePlace | undefined;

  /** Listens to all clients of the program. */
  listen(): void {
    useInstrumenter({
      startSpan: (name, { tracingContext }) => {
        const place = placeIn(tracingContext) ?? this.begun(name);
        return { span: this.span(place), tracingContext: new Context(tracingContext).setValue(PLACE, place) };
      },
      withContext: (_context, work, ...rest) => work(...rest),
      parseTraceparentHeader: () => undefined,
      createRequestHeaders: (context): Record<string, string> => {
        const place = placeIn(context);
        return place ? { [HEADER]: `${place.line} ${place.name}` } : {};
      },
    } satisfies Instrumenter);
  }

  /** Lets a method carry its place in its options: it asks later, or without a word to the hook. */
  mark(owner: object, method: string, options: number): void {
    const methods = owner as Record<string, (...values: unknown[]) => unknown>;
    const published = methods[method];
    const trace = this;
    methods[method] = function (this: unknown, ...values: unknown[]): unknown {
      const given = (values[options] ?? {}) as { tracingOptions?: { tracingContext?: TracingContext } };
      const { tracingContext: above } = given.tracingOptions ?? {};
      const tracingContext = new Context(above).setValue(PLACE, placeIn(above) ?? trace.placeOf(method));
      values[options] = { ...given, tracingOptions: { ...given.tracingOptions, tracingContext } };
      return published?.apply(this, values);
    };
  }

  /** The line of the call that failed with an error, or that its stack leads to; 0 if neither is known. */
  lineOf(error: unknown): number {
    if (typeof error !== "object" || error === null) return 0;
    return this.errors.get(error)?.line || lineOf((error as Error).stack);
  }

  /** A transaction loses its context on the way to its request: that belongs to the last call. */
  private begun(span: string): CodePlace {
    return (span.startsWith("HTTP ") && this.last) || this.placeOf(span);
  }

  private placeOf(span: string): CodePlace {
    const name = span.replace(/^.*\./, "").replace(/Page$/, "");
    const line = lineOf(new Error("where").stack);
    const place = line ? { line, name } : (this.latest.get(name) ?? { line, name });
    this.latest.set(name, place);
    this.last = place;
    return place;
  }

  private span(place: CodePlace): TracingSpan {
    return {
      isRecording: () => true,
      setAttribute: () => undefined,
      recordException: () => undefined,
      end: () => undefined,
      setStatus: (status) => {
        if (status.status === "error" && status.error instanceof Error) this.errors.set(status.error, place);
      },
    };
  }
}

/** Reads the header of a request. */
export function placeFrom(header: string | null): CodePlace {
  const [, line = "0", name = ""] = /^(\d{1,9}) (\w*)$/.exec(header ?? "") ?? [];
  return { line: Number(line), name };
}

const placeIn = (context: TracingContext | undefined): CodePlace | undefined =>
  context?.getValue(PLACE) as CodePlace | undefined;

/** Values by symbols. Each change is another context, as the client expects. */
class Context implements TracingContext {
  private readonly above: TracingContext | undefined;

  constructor(
    above?: TracingContext,
    private readonly values: ReadonlyMap<symbol, unknown> = new Map(),
  ) {
    this.above = above;
  }

  getValue(key: symbol): unknown {
    return this.values.get(key) ?? this.above?.getValue(key);
  }

  setValue(key: symbol, value: unknown): TracingContext {
    return new Context(this.above, new Map(this.values).set(key, value));
  }

  deleteValue(key: symbol): TracingContext {
    return this.setValue(key, undefined);
  }
}
