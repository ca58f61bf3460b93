// Which panels are in sight: those that every script needs, those that this one has something for, and those that the
// reader has opened. What comes by itself says why, once.
import { keepText, objectOf, readJSON } from "../../ui/storage.ts";
import type { Panel } from "../workspace/panel.ts";

const KEY = "rowkey/rooms";

export class Rooms {
  private readonly opened = new Set<string>(); // by the reader, until another document is opened
  private telling: readonly Panel[] = []; // why they have come
  private known: ReadonlySet<string> = toldOf(readJSON(KEY)); // the reader knows why they come

  constructor(private readonly panels: readonly Panel[]) {}

  isInSight(panel: Panel): boolean {
    return !panel.special || this.opened.has(panel.id) || panel.special.wanted();
  }

  /** Takes note that the reader has opened a panel, which stays in sight. */
  open(panel: Panel): void {
    if (panel.special) this.opened.add(panel.id);
    this.telling = this.telling.filter((p) => p !== panel);
  }

  /** Another document is open. */
  turned(): void {
    this.opened.clear();
    this.telling = [];
  }

  dismiss(): void {
    this.telling = [];
  }

  /** The panels that came by themselves, for the first time in this browser; from now on that is known. */
  tell(): readonly Panel[] {
    const come = this.panels.filter((p) => p.special?.wanted() && !this.known.has(p.id) && !this.opened.has(p.id));
    if (come.length) {
      this.known = new Set([...this.known, ...come.map((p) => p.id)]);
      keepText(KEY, JSON.stringify({ told: [...this.known] }));
      this.telling = [...this.telling, ...come];
    }
    return this.telling.filter((p) => this.isInSight(p));
  }
}

/** Reads the ids that were kept, of any origin. */
export function toldOf(x: unknown): ReadonlySet<string> {
  const { told } = objectOf(x);
  return new Set(Array.isArray(told) ? told.filter((id): id is string => typeof id === "string") : []);
}
