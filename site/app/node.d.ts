// What the tests use of Node; its full types would bring globals that a page does not have.
declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(actual: string, expected: RegExp): void;
    rejects(promise: Promise<unknown>, expected: (e: unknown) => boolean): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}
