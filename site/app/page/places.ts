// What the palette finds: actions of this page, documents, and the list of lessons, cards and limits that the build
// writes.
import { home } from "../engine/page-data.ts";
import { keptOf } from "../play/documents/documents.ts";
import { type Key, t } from "../ui/i18n.ts";
import { readJSON } from "../ui/storage.ts";

/** Something to do or a place to go to. */
export interface Choice {
  group: Group;
  title: string;
  icon: string;
  aside?: string; // where it is, or in which state
  keys?: string; // a shortcut, as in ui/keys.ts
  href?: string; // of a place
  press?: () => void; // of an action
}

export const GROUPS = ["actions", "documents", "cards", "limits", "pages", "texts"] as const;
export type Group = (typeof GROUPS)[number];

/** A page adds what it can do when it hears of this event. */
export const ASK = "rowkey:choices";

interface Places {
  lessons: { path: string; title: string; n: number; steps: string[] }[];
  cards: [path: string, title: string][];
  pages: [path: string, title: string][];
  limits: [path: string, title: string][];
}

/** What this page can do: its own actions first, then those of every page. */
export function choicesHere(): Choice[] {
  const list: Choice[] = [];
  dispatchEvent(new CustomEvent(ASK, { detail: list }));
  if (!list.some((c) => c.group === "documents")) list.push(...documents());
  return [...list, ...ofEveryPage()];
}

function ofEveryPage(): Choice[] {
  return [
    ...pressed("palette.run", "run", "lesson-try .try-bar .button[data-kind=primary]", "Mod+Enter"),
    ...pressed("palette.next", "right", ".lesson-bar a[rel=next]", "n"),
    ...pressed("palette.prev", "left", ".lesson-bar a[rel=prev]", "p"),
    ...pressed("palette.theme", "theme", "[data-theme-toggle]"),
    {
      group: "actions",
      title: t("palette.help"),
      icon: "help",
      keys: "?",
      press: () => void import("./help.ts").then((m) => m.showHelp()),
    },
  ];
}

/** An action that a button or link of the page stands for, if it is there. */
function pressed(title: Key, icon: string, selector: string, keys?: string): Choice[] {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element || element.hidden) return [];
  return [{ group: "actions", title: t(title), icon, press: () => element.click(), ...(keys ? { keys } : {}) }];
}

/** The reader's own documents, by the names that are kept in this browser. */
function documents(): Choice[] {
  const open = keptOf(readJSON("rowkey/documents"))?.open ?? [];
  return open
    .filter((d) => d.title)
    .map((d) => ({
      group: "documents",
      title: d.title,
      icon: "script",
      href: at(`play/?sample=${encodeURIComponent(d.id)}`),
    }));
}

/** The places of the site. Rejects if the list cannot be loaded. */
export async function places(): Promise<Choice[]> {
  const response = await fetch(at("go-to.json"));
  if (!response.ok) throw new Error(String(response.status));
  const p = (await response.json()) as Places;
  return [
    ...p.cards.map((c) => place("cards", c, "map", t("palette.card"))), // before the lesson of the same name
    ...p.lessons.flatMap((l): Choice[] => [
      place("cards", [l.path, l.title], "read", t("palette.lesson", { n: l.n })),
      ...l.steps.map((title, i) =>
        place("cards", [`${l.path}${i + 1}/`, title], "read", t("palette.step", { n: l.n, step: i + 1 })),
      ),
    ]),
    ...p.limits.map((l) => place("limits", l, "limits", t("palette.limit"))),
    ...p.pages.map((x) => place("pages", x, "arrow")),
  ];
}

function place(group: Group, [path, title]: readonly [string, string], icon: string, aside = ""): Choice {
  return { group, title, icon, aside, href: at(path) };
}

const at = (path: string): string => new URL(path, home).href;
