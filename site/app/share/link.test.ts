import assert from "node:assert/strict";
import { test } from "node:test";
import { BrokenLink, carries, pack, type Shared, unpack } from "./link.ts";

const small: Shared = { scripts: [{ name: "Orders", text: "### One\nGET {{table}}/Orders()\n" }] };

/** Packs anything, as somebody who means harm would. */
const forged = (x: unknown): Promise<string> => pack(x as Shared);

test("what is packed is unpacked as it was", async () => {
  const all: Shared = {
    scripts: [...small.scripts, { name: "Program", text: "console.log(1)", language: "js" }],
    settings: { pageReads: 100 },
    data: '{"table":"Orders","entity":{"PartitionKey":"ä","RowKey":"😀"}}\n',
    of: 4003,
    opens: "data",
  };
  for (const shared of [small, all])
    assert.equal(JSON.stringify(await unpack(await pack(shared))), JSON.stringify(shared));
});

test("a number of rows that is none is left out", async () => {
  for (const of of ["4003", -1, 0, 1.5, 1e300, null, {}])
    assert.equal((await unpack(await forged({ ...small, of }))).of, undefined);
});

test("a short script makes a short link", async () => {
  const { length } = await pack(small);
  assert.equal(length < 120, true, String(length));
});

test("only an address of our form carries something", () => {
  assert.deepEqual(["#v1=x", "#v2=x", "#r5", "", "#v=1"].map(carries), [true, true, false, false, false]);
});

const broken: [string, string | Promise<string>, string][] = [
  ["of a later version", "#v2=abc", "version"],
  ["without content", "#v1=", "damaged"],
  ["with characters of no link", "#v1=<script>", "damaged"],
  ["cut in half", pack(small).then((link) => link.slice(0, -9)), "damaged"],
  ["that is no deflated text", "#v1=AAAA", "damaged"],
  ["longer than any that was made", `#v1=${"A".repeat(2_000_001)}`, "large"],
  ["that unpacks to gigabytes", forged({ scripts: [{ name: "x", text: "a".repeat(9_000_000) }] }), "large"],
  ["of a list", forged([1]), "content"],
  ["of null", forged(null).then(() => forged([])), "content"],
  ["without scripts", forged({ scripts: [] }), "content"],
  ["with too many scripts", forged({ scripts: Array(21).fill(small.scripts[0]) }), "content"],
  ["whose script is a number", forged({ scripts: [{ name: "x", text: 1 }] }), "content"],
  ["whose script has no name", forged({ scripts: [{ text: "x" }] }), "content"],
  ["whose data are an object", forged({ ...small, data: {} }), "content"],
  ["whose settings are a list", forged({ ...small, settings: [] }), "content"],
];
for (const [what, link, reason] of broken)
  test(`a link ${what} says what is wrong`, async () => {
    await assert.rejects(unpack(await link), (e) => e instanceof BrokenLink && e.reason === reason);
  });

test("a name cannot pretend to be something else", async () => {
  const link = await pack({ scripts: [{ name: `  a\u202Egnp.exe\n\u0000${"x".repeat(100)}`, text: "" }] });
  const { scripts } = await unpack(link);
  assert.match(scripts[0]?.name ?? "", /^a gnp\.exe {2}x{68,}$/);
});

test("members that every object has are not taken from a link", async () => {
  const link = await forged({ ...small, settings: JSON.parse('{"__proto__":{"x":1}}'), opens: "constructor", more: 1 });
  const shared = await unpack(link);
  assert.equal(Object.keys(shared).join(), "scripts,settings");
  assert.equal((shared.settings as { x?: unknown }).x, undefined);
});
