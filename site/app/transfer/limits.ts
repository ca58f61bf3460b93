// What a row may hold, so that a preview can say it before anything is sent. The engine refuses the same by itself.
// Source: "Understanding the Table service data model": keys, names and sizes.

export const MAX_KEY = 512; // characters: 1 KiB of UTF-16
export const MAX_TEXT = 32_768; // characters of a string: 64 KiB
export const MAX_BINARY = 65_536; // bytes
export const MAX_PROPERTIES = 252;
export const MAX_ENTITY = 1 << 20; // bytes
export const MAX_OPERATIONS = 100; // of a transaction
export const MAX_BATCH = 4 << 20; // bytes of a transaction

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a key may not hold
const NOT_IN_KEYS = /[/\\#?\u0000-\u001f\u007f-\u009f]/;
const NAME = /^[\p{L}_][\p{L}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u; // an identifier of C#

/** Tells whether a text may be a PartitionKey or a RowKey. */
export function validKey(text: string): boolean {
  return text.length <= MAX_KEY && !NOT_IN_KEYS.test(text);
}

/** A key whose forbidden characters are replaced by "_". */
export function mendedKey(text: string): string {
  return text.replaceAll(new RegExp(NOT_IN_KEYS, "g"), "_").slice(0, MAX_KEY);
}

/** A name with one "_" where forbidden characters are, none at the end. None is the name of another property. */
export function mendedName(text: string, others: readonly string[]): string {
  const letters = text.trim().replaceAll(/[^\p{L}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]+/gu, "_");
  const bare = letters.slice(0, 250).replace(/(?<!_)_+$/, "");
  const name = (NAME.test(bare) ? bare : `_${bare}`).slice(0, 250);
  let free = name;
  for (let n = 2; others.includes(free); n++) free = `${name}_${n}`;
  return free;
}

/** Tells whether a text may be the name of a property. */
export function validName(text: string): boolean {
  return text.length <= 255 && NAME.test(text);
}
