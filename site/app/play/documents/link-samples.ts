// A link as documents of the playground: what its scripts and its data begin with. Nothing of it is run or kept here.
import { setupFiles, tablesOf } from "../../share/data.ts";
import type { Shared } from "../../share/link.ts";
import { masked } from "../../share/secrets.ts";
import { t } from "../../ui/i18n.ts";
import type { LinkState, Sample } from "./sample.ts";

const SETUP = "link-data.http";
const LARGEST_PAGE = 1000;

type Options = NonNullable<Sample["options"]>;

/** Takes the settings that the engine knows, as far as they can be. */
export function optionsOf(settings: Readonly<Record<string, unknown>> = {}): Options {
  const { pageReads, deleteDelay, partitionBoundary, signatures } = settings;
  const whole = (x: unknown, least: number, most: number): x is number =>
    typeof x === "number" && Number.isInteger(x) && x >= least && x <= most;
  return {
    ...(whole(pageReads, 1, LARGEST_PAGE) ? { pageReads } : {}),
    ...(whole(deleteDelay, 0, 86_400) ? { deleteDelay } : {}),
    ...(typeof partitionBoundary === "boolean" ? { partitionBoundary } : {}),
    ...(typeof signatures === "boolean" ? { signatures } : {}),
  };
}

/** Returns the documents of a link. Throws BrokenLink. */
export function samplesOfLink(shared: Shared, known: readonly Sample[], lesson: string): Sample[] {
  const base = known.find((s) => s.name === shared.from);
  const tables = tablesOf(shared.data ?? "");
  const rows = [...tables.values()].reduce((sum, list) => sum + list.length, 0);
  const settings = optionsOf(shared.settings);
  const setup: Sample["files"] = tables.size ? setupFiles(SETUP, tables, base?.setup) : {};
  const link: LinkState = {
    ran: false,
    opens: shared.opens ?? "script",
    lesson: /^[a-z0-9-]{1,60}(\/\d{1,2})?\/?$/.test(lesson) ? lesson.replace(/\/$/, "") : "",
    brings: {
      rows,
      of: shared.of ?? 0,
      bytes: shared.data?.length ?? 0,
      tables: [...tables.keys()],
      lines: shared.data ?? "",
    },
    settings: Object.entries(settings).map(([name, value]) => [name, String(value)]),
  };
  const mark = markOf(JSON.stringify(shared));
  return shared.scripts.map((script, i) => ({
    name: `link-${mark}-${i}`,
    title: script.name || t("docs.untitled"),
    text: masked(script.text).replace(/\r\n?/g, "\n"),
    ...(script.language ? { language: script.language } : {}),
    link,
    files: { ...base?.files, ...setup },
    ...(tables.size
      ? { setup: SETUP }
      : { ...(base?.setup ? { setup: base.setup } : {}), ...(base?.store ? { store: base.store } : {}) }),
    ...(base?.makes ? { makes: base.makes } : {}),
    options: { ...base?.options, ...settings },
  }));
}

/** A short name for a text, so that what belongs to one link is not taken for what belongs to another (FNV-1a, 32
 * bits). */
function markOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(36);
}
