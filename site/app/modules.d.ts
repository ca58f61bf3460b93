// Modules whose types come from nowhere else.

// Go's loader, which the build takes from the Go distribution; it defines globalThis.Go.
declare module "wasm_exec" {}

// Files that are bundled as they are.
declare module "*.txt" {
  const text: string;
  export default text;
}

// What the tests use of Node; its full types would bring globals that a page does not have.
declare module "node:test" {
  type Run = () => void | Promise<void>;
  export function test(name: string, run: Run): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(ms: number): void; reset(): void };
  };
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function writeFileSync(path: string, text: string): void;
}

declare module "node:process" {
  export const env: Readonly<Record<string, string | undefined>>;

  interface Usage {
    user: number; // microseconds of a processor
    system: number;
  }
  export function cpuUsage(before?: Usage): Usage;
}

declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(actual: string, expected: RegExp): void;
    throws(run: () => unknown, expected: (e: unknown) => boolean): void;
    rejects(promise: Promise<unknown>, expected: (e: unknown) => boolean): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}
