// A test of something that takes time in proportion to a text: it counts the processor time, whatever else the machine
// does.
import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import { test } from "node:test";

const MOST = 10; // seconds of a processor; what grows with the square of a million characters takes minutes

export function atOnce(name: string, work: () => void | Promise<void>): void {
  test(name, async () => {
    const before = cpuUsage();
    await work();
    const { user, system } = cpuUsage(before);
    const seconds = (user + system) / 1e6;
    assert.equal(seconds < MOST, true, `it took ${seconds} s of a processor`);
  });
}
