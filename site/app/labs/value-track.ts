// The value of one place through the steps of a run: from which step to which it holds. No drawing.

import type { LabStep } from "../engine/types.ts";
import { dataAfter, type Place, samePlace } from "./step-data.ts";

/** A value, and the steps after which it is there. */
export interface Stretch {
  from: number; // step that has written it, 0 for the beginning
  to: number; // last step after which it is there
  version: number;
  value: string; // "" if nothing is there
}

/** The place that a run is about: the one that is overwritten, else the first that several lanes write. */
export function subjectOf(steps: readonly LabStep[]): Place | null {
  const loser = steps.find((s) => s.overwrites > 0);
  const lost = steps.find((s) => s.n === loser?.overwrites)?.writes ?? [];
  const taken = loser?.writes.find((w) => lost.some((l) => samePlace(l, w)));
  return taken ?? shared(steps) ?? null;
}

function shared(steps: readonly LabStep[]): Place | undefined {
  const all = steps.flatMap((s) => s.writes.map((place) => ({ place, lane: s.lane })));
  const several = ({ place, lane }: (typeof all)[0]) => all.some((x) => x.lane !== lane && samePlace(x.place, place));
  return all.find((x) => x.place.kind === "entity" && several(x))?.place;
}

/** How the value of a place changes. */
export function trackOf(steps: readonly LabStep[], place: Place): Stretch[] {
  const list: Stretch[] = [];
  for (let n = 0; n <= steps.length; n++) {
    const here = dataAfter(steps, n).find((d) => samePlace(d, place));
    const last = list.at(-1);
    if (last && !here?.now) last.to = n;
    else list.push({ from: n, to: n, version: here?.version ?? 0, value: worded(here) });
  }
  return list;
}

function worded(here: ReturnType<typeof dataAfter>[number] | undefined): string {
  if (!here?.there) return "";
  return here.properties.map((p) => `${p.name} ${p.value}`).join(", ");
}
