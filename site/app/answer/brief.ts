// A long value of a check in a few words: a list may have a thousand keys. Pure.
import { num, tn } from "../ui/i18n.ts";
import { parseJson } from "../ui/json.ts";
import { shortened } from "./entities.ts";

const MOST = 12; // items that are all shown
const FIRST = 8; // of more than that
const LONG = 400; // characters

/** Returns the first items of a long list and how many follow, the beginning of a long text, anything else as it is. */
export function brief(value: string): string {
  const list = listOf(value);
  const shown = list?.slice(0, list.length > MOST ? FIRST : list.length) ?? [];
  while (shown.length > 1 && shown.join().length > LONG) shown.pop();
  if (!list || shown.length === list.length) return shortened(value);
  const rest = list.length - shown.length;
  const text = shown.map(shortened).join(value.startsWith("[") ? "," : ", ");
  return tn("check.cut", rest, { list: value.startsWith("[") ? `[${text},…]` : text, n: num(rest) });
}

/** The items of a JSON array or of a list with commas, as they are written; null for anything else. */
function listOf(value: string): string[] | null {
  const json = parseJson(value);
  if (Array.isArray(json)) return json.map((item) => JSON.stringify(item));
  return /^[[{"]/.test(value) || !/,\S/.test(value) ? null : value.split(",");
}
