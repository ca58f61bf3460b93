// Names of attributes that a design has as plain words in its keys, where they are the same for all entities. Pure.
import type { Exchange } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";

/** Finds such words in the line of a problem whose sentence has the attributes; null if there are none. */
export function plainKeys(
  script: string,
  { line, sentences }: NonNullable<Exchange["problem"]>,
): { text: string; at: number; meant: string; why: string } | null {
  const attributes = sentences?.find((s) => s.code === "store-no-identity")?.params[1]?.split(" ") ?? [];
  const lines = script.split("\n");
  const [, before = "", text = ""] = /^(\s*(?:#|\/\/)\s*@keys\s+)([^|]*\|[^|]*)/.exec(lines[line - 1] ?? "") ?? [];
  const plain: string[] = [];
  const meant = text.split("|").map((key) => {
    const name = key.trim();
    if (!attributes.includes(name)) return key;
    plain.push(name);
    return key.replace(name, `{${name}}`);
  });
  if (!plain.length) return null;
  const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, before.length);
  const [first = "", second = ""] = plain;
  const why = second ? t("state.keys.plain.two", { first, second }) : t("state.keys.plain", { name: first });
  const whole = text.trimEnd();
  return { text: whole, at, meant: meant.join("|").trimEnd(), why };
}
