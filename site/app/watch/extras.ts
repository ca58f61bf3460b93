// What is known of open shapes beside their sums: why they cost what they cost. The engine is asked once for each.
import type { Watched, WatchedShape } from "../engine/types.ts";
import type { Extra } from "./open-view.ts";
import type { WatchControl } from "./tab-source.ts";

export class Extras {
  private readonly known = new Map<number, Extra>();

  constructor(baked: readonly (Extra | null)[]) {
    for (const [i, extra] of baked.entries()) if (extra) this.known.set(i, extra);
  }

  of(place: number): Extra | undefined {
    return this.known.get(place);
  }

  forget(): void {
    this.known.clear();
  }

  /** Asks about a shape unless it is known. `now` is the recording when the answer is there. */
  async ask(control: WatchControl, place: number, now: () => Watched): Promise<void> {
    const s = now().shapes[place];
    if (!s?.class || this.known.has(place)) return;
    const extra = await extraOf(control, s);
    if (extra && now().shapes[place]?.text === s.text) this.known.set(place, extra);
  }
}

async function extraOf(control: WatchControl, s: WatchedShape): Promise<Extra | null> {
  const worst = s.samples.find((x) => x.read === s.mostRead) ?? s.samples[0];
  if (!worst) return null;
  const filter = new URLSearchParams(worst.target.split(/\?(.*)/s)[1] ?? "").get("$filter") ?? "";
  const [picture, planned] = await Promise.all([
    control.keyline(worst.record).catch(() => null),
    s.does === "get" ? null : control.plan(filter).catch(() => null),
  ]);
  if (s.does !== "get" && !planned?.plan) return null;
  return { picture, plan: planned?.plan ?? null };
}
