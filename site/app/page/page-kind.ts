// What kind of page a find is, by its address: a lesson, a step of one, a card, a case, a page of the help. Pure.
import { t } from "../ui/i18n.ts";

/** Names the kind of the page at a path below home, "" if its title says all; lesson gives the title of one by its
 * path. */
export function kindOf(path: string, lesson: (path: string) => string): string {
  const [section = "", name = "", step = ""] = path.split("/");
  if (!name) return "";
  if (section === "learn") return name && step ? stepOf(`learn/${name}/`, step, lesson) : t("kind.lesson");
  if (section === "patterns") return t("kind.pattern");
  if (section === "cases") return t("kind.case");
  return section === "help" ? t("kind.help") : "";
}

function stepOf(path: string, n: string, lesson: (path: string) => string): string {
  const title = lesson(path);
  return title ? t("kind.step", { n, title }) : t("kind.lesson");
}
