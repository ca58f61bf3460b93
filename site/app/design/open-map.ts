// Opens the data centre at scale with a design as its load.
import { EMPTY, planLink } from "../scale/plan.ts";
import { t } from "../ui/i18n.ts";
import type { DesignBench } from "./bench.ts";
import { letterOf } from "./duel-cells.ts";

/** Goes to the map of a design, which is run at once. */
export async function openMap(b: DesignBench, design: number): Promise<void> {
  const title = t("bench.map.of", { name: b.draft.name, letter: letterOf(design) });
  const link = await planLink({ ...EMPTY, title, sheet: { text: b.text, design } });
  location.assign(`${location.pathname}scale/?run${link}`);
}
