// What is said of a column that is called otherwise than in its file.
import type { Renamed } from "../engine/types.ts";
import { num, t } from "./i18n.ts";

export function renamedWords({ column, from, to }: Renamed): string {
  return t(from ? "renamed.again" : "renamed.unnamed", { n: num(column), from, to });
}
