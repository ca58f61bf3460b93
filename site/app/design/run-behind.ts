// The requests behind a row of the comparison, as a link into the playground: a script, and the rows that it is about.
import type { Control } from "../engine/control.ts";
import { root } from "../engine/page-data.ts";
import { pack } from "../share/link.ts";
import { t } from "../ui/i18n.ts";

/** A row of the comparison, and one of its designs. */
export interface Line {
  row: string; // "ask-2", "do-0"
  name: string;
  design: number;
}

/** Returns the address in the playground, or says why there is none. */
export async function addressOf(control: Control, text: string, line: Line): Promise<{ href: string; why: string }> {
  const { script, data, smaller, refused } = await control.behind(text, line.design, line.row);
  if (refused) return { href: "", why: t("bench.sample.refused", { why: refused }) };
  if (!script) return { href: "", why: t("bench.sample.skipped") };
  const shown = smaller ? `# ${t("bench.run.smaller")}\n\n${script}` : script;
  const link = await pack({ scripts: [{ name: line.name, text: shown }], data });
  return { href: new URL("play/", root).href + link, why: "" };
}
