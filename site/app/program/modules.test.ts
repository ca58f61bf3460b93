import assert from "node:assert/strict";
import { test } from "node:test";
import { asFunction } from "./modules.ts";

const MODULE = { default: "d", a: 1, b: 2 };
const names: string[] = [];

/** Runs a program as the worker does, and returns what it returns. */
async function run(text: string): Promise<unknown> {
  names.length = 0;
  const load = (name: string): unknown => {
    names.push(name);
    return MODULE;
  };
  const program = new Function("require", `return ${asFunction(text)}`)(load) as () => Promise<unknown>;
  return program();
}

test("every form of import gives its names, wherever it is", async () => {
  assert.equal(await run('import { a } from "m"; return a;'), 1);
  assert.equal(await run("return a;\nimport { a } from 'm'"), 1);
  assert.equal(await run('import { a as x,\n  b, // two\n} from "m";\nreturn x + b;'), 3);
  assert.equal(await run('import * as m from "m";\nreturn m.b;'), 2);
  assert.equal(await run('import d, { a } from "m"; return d + a;'), "d1");
  assert.equal(await run('import d from "m"; return d;'), "d");
  assert.equal(await run('import "m"; return 1;'), 1);
  assert.deepEqual(names, ["m"]);
  assert.equal(await run('const { b } = await import("m"); return b;'), 2);
  assert.equal(await run('const { b } = require("m"); return b;'), 2);
});

test("text that looks like an import stays as it is", async () => {
  assert.equal(await run("const s = `import { a } from 'm'`; return s;"), "import { a } from 'm'");
  assert.equal(await run("// import { a } from 'm'\nreturn 1; // end"), 1);
  assert.deepEqual(names, []);
});

test("each line keeps its number", () => {
  const text = 'import {\n  a,\n} from "m";\n\nconst f = 1;\nimport "n";\nf();\n';
  const lines = asFunction(text).split("\n");
  assert.match(lines[4] ?? "", /^const f = 1;/);
  assert.equal(lines[6], "f();");
});
