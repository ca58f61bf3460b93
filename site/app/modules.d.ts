// Modules whose types come from nowhere else.

// Go's loader, which the build takes from the Go distribution; it defines globalThis.Go.
declare module "wasm_exec" {}

// What the tests use of Node; its full types would bring globals that a page does not have.
declare module "node:test" {
  type Run = () => void | Promise<void>;
  export function test(name: string, run: Run): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(ms: number): void; reset(): void };
  };
}

declare module "node:process" {
  interface Usage {
    user: number; // microseconds of a processor
    system: number;
  }
  export function cpuUsage(before?: Usage): Usage;
}

declare module "node:process" {
  interface Used {
    user: number; // microseconds
    system: number;
  }
  export function cpuUsage(since?: Used): Used;
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
