// Knows when a program is over: nothing of it runs any more, no request is under way, and no timer waits.

const SETTLING = 20; // milliseconds until all is over: browsers tell late of a promise that nobody heeds

export class Busy {
  private readonly wait: (act: () => void, after: number) => number;
  private readonly timers = new Set<number>();
  private entered = 0;
  private looking = false;

  constructor(private readonly done: () => void) {
    const { setTimeout: later, setInterval: again } = globalThis;
    this.wait = (act, after) => later.call(globalThis, act, after) as unknown as number;
    this.watch("setTimeout", "clearTimeout", later as unknown as Timer, true);
    this.watch("setInterval", "clearInterval", again as unknown as Timer, false);
  }

  enter(): void {
    this.entered++;
  }

  /** What follows at once, such as the next request of a chain, still belongs to it. */
  leave(): void {
    this.entered--;
    this.look();
  }

  private look(): void {
    if (this.looking || this.entered || this.timers.size) return;
    this.looking = true;
    this.wait(() => {
      this.looking = false;
      if (this.entered === 0 && this.timers.size === 0) this.done();
    }, SETTLING);
  }

  /** Puts a timer that is counted in the place of one of the browser. */
  private watch(
    set: "setTimeout" | "setInterval",
    clear: "clearTimeout" | "clearInterval",
    timer: Timer,
    once: boolean,
  ) {
    const end = globalThis[clear];
    const start = (act: unknown, after?: number, ...rest: unknown[]): number => {
      const id = timer.call(
        globalThis,
        () => {
          if (once) this.forget(id);
          if (typeof act === "function") act(...rest);
        },
        after,
      );
      this.timers.add(id);
      return id;
    };
    const stop = (id: number): void => {
      end.call(globalThis, id);
      this.forget(id);
    };
    Object.assign(globalThis, { [set]: start, [clear]: stop });
  }

  private forget(id: number): void {
    if (this.timers.delete(id)) this.look();
  }
}

type Timer = (act: () => void, after?: number) => number;
